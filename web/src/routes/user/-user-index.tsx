// The older account screens: the components of the account pages under the spec's query keys, in a separate frame.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { classes } from '@vitrine/ui';
import { useSession } from '../../api/index.ts';
import { FundPasswordPage, KycPage, LoginPasswordPage, SecurityOverview } from '../../features/account-centre/index.ts';
import { useTitle } from '../../page/index.ts';
import { TermsPage } from '../../legal/index.ts';
import { userKeys, type UserKey } from './-user-keys.ts';
import style from './-user-index.module.css';

function useNames(): Readonly<Record<UserKey, string>> {
  const { t } = useLingui();
  return {
    all: t({ message: 'Overview', comment: 'Menu entry: what protects the account, at a glance' }),
    certified: t({ message: 'Verification, stage 1', comment: 'Menu entry: name, country, document number' }),
    advanced: t({ message: 'Verification, stage 2', comment: 'Menu entry: photos of the document' }),
    loginPwd: t`Login password`,
    tardPwd: t`Fund password`,
    termsService: t`Terms of service`,
  };
}

function content(key: Exclude<UserKey, 'termsService'>): ReactNode {
  switch (key) {
    case 'all':
      return <SecurityOverview />;
    case 'certified':
      return <KycPage stage={1} />;
    case 'advanced':
      return <KycPage stage={2} />;
    case 'loginPwd':
      return <LoginPasswordPage />;
    case 'tardPwd':
      return <FundPasswordPage />;
  }
}

export function UserIndex({ chosen }: { readonly chosen: UserKey }) {
  const { t } = useLingui();
  const { user } = useSession();
  const names = useNames();
  return (
    <div className={classes(style['layout'], !user && style['alone'])}>
      {user ? (
        <nav
          className={style['side']}
          aria-label={t({ message: 'User', comment: 'Name of the menu of the older account screens' })}
        >
          {userKeys.map((key) => (
            <Link
              key={key}
              to="/user/index"
              search={{ key }}
              activeOptions={{ includeSearch: true }}
              aria-current={key === chosen ? 'page' : undefined}
            >
              {names[key]}
            </Link>
          ))}
          <Link to="/account/center">
            <Trans comment="Menu entry: the newer account pages">Account centre</Trans>
          </Link>
        </nav>
      ) : null}
      <main className={style['main']}>
        {chosen === 'termsService' ? (
          <TermsPage />
        ) : (
          <>
            <Heading name={names[chosen]} />
            {content(chosen)}
          </>
        )}
      </main>
    </div>
  );
}

function Heading({ name }: { readonly name: string }) {
  useTitle(name);
  return <h1>{name}</h1>;
}
