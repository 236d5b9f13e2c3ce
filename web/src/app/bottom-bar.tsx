// The phone's bottom bar: home, markets, trade, assets, account.
import { Link, useLocation } from '@tanstack/react-router';
import { IconArrowsExchange, IconChartCandle, IconHome2, IconUserCircle, IconWallet } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { msg } from '@lingui/core/macro';
import { isUnder } from './navigation.ts';
import style from './shell.module.css';

const entries = [
  { to: '/home/index', under: '/home', icon: IconHome2, label: msg({ message: 'Home', comment: 'Menu entry' }) },
  {
    to: '/quotes/index',
    under: '/quotes',
    icon: IconChartCandle,
    label: msg({ message: 'Markets', comment: 'Menu entry: all markets with their prices' }),
  },
  {
    to: '/exchange/index',
    under: '/exchange',
    icon: IconArrowsExchange,
    label: msg({ message: 'Trade', comment: 'Menu entry: the exchange' }),
  },
  {
    to: '/assets/index',
    under: '/assets',
    icon: IconWallet,
    label: msg({ message: 'Assets', comment: 'Menu entry: the wallet' }),
  },
  {
    to: '/account/center/info',
    under: '/account',
    icon: IconUserCircle,
    label: msg({ message: 'Account', comment: 'Menu entry' }),
  },
] as const;

export function BottomBar() {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  return (
    <nav
      className={style['bottom']}
      aria-label={t({ message: 'Main, phone', comment: 'Name of the bottom menu, for screen readers' })}
    >
      {entries.map(({ icon: Icon, ...entry }) => (
        <Link key={entry.to} to={entry.to} aria-current={isUnder(pathname, entry.under) ? 'page' : undefined}>
          <Icon stroke={1.75} aria-hidden="true" />
          {i18n._(entry.label)}
        </Link>
      ))}
    </nav>
  );
}
