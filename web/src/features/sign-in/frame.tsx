// The frame of the sign-in pages: the form at the left, the newest index ticks at the right.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Logo, Note } from '@vitrine/ui';
import { houseName } from '../../page/index.ts';
import { LanguageMenu, ThemeButton } from '../../preference/index.ts';
import { TickTape } from './tick-tape.tsx';
import style from './sign-in.module.css';

export function SignFrame({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const { t } = useLingui();
  const address = location.origin;
  return (
    <main className={style['frame']}>
      <div className={style['left']}>
        <div className="v-row v-between">
          <Link to="/home/index" aria-label={houseName}>
            <Logo name={houseName} />
          </Link>
          <div className="v-row">
            <LanguageMenu />
            <ThemeButton />
          </div>
        </div>
        <div className={style['form']}>
          <h1>{title}</h1>
          {children}
          <Note icon={<IconLock stroke={1.75} aria-hidden="true" />}>
            <Trans comment="address: the origin of this page">
              Check the address: <strong className={style['address']}>{address}</strong>. We never ask for your fund
              password here.
            </Trans>
          </Note>
        </div>
        <div className={style['end']}>
          <Link to="/user/index" search={{ key: 'termsService' }}>
            <Trans>Terms of service</Trans>
          </Link>
        </div>
      </div>
      <aside className={style['right']} aria-label={t`The newest index ticks`}>
        <div className={style['say']}>
          <h2>
            <Trans>Every price is recorded. Nobody can enter one by hand.</Trans>
          </h2>
          <p>
            <Trans>
              These are the last ticks of the BTC/USDT index as every customer sees them. The numbers are those of the
              journal.
            </Trans>
          </p>
          <TickTape />
        </div>
      </aside>
    </main>
  );
}
