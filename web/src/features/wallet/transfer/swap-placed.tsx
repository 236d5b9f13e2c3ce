// The last swap: its hold while pending, the received amount, or why it was refused.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Trans } from '@lingui/react/macro';
import type { SwapRecord } from '@vitrine/contract';
import { NumMoney } from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';

/** Polling interval of a pending swap, ms. */
const WATCH = 500;

/** The newest swap, polled while pending; refreshes balances and lists when it ends. */
export function useNewestSwap(): SwapRecord | undefined {
  const queries = useQueryClient();
  const list = useQuery({
    ...queryOf('userCoin.swapList', { current: 1, size: 1 }, 'lazy'),
    refetchInterval: (query) => (query.state.data?.records[0]?.state === 'waiting' ? WATCH : false),
  });
  const newest = list.data?.records[0];
  const ended = newest !== undefined && newest.state !== 'waiting' ? newest.id : undefined;
  useEffect(() => {
    if (ended === undefined) return;
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && /^(assets|userCoin|wallet)\./.test(queryKey[0]),
    });
  }, [ended, queries]);
  return newest;
}

export function PlacedSwap({ swap }: { readonly swap: SwapRecord }) {
  const given = <NumMoney value={swap.amount} asset={swap.from} showAsset />;
  return (
    <p className="v-13" role="status" data-testid="swap-placed" data-state={swap.state}>
      {swap.state === 'waiting' ? (
        <Trans comment="A swap waits for its price; {given} is an amount with its coin">
          Waiting for the next price. Reserves {given} until then.
        </Trans>
      ) : swap.state === 'done' ? (
        <Trans comment="A swap was executed: two amounts with their coins">
          Swapped {given} for <NumMoney value={swap.receive} asset={swap.to} showAsset />.
        </Trans>
      ) : (
        <>
          <SwapRefusal swap={swap} />{' '}
          <Trans comment="A swap was refused; {given} is an amount with its coin">{given} is available again.</Trans>
        </>
      )}
    </p>
  );
}

/** Why a swap was refused, for the user. */
export function SwapRefusal({ swap }: { readonly swap: SwapRecord }) {
  switch (swap.key) {
    case 'swap.least':
      return (
        <Trans comment="Why a swap was not executed: an amount with its coin">
          Not swapped: the price moved below your minimum of <NumMoney value={swap.least} asset={swap.to} showAsset />.
        </Trans>
      );
    case 'swap.flow':
    case 'swap.inventory':
      return <Trans comment="Why a swap was not executed">Not swapped: the limit for this coin is reached.</Trans>;
    case 'swap.perMinute':
      return <Trans comment="Why a swap was not executed">Not swapped: your limit per minute is reached.</Trans>;
    case 'price.stale':
      return <Trans comment="Why a swap was not executed">Not swapped: no valid price arrived in time.</Trans>;
    case 'coin.unknown':
      return <Trans comment="Why a swap was not executed">Not swapped: swaps of this coin were stopped.</Trans>;
    case 'account.frozen':
      return <Trans comment="Why a swap was not executed">Not swapped: your account was frozen.</Trans>;
    case 'order.noLiquidity':
      return <Trans comment="Why a swap was not executed">Not swapped: no liquidity right now.</Trans>;
    default:
      return <Trans comment="Why a swap was not executed">Not swapped.</Trans>;
  }
}
