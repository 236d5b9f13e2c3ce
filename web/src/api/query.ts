// Reads for React Query: one form of keys, and four named strategies for the freshness of data.
import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, type CallName, calls, type CallShape, type InputOf } from '@vitrine/contract';
import { request } from './client.ts';
import { ApiFault } from './fault.ts';

const second = 1000;
const minute = 60 * second;

/** Freshness strategies; every query names one of these. */
export const strategies = {
  /** Never changes: a filled candle, a settled receipt, a past tick. */
  immutable: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false },
  /** Changes with a release or by staff: settings, coin list, dictionaries. */
  constant: { staleTime: 30 * minute, gcTime: 60 * minute, refetchOnReconnect: false },
  /** May be slightly old: records, rates, totals. */
  lazy: { staleTime: 30 * second, gcTime: 5 * minute, refetchOnWindowFocus: true },
  /** As fresh as polling allows: prices and orders without a feed. */
  eager: { staleTime: 0, gcTime: minute, refetchInterval: 3 * second, refetchOnWindowFocus: true },
} as const;

export type Strategy = keyof typeof strategies;

/** Key of a call's data; `[name]` invalidates all of a call. */
export function queryKey<N extends CallName>(name: N, input: InputOf<N>): readonly [N, InputOf<N>] {
  return [name, input];
}

/** The newest command announced by the feed, by the names of the calls whose answers it changes. */
const newest = new Map<RegExp, number>();

/** Records that command `seq` changed the answers of these calls: later reads of a user wait for it. */
export function noteCommand(names: RegExp, seq: number): void {
  newest.set(names, Math.max(seq, newest.get(names) ?? 0));
}

/** Public lists that also hold figures of the caller. */
const ALSO_OWN = /^(pledge|finance)\./;

/** The command that an answer must include. The feed is ahead of the lists, which may not include it yet. */
function newestOf(name: CallName): number | undefined {
  const { who }: CallShape = calls[name];
  const seqs =
    who === 'user' || ALSO_OWN.test(name) ? [...newest].flatMap(([names, seq]) => (names.test(name) ? seq : [])) : [];
  return seqs.length === 0 ? undefined : Math.max(...seqs);
}

/** Options of a query over one call. Refusals are not retried, lost answers once. */
export function queryOf<N extends CallName>(name: N, input: InputOf<N>, strategy: Strategy) {
  return queryOptions<AnswerOf<N>, Error, AnswerOf<N>, readonly [N, InputOf<N>]>({
    queryKey: queryKey(name, input),
    queryFn: ({ signal }) => request(name, input, { signal, quiet: true, after: newestOf(name) }),
    retry: (failures, error) => !(error instanceof ApiFault) && failures < 1,
    ...strategies[strategy],
  });
}
