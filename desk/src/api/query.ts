// Reads for React Query: one key form for all, and how fresh each kind of data must be.
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { DeskAnswerOf, DeskCallName, DeskInputOf } from '@vitrine/contract';
import { request } from './client.ts';
import { ApiFault } from './fault.ts';

const second = 1000;
const minute = 60 * second;
/** Data of a queue older than this is called old. */
export const oldAfter = 30 * second;

/** How fresh a reader needs data to be; every query names one of these. */
export const strategies = {
  /** Queues and counts: others work in them at the same time. */
  queue: { staleTime: 0, gcTime: minute, refetchInterval: 8 * second, refetchOnWindowFocus: true },
  /** Every look is logged: asked once, and again only when it is wanted. */
  look: { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  /** Lists that change by hand. */
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

/** The one query client of the console. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { throwOnError: false }, mutations: { retry: 0 } },
});

/** Calls whose every answer is a logged look at a customer: they are never repeated by themselves. */
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

/** After a decision: everything that shows queues, proposals, people and counts asks again, but no look is repeated. */
export async function refreshQueues(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => !looks.some((look) => look === name) });
}
