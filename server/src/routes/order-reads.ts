// Lists of one's own orders and fills, and one order with where its fees went.

import type { Decimal, Fill as WireFill, Order as WireOrder } from '@vitrine/contract';
import type { ExportersOf, HandlersOf, UserContext } from '../call/index.ts';
import { refuse } from '../call/index.ts';
import type { Fill, Order } from '../fold/index.ts';
import type { FeeShare, OrderFilter } from '../views/index.ts';
import { decimalText, fillOf, orderOf } from '../wire/index.ts';
import { orderIdOf } from './order-writes.ts';
import { type RouteParts, waitForHistory } from './parts.ts';
import { ACCOUNT_WALLET, type Account, marketOrAll } from './ticket.ts';

type Names =
  | 'currency.order.orderList'
  | 'entrust.entrustlog'
  | 'entrust.getEntrustLogCurrency'
  | 'entrust.get.myExchangeLog'
  | 'entrust.transaction.details';
type Exports = Exclude<Names, 'entrust.transaction.details'>;

/** Statuses by the word of a list: open and partly filled, ended, waiting for a trigger. */
const STATUSES = { open: [0, 3], history: [1, 2, 5], trigger: [4] } as const;
const MARGIN_AND_SPOT: readonly number[] = Object.values(ACCOUNT_WALLET);
/** How `fee_shares` names who got a part. */
const HOUSE_SHARE = 8;
const SAFETY_SHARE = 9;
const GENERATIONS = [1, 2, 3] as const;

interface ListInput {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** The handlers of own orders and fills. */
export function orderReads(parts: RouteParts): { handlers: HandlersOf<Names>; exporters: ExportersOf<Exports> } {
  const { live, reads } = parts;

  const orders = (page: readonly Order[]): WireOrder[] =>
    page.map((order) => orderOf(live, order)).filter((order) => order !== undefined);
  const fills = (page: readonly Fill[]): WireFill[] =>
    page.map((fill) => fillOf(live, fill)).filter((fill) => fill !== undefined);

  function filterOf(
    input: ListInput,
    wallets: readonly number[],
    symbol: string | undefined,
    statuses: readonly number[] | undefined,
  ): OrderFilter {
    const market = marketOrAll(live, symbol);
    return {
      wallets,
      startTime: input.startTime,
      endTime: input.endTime,
      ...(market === 0 ? {} : { market }),
      ...(statuses === undefined ? {} : { statuses }),
    };
  }

  async function list(
    filter: OrderFilter,
    { current, size }: { current: number; size: number },
    context: UserContext,
  ): Promise<{ records: WireOrder[]; total: number; size: number; current: number }> {
    const user = context.session.coreUser;
    const open =
      filter.statuses !== undefined && filter.statuses.every((status) => status === 0 || status === 3 || status === 4);
    if (open) return openList(user, filter, current, size);
    await waitForHistory(reads, context.after);
    const page = await reads.orders(user, filter, { current, size });
    return { ...page, records: orders(page.records) };
  }

  /** Open orders come from memory: they are as fresh as the last batch. */
  function openList(user: number, filter: OrderFilter, current: number, size: number) {
    const { startTime = 0, endTime = Number.MAX_SAFE_INTEGER, statuses = [], wallets = [] } = filter;
    const all = live
      .openOrders(user, filter.market)
      .filter((order) => statuses.includes(order.status) && wallets.includes(order.wallet))
      .filter((order) => order.created >= startTime && order.created <= endTime);
    return { records: orders(all.slice((current - 1) * size, current * size)), total: all.length, size, current };
  }

  async function* exportOrders(filter: OrderFilter, context: UserContext) {
    await waitForHistory(reads, context.after);
    for await (const part of reads.orderParts(context.session.coreUser, filter)) yield orders(part);
  }

  const wallet = (account: Account): readonly number[] => [ACCOUNT_WALLET[account]];
  const one = (status: number | undefined): readonly number[] | undefined =>
    status === undefined ? undefined : [status];
  const centre = (account: Account | undefined): readonly number[] =>
    account === undefined ? MARGIN_AND_SPOT : wallet(account);

  async function currencies(user: number, wallets: readonly number[]): Promise<string[]> {
    const markets = await reads.orderMarkets(user, wallets);
    const coins = markets.flatMap((id) => {
      const market = live.market(id);
      return market === undefined ? [] : [live.asset(market.base)?.code, live.asset(market.quote)?.code];
    });
    return [...new Set(coins.filter((code) => code !== undefined))].sort();
  }

  return {
    handlers: {
      'currency.order.orderList': (input, context) =>
        list(filterOf(input, wallet(input.account), input.symbol, one(input.status)), input, context),
      'entrust.entrustlog': (input, context) =>
        list(filterOf(input, wallet(input.a), input.c, STATUSES[input.b]), input, context),
      async 'entrust.getEntrustLogCurrency'(input, context) {
        const wallets = centre(input.account);
        const page = await list(filterOf(input, wallets, input.symbol, one(input.status)), input, context);
        return { ...page, currencies: await currencies(context.session.coreUser, wallets) };
      },
      async 'entrust.get.myExchangeLog'(input, context) {
        const { current, size } = input;
        await waitForHistory(reads, context.after);
        const filter = filterOf(input, wallet(input.account), input.x, undefined);
        const page = await reads.fills(context.session.coreUser, filter, { current, size });
        return { ...page, records: fills(page.records) };
      },
      async 'entrust.transaction.details'(input, context) {
        const user = context.session.coreUser;
        const id = orderIdOf(input.id);
        const known = live.order(id);
        if (known !== undefined && known.user !== user) throw refuse(2101);
        await waitForHistory(reads, Math.max(context.after, known?.lastSeq ?? 0));
        const found = await reads.order(user, id);
        // The exchange knows it and SQL does not yet: it is there, and soon answers whole.
        if (!found && known !== undefined) throw refuse(503);
        const order = found && orderOf(live, found.order);
        if (!found || !order) throw refuse(2101);
        return { order, fills: fills(found.fills), fees: found.fills.flatMap((fill) => feesOf(fill, found.shares)) };
      },
    },
    exporters: {
      'currency.order.orderList': (input, context) =>
        exportOrders(filterOf(input, wallet(input.account), input.symbol, one(input.status)), context),
      'entrust.entrustlog': (input, context) =>
        exportOrders(filterOf(input, wallet(input.a), input.c, STATUSES[input.b]), context),
      'entrust.getEntrustLogCurrency': (input, context) =>
        exportOrders(filterOf(input, centre(input.account), input.symbol, one(input.status)), context),
      async *'entrust.get.myExchangeLog'(input, context) {
        await waitForHistory(reads, context.after);
        const filter = filterOf(input, wallet(input.account), input.x, undefined);
        for await (const part of reads.fillParts(context.session.coreUser, filter)) yield fills(part);
      },
    },
  };

  /** Where the fee of one fill went. */
  function feesOf(fill: Fill, shares: readonly FeeShare[]) {
    const asset = live.asset(fill.feeAsset);
    const wire = fillOf(live, fill);
    if (!asset || !wire) return [];
    const mine = shares.filter(
      (part) => part.trade === fill.trade && part.market === fill.market && part.asset === fill.feeAsset,
    );
    const sum = (share: number): Decimal =>
      decimalText(
        mine.filter((part) => part.share === share).reduce((total, part) => total + part.amount, 0),
        asset.scale,
      );
    return [
      {
        fillId: wire.id,
        coin: asset.code,
        fee: wire.fee,
        safety: sum(SAFETY_SHARE),
        referral: GENERATIONS.map(sum),
        house: sum(HOUSE_SHARE),
      },
    ];
  }
}
