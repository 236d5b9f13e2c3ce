// Reads for React Query: one key form for all, and the four named strategies of how fresh data must be.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, CallName, InputOf } from '@vitrine/contract';
import { request } from './client.ts';
import { ApiFault } from './fault.ts';

const second = 1000;
const minute = 60 * second;

/** How fresh a reader needs data to be; every query names one of these. */
export const strategies = {
  /** Never changes: a filled candle, a settled receipt, a past tick. */
  immutable: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false },
  /** Changes with a release or at the desk: settings, coin list, dictionaries. */
  constant: { staleTime: 30 * minute, gcTime: 60 * minute, refetchOnReconnect: false },
  /** May be a little old: records, rates, totals. */
  lazy: { staleTime: 30 * second, gcTime: 5 * minute, refetchOnWindowFocus: true },
  /** Must be as new as asking makes it: prices and orders where no feed reaches. */
  eager: { staleTime: 0, gcTime: minute, refetchInterval: 3 * second, refetchOnWindowFocus: true },
} as const;

export type Strategy = keyof typeof strategies;

/** Key of a call's data; invalidate all of a call with `[name]`. */
export function queryKey<N extends CallName>(name: N, input: InputOf<N>): readonly [N, InputOf<N>] {
  return [name, input];
}

/** Options of a query over one call. Refusals are not retried, lost answers once. */
export function queryOf<N extends CallName>(name: N, input: InputOf<N>, strategy: Strategy) {
  return queryOptions<AnswerOf<N>, Error, AnswerOf<N>, readonly [N, InputOf<N>]>({
    queryKey: queryKey(name, input),
    queryFn: ({ signal }) => request(name, input, { signal, quiet: true }),
    retry: (failures, error) => !(error instanceof ApiFault) && failures < 1,
    ...strategies[strategy],
  });
}
