// Lists of own orders and fills of any product: open ones from memory, the rest from SQL; pages and files.

import type { Fill as WireFill, Order as WireOrder, SearchedPage } from '@vitrine/contract';
import type { UserContext } from '../../call/index.ts';
import type { Fill, Order } from '../../../projection/handlers/index.ts';
import {
  type FillFilter,
  mapParts,
  type OrderFilter,
  type PageAsked,
  type Parts,
} from '../../../projection/views/index.ts';
import { fillOf, orderOf } from '../../wire/index.ts';
import { type RouteParts, waitForHistory } from '../parts.ts';

/** Statuses by list: open and partly filled, closed, waiting for a trigger. */
export const STATUSES = { open: [0, 3], history: [1, 2, 5], trigger: [4] } as const;
/** Statuses of orders that are not closed. */
const NOT_ENDED: ReadonlySet<number> = new Set([...STATUSES.open, ...STATUSES.trigger]);

/** The statuses of a list with one status, or with all. */
export function oneStatus(status: number | undefined): readonly number[] | undefined {
  return status === undefined ? undefined : [status];
}

/** A page of rows in memory. */
export function pageOf<T, W>(
  all: readonly T[],
  { current, size }: PageAsked,
  map: (one: T) => W | undefined,
): MutPage<W> {
  const records = all.slice((current - 1) * size, current * size).map(map);
  return { records: records.filter((one) => one !== undefined), total: all.length, size, current, searchedUntil: null };
}

type MutPage<T> = Omit<SearchedPage<T>, 'records'> & { records: T[] };

/** The lists over one set of parts. */
export function orderLists({ live, reads }: RouteParts) {
  const orders = (page: readonly Order[]): WireOrder[] =>
    page.map((order) => orderOf(live, order)).filter((order) => order !== undefined);
  const fills = (page: readonly Fill[]): WireFill[] =>
    page.map((fill) => fillOf(live, fill)).filter((fill) => fill !== undefined);

  /** Open orders come from memory, as of the last batch. */
  function openPage(user: number, filter: OrderFilter, asked: PageAsked): MutPage<WireOrder> {
    const { startTime = 0, endTime = Number.MAX_SAFE_INTEGER, statuses = [], wallets = [] } = filter;
    const all = live
      .openOrders(user, filter.market)
      .filter((order) => order.guard === 0 && statuses.includes(order.status) && wallets.includes(order.wallet))
      .filter((order) => order.created >= startTime && order.created < endTime);
    return pageOf(all, asked, (order) => orderOf(live, order));
  }

  return {
    fills,

    async orderPage(
      filter: OrderFilter,
      asked: PageAsked,
      { session, after }: UserContext,
    ): Promise<MutPage<WireOrder>> {
      const { statuses } = filter;
      if (statuses !== undefined && statuses.every((status) => NOT_ENDED.has(status)))
        return openPage(session.coreUser, filter, asked);
      await waitForHistory(reads, after);
      const page = await reads.orders(session.coreUser, filter, asked);
      return { ...page, records: orders(page.records) };
    },

    async *orderFile(filter: OrderFilter, { session, after }: UserContext): Parts<WireOrder> {
      await waitForHistory(reads, after);
      return yield* mapParts(reads.orderParts(session.coreUser, filter), orders);
    },

    async fillPage(filter: FillFilter, asked: PageAsked, { session, after }: UserContext): Promise<MutPage<WireFill>> {
      await waitForHistory(reads, after);
      const page = await reads.fills(session.coreUser, filter, asked);
      return { ...page, records: fills(page.records) };
    },

    async *fillFile(filter: FillFilter, { session, after }: UserContext): Parts<WireFill> {
      await waitForHistory(reads, after);
      return yield* mapParts(reads.fillParts(session.coreUser, filter), fills);
    },
  };
}
