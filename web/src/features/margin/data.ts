// The data of a margin account: cross, or isolated in one market.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MarginProperty } from '@vitrine/contract';
import { useEffect } from 'react';
import { queryOf } from '../../api/index.ts';
import { useUserFeed } from '../../live/index.ts';

/** Which margin account: cross, or the one of a market (`BTC_USDT`). */
export type MarginAccount = { readonly account: 'all' } | { readonly account: 'fixed'; readonly symbol: string };

/** Polling interval of level and interest while shown, ms: prices change them. */
const REREAD_MS = 5_000;
const WALLETS: ReadonlySet<string> = new Set(['4', '5']);

export interface Property {
  readonly data: MarginProperty | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The account's level, value and coins; refreshed regularly. */
export function useProperty(of: MarginAccount, enabled: boolean): Property {
  const fixed = of.account === 'fixed' ? of.symbol : undefined;
  const all = useQuery({
    ...queryOf('wallet.all.marginProperty', {}, 'lazy'),
    enabled: enabled && fixed === undefined,
    refetchInterval: REREAD_MS,
  });
  const one = useQuery({
    ...queryOf('wallet.fixed.marginProperty', { x: fixed ?? '' }, 'lazy'),
    enabled: enabled && fixed !== undefined,
    refetchInterval: REREAD_MS,
  });
  const asked = fixed === undefined ? all : one;
  return { data: asked.data, failed: asked.isError && asked.data === undefined, retry: () => void asked.refetch() };
}

/** Refreshes everything about borrowing, after a write or a message of the user socket. */
export function useReread(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => /^(wallet\.|entrust\.borrowOrder)/.test(String(queryKey[0])),
    });
}

/** Subscribes to the account's wallet while mounted, and refreshes after each change. */
export function useFollow(of: MarginAccount): void {
  const user = useUserFeed();
  const reread = useReread();
  const wallet = of.account === 'all' ? '4' : '5';
  useEffect(() => user?.holdWallet(wallet), [user, wallet]);
  useEffect(
    () =>
      user?.on((notice) => {
        if (notice.kind === 'balance' && WALLETS.has(notice.balance.walletType)) reread();
      }),
    [user, reread],
  );
}
