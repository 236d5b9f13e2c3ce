// The top bar: logo, the rooms, assets and orders, language, theme, avatar; guests get Log in and Register.
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import {
  IconId,
  IconKey,
  IconLogout,
  IconReceipt,
  IconSettings,
  IconShieldCheck,
  IconUserCircle,
  IconWallet,
} from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Logo, Menu, buttonClass, classes, iconButtonClass, type MenuItem } from '@vitrine/ui';
import type { UserInfo } from '@vitrine/contract';
import { useSession } from '../api/index.ts';
import { openSettings } from '../features/settings/index.ts';
import { houseName } from '../page/index.ts';
import { LanguageMenu, ThemeButton } from '../preference/index.ts';
import { isUnder, topEntries } from './navigation.ts';
import { logout } from './session-life.ts';
import style from './shell.module.css';

export function TopBar() {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const session = useSession();
  return (
    <header className={style['bar']}>
      <Link to="/home/index" aria-label={houseName}>
        <Logo name={houseName} />
      </Link>
      <nav
        className={style['nav']}
        data-testid="main-nav"
        aria-label={t({ message: 'Main', comment: 'Name of the main menu, for screen readers' })}
      >
        {topEntries.map((entry) => (
          <Link key={entry.to} to={entry.to} aria-current={isUnder(pathname, entry.under) ? 'page' : undefined}>
            {i18n._(entry.label)}
          </Link>
        ))}
      </nav>
      <div className={style['end']}>
        {session.state === 'user' ? (
          <>
            <Link to="/assets/index" className={buttonClass({ tone: 'quiet' }, 'v-no-phone')}>
              <IconWallet className="v-i" stroke={1.75} aria-hidden="true" />
              <Trans comment="Menu entry: the wallet">Assets</Trans>
            </Link>
            <Link
              to="/account/entrust/spot"
              className={classes(iconButtonClass, 'v-no-phone')}
              aria-label={t`Orders`}
              title={t`Orders`}
            >
              <IconReceipt stroke={1.75} aria-hidden="true" />
            </Link>
          </>
        ) : null}
        <span className={session.state === 'guest' ? 'v-no-phone' : undefined}>
          <LanguageMenu />
        </span>
        <ThemeButton />
        {session.state === 'guest' ? (
          <>
            <Link to="/user/login" className={buttonClass({ tone: 'quiet' }, style['slim'])}>
              <Trans>Log in</Trans>
            </Link>
            <Link to="/user/register" className={buttonClass({ tone: 'main' })}>
              <Trans>Register</Trans>
            </Link>
          </>
        ) : session.user ? (
          <>
            <span className={classes(style['line'], 'v-no-phone')} />
            <AvatarMenu user={session.user} />
          </>
        ) : null}
      </div>
    </header>
  );
}

/** How an account is called on the page: its masked e-mail or phone, else its number. */
export function accountName(user: UserInfo): string {
  return user.email ?? user.phone ?? user.id;
}

function AvatarMenu({ user }: { readonly user: UserInfo }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const name = accountName(user);
  const items: readonly MenuItem[] = [
    {
      key: 'account',
      label: t`Account`,
      icon: <IconUserCircle size={16} stroke={1.75} />,
      onClick: () => void navigate({ to: '/account/center/info' }),
    },
    {
      key: 'security',
      label: t({ message: 'Security', comment: 'Menu entry: what protects the account' }),
      icon: <IconShieldCheck size={16} stroke={1.75} />,
      onClick: () => void navigate({ to: '/account/center/security' }),
    },
    {
      key: 'kyc',
      label: t({ message: 'Verification', comment: 'Menu entry: proving who one is' }),
      icon: <IconId size={16} stroke={1.75} />,
      onClick: () => void navigate({ to: '/account/center/kyc' }),
    },
    {
      key: 'api',
      label: t`API keys`,
      icon: <IconKey size={16} stroke={1.75} />,
      onClick: () => void navigate({ to: '/account/center/api' }),
    },
    {
      key: 'orders',
      label: t`Orders`,
      icon: <IconReceipt size={16} stroke={1.75} />,
      onClick: () => void navigate({ to: '/account/entrust/spot' }),
    },
    { key: 'settings', label: t`Settings`, icon: <IconSettings size={16} stroke={1.75} />, onClick: openSettings },
    {
      key: 'logout',
      label: t`Log out`,
      icon: <IconLogout size={16} stroke={1.75} />,
      onClick: () => void logout(queries, (path) => void navigate({ to: path })),
    },
  ];
  return (
    <Menu
      label={t`Account menu`}
      title={name}
      items={items}
      target={
        <button
          type="button"
          className={style['avatar']}
          data-testid="avatar"
          aria-label={t({ message: `Account ${name}`, comment: 'name: masked e-mail or phone' })}
        >
          {user.avatar ? <img src={user.avatar} alt="" /> : name.slice(0, 2)}
        </button>
      }
    />
  );
}
