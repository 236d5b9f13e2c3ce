// The top bar: logo, pages, assets and orders, language, theme, avatar; for guests Log in and Register.
import { Link, useLocation } from '@tanstack/react-router';
import { IconReceipt, IconWallet } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Logo, buttonClass, classes, iconButtonClass, latePart } from '@vitrine/ui';
import { useSession } from '../api/index.ts';
import { houseName, NARROW_QUERY, useMedia } from '../page/index.ts';
import { LanguageMenu, ThemeButton } from '../preference/index.ts';
import { isUnder, topEntries } from './navigation.ts';
import style from './shell.module.css';

/** The wallet link, until its menu is loaded. */
function AssetLink() {
  return (
    <Link to="/assets/index" className={buttonClass({ tone: 'quiet' }, 'v-no-phone')}>
      <IconWallet className="v-i" stroke={1.75} aria-hidden="true" />
      <Trans comment="Menu entry: the wallet">Assets</Trans>
    </Link>
  );
}

/** The account link, until its menu is loaded. */
function AccountLink() {
  const { t } = useLingui();
  return <Link to="/account/center/info" className={style['avatar']} aria-label={t`Account`} />;
}

const AssetMenu = latePart(async () => (await import('./own-menus.tsx')).AssetMenu);
const AvatarMenu = latePart(async () => (await import('./own-menus.tsx')).AvatarMenu);
const PhoneMenu = latePart(async () => (await import('./phone-menu.tsx')).PhoneMenu);

export function TopBar() {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const session = useSession();
  // Its code is loaded where the menu is shown.
  const narrow = useMedia(NARROW_QUERY);
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
            <AssetMenu of={{}} missing={<AssetLink />} />
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
        {narrow ? <PhoneMenu of={{}} missing={<span className={style['menu']} />} /> : null}
        {session.state === 'guest' ? (
          <>
            <Link to="/user/login" className={buttonClass({ tone: 'quiet' }, style['slim'])}>
              <Trans comment="Button and link">Log in</Trans>
            </Link>
            <Link to="/user/register" className={buttonClass({ tone: 'main' })}>
              <Trans comment="Button: opens an account">Register</Trans>
            </Link>
          </>
        ) : session.user ? (
          <>
            <span className={classes(style['line'], 'v-no-phone')} />
            <AvatarMenu of={{ user: session.user }} missing={<AccountLink />} />
          </>
        ) : null}
      </div>
    </header>
  );
}
