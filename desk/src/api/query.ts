// Reads for React Query: one form of keys, and the freshness that each kind of data needs.
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { DeskAnswerOf, DeskCallName, DeskInputOf } from '@vitrine/contract';
import { request } from './client.ts';
import { ApiFault } from './fault.ts';

const second = 1000;
const minute = 60 * second;
/** Queue data older than this is marked as old. */
export const oldAfter = 30 * second;

/** Freshness strategies; every query names one of these. */
export const strategies = {
  /** Queues and counts, which others change at the same time. */
  queue: { staleTime: 0, gcTime: minute, refetchInterval: 8 * second, refetchOnWindowFocus: true },
  /** Each view is logged: requested once, and again only when needed. */
  look: { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  /** Lists that staff change. */
  list: { staleTime: 15 * second, gcTime: 5 * minute, refetchOnWindowFocus: true },
} as const;

export type Strategy = keyof typeof strategies;

/** Options of a query over one call. Refusals are not retried, lost answers once. */
export function queryOf<N extends DeskCallName>(name: N, input: DeskInputOf<N>, strategy: Strategy) {
  return queryOptions<DeskAnswerOf<N>, Error, DeskAnswerOf<N>, readonly [N, DeskInputOf<N>]>({
    queryKey: [name, input],
    queryFn: ({ signal }) => request(name, input, { signal }),
    retry: (failures, error) => !(error instanceof ApiFault) && failures < 1,
    ...strategies[strategy],
  });
}

/** The query client of the console. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { throwOnError: false }, mutations: { retry: 0 } },
});

/** Calls whose every answer is a logged view of a user's data: never repeated automatically. */
const looks: readonly DeskCallName[] = [
  'desk.kyc.case',
  'desk.kyc.document',
  'desk.deposits.get',
  'desk.deposits.picture',
  'desk.withdrawals.get',
  'desk.customers.search',
  'desk.customers.get',
  'desk.customers.loginLog',
];

/** After a decision: refetches queues, proposals, staff and counts, but repeats no logged view. */
export async function refreshQueues(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => !looks.some((look) => look === name) });
}
