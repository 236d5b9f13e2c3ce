// The one object that the edge asks for history. Every own list carries the user's id.

import type { MarketId } from '@vitrine/core';
import type pg from 'pg';
import type { Candle, Fill, Order, Tick, Trade } from '../../fold/index.ts';
import type { HistoryLoader } from '../../live/index.ts';
import { viewsDatabase, viewsPool } from '../database.ts';
import { readViewsState } from '../memory.ts';
import {
  type BillFilter,
  type BillLine,
  billParts,
  type BillSum,
  type DayWorth,
  readBills,
  readBillSums,
  readDailyWorth,
} from './bills.ts';
import { readHistory } from './history.ts';
import {
  type FillFilter,
  fillParts,
  type OrderDetails,
  type OrderFilter,
  orderParts,
  readFills,
  readOrder,
  readOrderMarkets,
  readOrders,
} from './orders.ts';
import type { Page, PageAsked } from './page.ts';
import { type CandlesAsked, readCandles, readTicks, readTrades, type TicksAsked } from './prices.ts';

/** Connections for reads. */
const CONNECTIONS = 6;
/** How long the live fold's start waits for the views to catch up, ms. */
const HISTORY_WAIT = 120_000;

export interface ViewsReads {
  /** Own orders, newest first. */
  orders(user: number, filter: OrderFilter, page: PageAsked): Promise<Page<Order>>;
  orderParts(user: number, filter: OrderFilter): AsyncGenerator<readonly Order[], void, undefined>;
  /** One own order with fills and fee shares; undefined when it is not this user's. */
  order(user: number, order: number): Promise<OrderDetails | undefined>;
  /** Markets met in own orders of these wallets. */
  orderMarkets(user: number, wallets: readonly number[]): Promise<readonly MarketId[]>;
  fills(user: number, filter: FillFilter, page: PageAsked): Promise<Page<Fill>>;
  fillParts(user: number, filter: FillFilter): AsyncGenerator<readonly Fill[], void, undefined>;
  bills(user: number, filter: BillFilter, page: PageAsked): Promise<Page<BillLine>>;
  billParts(user: number, filter: BillFilter): AsyncGenerator<readonly BillLine[], void, undefined>;
  billSums(user: number, filter: BillFilter): Promise<readonly BillSum[]>;
  /** USDT worth at the end of each of the last `days` UTC days (30), wallet 0 for all. */
  dailyWorth(user: number, wallet: number, now: number, days?: number): Promise<readonly DayWorth[]>;
  candles(asked: CandlesAsked): Promise<readonly Candle[]>;
  ticks(asked: TicksAsked): Promise<readonly Tick[]>;
  /** Public trades, newest first. */
  trades(market: number, limit: number): Promise<readonly Trade[]>;
  /** Given to `createLive`. */
  readonly history: HistoryLoader;
  /** The last row and command that SQL shows. */
  folded(): Promise<{ row: number; seq: number }>;
  close(): Promise<void>;
}

/** Opens the reads on their own pool of connections. The caller closes them. */
export function openReads(connection: pg.PoolConfig, schema?: string): ViewsReads {
  const db = viewsDatabase(
    viewsPool(connection, { use: 'read', most: CONNECTIONS, ...(schema === undefined ? {} : { schema }) }),
  );
  return {
    orders: (user, filter, page) => readOrders(db, user, filter, page),
    orderParts: (user, filter) => orderParts(db, user, filter),
    order: (user, order) => readOrder(db, user, order),
    orderMarkets: (user, wallets) => readOrderMarkets(db, user, wallets),
    fills: (user, filter, page) => readFills(db, user, filter, page),
    fillParts: (user, filter) => fillParts(db, user, filter),
    bills: (user, filter, page) => readBills(db, user, filter, page),
    billParts: (user, filter) => billParts(db, user, filter),
    billSums: (user, filter) => readBillSums(db, user, filter),
    dailyWorth: (user, wallet, now, days = 30) => readDailyWorth(db, user, wallet, days, now),
    candles: (asked) => readCandles(db, asked),
    ticks: (asked) => readTicks(db, asked),
    trades: (market, limit) => readTrades(db, market, limit),
    history: (row, seq) => readHistory(db, row, seq, HISTORY_WAIT),
    async folded() {
      const stands = await readViewsState(db);
      return { row: stands?.row ?? 0, seq: stands?.seq ?? 0 };
    },
    close: () => db.destroy(),
  };
}
