// Reads of staking and finance, and reading them again after a write.

import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { EarnReserve } from '@vitrine/contract';
import { noteCommand, queryOf } from '../../api/index.ts';
import { type EarnKind, financeOffer, type Offer, pledgeOffer } from './offer.ts';

/** Calls whose answers a purchase or a redemption changes. */
const CHANGED = /^(assets|userCoin|wallet|pledge|finance)\./;

/** Reads everything again that a purchase or a redemption may have changed. */
export async function readAgain(queries: QueryClient, seq: number | undefined): Promise<void> {
  if (seq !== undefined) noteCommand(CHANGED, seq);
  await queries.invalidateQueries({
    predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && CHANGED.test(queryKey[0]),
  });
}

export interface Offers {
  readonly offers: readonly Offer[] | undefined;
  readonly reserves: readonly EarnReserve[] | undefined;
  /** The command and the time that the figures include. */
  readonly asOf: { readonly seq: number; readonly time: number } | undefined;
  /** They could not be read; `offers` may still be older ones. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The products of a kind. */
export function useOffers(kind: EarnKind): Offers {
  const pledge = useQuery({ ...queryOf('pledge.list', {}, 'lazy'), enabled: kind === 'pledge' });
  const finance = useQuery({ ...queryOf('finance.list', {}, 'lazy'), enabled: kind === 'finance' });
  const list = kind === 'pledge' ? pledge : finance;
  return {
    offers: kind === 'pledge' ? pledge.data?.records.map(pledgeOffer) : finance.data?.records.map(financeOffer),
    reserves: list.data?.reserves,
    asOf: list.data,
    failed: list.isError,
    retry: () => void list.refetch(),
  };
}
