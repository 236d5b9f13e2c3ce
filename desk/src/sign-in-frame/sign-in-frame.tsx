// The frame of the pages before the sign-in: one column, with the address for the user to check.
import type { ReactNode } from 'react';
import { IconLock } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { Logo, Note } from '@vitrine/ui';
import { houseName } from '../page/index.ts';
import { ThemeButton } from '../preference/index.ts';
import style from './sign-in-frame.module.css';

export function SignInFrame({
  page,
  title,
  lead,
  children,
}: {
  /** The page's name for tests. */
  readonly page?: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  const address = location.origin;
  return (
    <div className={style['door']}>
      <header className={style['bar']}>
        <span className={style['name']}>
          <Logo name={houseName} />
          <span className={style['desk']}>
            <Trans comment="Beside the logo: the operators' console">Desk</Trans>
          </span>
        </span>
        <ThemeButton />
      </header>
      <main className={style['form']} id="main" tabIndex={-1}>
        <div>
          <h1 data-testid={page}>{title}</h1>
          {lead === undefined ? null : <p className={style['lead']}>{lead}</p>}
        </div>
        {children}
        <Note icon={<IconLock stroke={1.75} aria-hidden="true" />}>
          <Trans comment="address: the origin of this page">
            Check the address: <strong className={style['address']}>{address}</strong>. What you do here is recorded
            with your name.
          </Trans>
        </Note>
      </main>
    </div>
  );
}
