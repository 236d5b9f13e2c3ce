// The available pages in menu order; an entry appears once its page exists.
import { msg } from '@lingui/core/macro';

/** Top menu (§2): home, markets, trade, staking, rules, finance. */
export const topEntries = [
  { to: '/home/index', under: '/home', label: msg({ message: 'Home', comment: 'Menu entry' }) },
  {
    to: '/quotes/index',
    under: '/quotes',
    label: msg({ message: 'Markets', comment: 'Menu entry: all markets with their prices' }),
  },
  { to: '/exchange/index', under: '/exchange', label: msg({ message: 'Trade', comment: 'Menu entry: the exchange' }) },
  { to: '/pledge/index', under: '/pledge', label: msg({ message: 'Staking', comment: 'Menu entry' }) },
  { to: '/rule/index', under: '/rule', label: msg({ message: 'Rules', comment: 'Menu entry: the rules of trading' }) },
  {
    to: '/finance/investment',
    under: '/finance',
    label: msg({ message: 'Finance', comment: 'Menu entry: fixed-term products' }),
  },
] as const;

/** Whether a path belongs to a menu entry. */
export function isUnder(pathname: string, under: string): boolean {
  return pathname === under || pathname.startsWith(`${under}/`);
}
