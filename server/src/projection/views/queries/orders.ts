// The user's own orders: lists by account, market, status and time; one order with its fills and fee shares.

import type { AssetId, Atoms, MarketId, Millis, OrderId, Seq, UserId } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import type { Fill, Order } from '../../handlers/index.ts';
import { orderOf } from '../rows/memory.ts';
import type { RowOf, ViewsDatabase } from '../tables/tables.ts';
import {
  behind,
  equal,
  type List,
  oneOf,
  type Page,
  type PageAsked,
  type Parts,
  readPage,
  readParts,
  type TimeRange,
  within,
} from './list.ts';

export interface OrderFilter extends TimeRange {
  /** Wallets: 1 spot, 4 cross margin, 5 isolated margin. Absent: all. */
  readonly wallets?: readonly number[] | undefined;
  readonly market?: number | undefined;
  /** Statuses of calls.md §9. Absent: all. */
  readonly statuses?: readonly number[] | undefined;
}

export interface FillFilter extends TimeRange {
  readonly market?: number | undefined;
  readonly wallets?: readonly number[] | undefined;
}

/** One recipient's share of a trade's fee. */
export interface FeeShare {
  readonly market: MarketId;
  readonly trade: Seq;
  /** True: a share of the maker's fee; false: of the taker's. */
  readonly maker: boolean;
  readonly asset: AssetId;
  /** 1–3 referrer of that generation, 4 contract agent, 8 operator's fee account, 9 safety fund. */
  readonly share: number;
  readonly amount: Atoms;
}

export interface OrderDetails {
  readonly order: Order;
  /** Oldest first. */
  readonly fills: readonly Fill[];
  /** Shares of this order's own fees only. */
  readonly shares: readonly FeeShare[];
}

/** Most fills shown in the details of one order. */
const MOST_FILLS = 2_000;
/** Most shares of one fee: three referrers, an agent, the fee account, the safety fund. */
const SHARES_OF_A_FEE = 6;

/** Wallets that pay for orders and fills; each has an index in list order. */
const WALLETS = [1, 2, 3, 4, 5];

/**
 * Orders of lists. A take-profit or stop-loss order of a position counts once triggered; before that it is in a
 * separate list.
 */
function ordersOf(user: number, filter: OrderFilter): List<RowOf<'orders'>> {
  const { wallets = WALLETS, market, statuses } = filter;
  const own = [...equal('user_id', user), sql`not house`, ...within('created', filter)];
  return {
    table: 'orders',
    reaches: wallets.map((wallet) => [...equal('wallet', wallet), ...own]),
    rest: [...equal('market', market), ...oneOf('status', statuses), sql`(guard = 0 or fired)`],
    time: 'created',
    order: sql`created desc, seq desc, order_id desc`,
    after: (row) => behind(['created', 'seq', 'order_id'], row),
  };
}

function fillsOf(user: number, filter: FillFilter): List<RowOf<'fills'>> {
  const { wallets = WALLETS, market } = filter;
  const own = [...equal('user_id', user), ...within('time', filter)];
  return {
    table: 'fills',
    reaches: wallets.map((wallet) => [...equal('wallet', wallet), ...own]),
    rest: equal('market', market),
    time: 'time',
    order: sql`time desc, seq desc, market, trade desc, maker`,
    after: ({ time, seq, market: of, trade, maker }) => [
      sql`time <= ${time}`,
      sql`(-time, -seq, market, -trade, maker::int) > (${-time}::int8, ${-seq}::int8, ${of}::int4, ${-trade}::int8, ${maker ? 1 : 0}::int4)`,
    ],
  };
}

/** The user's orders, newest first. */
export async function readOrders(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: OrderFilter,
  asked: PageAsked,
): Promise<Page<Order>> {
  return readPage(db, ordersOf(user, filter), asked, orderOf);
}

/** The same in parts, for a CSV file. */
export function orderParts(db: Kysely<ViewsDatabase>, user: number, filter: OrderFilter): Parts<Order> {
  return readParts(db, ordersOf(user, filter), orderOf);
}

/** Markets in the user's orders of these wallets: the order centre's `currencies`. */
export async function readOrderMarkets(
  db: Kysely<ViewsDatabase>,
  user: number,
  wallets: readonly number[],
): Promise<readonly MarketId[]> {
  const rows = await db
    .selectFrom('order_markets')
    .select('market')
    .distinct()
    .where('user_id', '=', user)
    .where('wallet', 'in', [...wallets])
    .orderBy('market')
    .execute();
  return rows.map((row) => row.market as MarketId);
}

/** The user's own sides of trades, newest first. */
export async function readFills(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: FillFilter,
  asked: PageAsked,
): Promise<Page<Fill>> {
  return readPage(db, fillsOf(user, filter), asked, fillOf);
}

/** The same in parts, for a CSV file. */
export function fillParts(db: Kysely<ViewsDatabase>, user: number, filter: FillFilter): Parts<Fill> {
  return readParts(db, fillsOf(user, filter), fillOf);
}

/** One own order with its fills and fee shares; undefined if it is not the user's or was never opened. */
export async function readOrder(
  db: Kysely<ViewsDatabase>,
  user: number,
  order: number,
): Promise<OrderDetails | undefined> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', order)
    .where('user_id', '=', user)
    .where('house', '=', false)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const fills = await db
    .selectFrom('fills')
    .selectAll()
    .where('order_id', '=', order)
    .where('user_id', '=', user)
    .orderBy('trade')
    .limit(MOST_FILLS)
    .execute();
  const shares = await db
    .selectFrom('fee_shares')
    .innerJoin('fills', (join) =>
      join
        .onRef('fills.market', '=', 'fee_shares.market')
        .onRef('fills.trade', '=', 'fee_shares.trade')
        .onRef('fills.maker', '=', 'fee_shares.maker'),
    )
    .where('fills.order_id', '=', order)
    .where('fills.user_id', '=', user)
    .where('fills.trade', '<=', fills.at(-1)?.trade ?? 0)
    .select([
      'fee_shares.market',
      'fee_shares.trade',
      'fee_shares.maker',
      'fee_shares.asset',
      'fee_shares.share',
      'fee_shares.amount',
    ])
    .orderBy('fee_shares.trade')
    .orderBy('fee_shares.share')
    .limit(MOST_FILLS * SHARES_OF_A_FEE)
    .execute();
  return {
    order: orderOf(row),
    fills: fills.map(fillOf),
    shares: shares.map(({ market, trade, maker, asset, share, amount }) => ({
      market: market as MarketId,
      trade: trade as Seq,
      maker,
      asset: asset as AssetId,
      share,
      amount: amount as Atoms,
    })),
  };
}

/** A row of `fills` as the projection's type. */
export function fillOf(row: RowOf<'fills'>): Fill {
  return {
    market: row.market as MarketId,
    trade: row.trade as Seq,
    price: row.price as Fill['price'],
    lots: row.lots as Fill['lots'],
    value: row.value as Atoms,
    side: row.maker ? 3 - row.side : row.side,
    house: row.house,
    time: row.time as Millis,
    seq: row.seq as Seq,
    order: row.order_id as OrderId,
    user: row.user_id as UserId,
    ownSide: row.side,
    direction: row.direction,
    maker: row.maker,
    fee: row.fee as Atoms,
    feeAsset: row.fee_asset as AssetId,
  };
}
