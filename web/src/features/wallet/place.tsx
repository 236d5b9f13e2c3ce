// The wallet has two addresses, `/assets/index?key=…` and `/account/wallet/…`: the same pages with different links.
import { Link } from '@tanstack/react-router';
import { createContext, useContext, type ReactNode } from 'react';
import type { WalletSearch } from './search.ts';

export type WalletPlace = 'assets' | 'account';

const Place = createContext<WalletPlace>('assets');

export function PlaceProvider({ place, children }: { readonly place: WalletPlace; readonly children: ReactNode }) {
  return <Place value={place}>{children}</Place>;
}

/** Which of the two addresses is open. */
export function usePlace(): WalletPlace {
  return useContext(Place);
}

/** Pages of `/account/wallet` by their content. */
const accountPages = {
  overview: '/account/wallet/assets',
  recharge: '/account/wallet/deposit',
  withdraw: '/account/wallet/withdrawal',
  deposits: '/account/wallet/history-deposit',
  withdrawals: '/account/wallet/history-withdrawal',
  bills: '/account/wallet/bills',
} as const;

/** The page of `/account/wallet` with this content; undefined: only `/assets` has it. */
function accountPage({
  key = 'overview',
  part,
}: WalletSearch): (typeof accountPages)[keyof typeof accountPages] | undefined {
  const name = key === 'records' ? (part ?? 'bills') : key;
  return name in accountPages ? accountPages[name as keyof typeof accountPages] : undefined;
}

/** A link within the wallet; stays at the current address if that has the page. */
export function WalletLink({
  search,
  children,
  className,
  current,
}: {
  readonly search: WalletSearch;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly current?: boolean;
}) {
  const place = usePlace();
  const page = place === 'account' ? accountPage(search) : undefined;
  const look = {
    ...(className === undefined ? {} : { className }),
    'aria-current': current ? ('page' as const) : undefined,
  };
  if (page === undefined)
    return (
      <Link to="/assets/index" search={search} {...look}>
        {children}
      </Link>
    );
  const { key: _, part: __, ...rest } = search;
  return (
    <Link to={page} search={rest} {...look}>
      {children}
    </Link>
  );
}
