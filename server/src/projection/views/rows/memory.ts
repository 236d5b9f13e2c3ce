// Reads the projection's memory back from the tables, so that it resumes from any row.

import type { Atoms, Millis, WholeQuote } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import {
  emptyState,
  INTERVALS,
  type Instrument,
  type Market,
  type OpenCandle,
  type OrderRow,
  type PriceState,
  type Tier,
  type User,
} from '../../handlers/index.ts';
import { noLines, readProducts } from './product-memory.ts';
import { candleKey, type ViewsMemory } from './rows.ts';
import type { RowOf, ViewsDatabase, ViewsStateRow } from '../tables/tables.ts';

/** Increment whenever the same events give other rows: the next start then rebuilds the views. */
export const FOLD_VERSION = 9;

/** Memory before the first row. */
export function emptyMemory(): ViewsMemory {
  return {
    state: emptyState(),
    candles: new Map(),
    opened: new Map(),
    came: new Map(),
    bills: 0,
    lines: noLines(),
    valid: new Map(),
  };
}

/** The last projected row; undefined if there is none. */
export async function readViewsState(db: Kysely<ViewsDatabase>): Promise<ViewsStateRow | undefined> {
  return db.selectFrom('views_state').selectAll().where('one', '=', 1).executeTakeFirst();
}

/** The memory as of the last projected row. Call only while no projection runs. */
export async function readMemory(db: Kysely<ViewsDatabase>): Promise<ViewsMemory> {
  const memory = emptyMemory();
  const { state } = memory;
  for (const row of await db.selectFrom('assets').selectAll().execute()) state.assets.set(row.asset, row as never);
  for (const { tick_decimals, ...row } of await db.selectFrom('instruments').selectAll().execute()) {
    state.instruments.set(row.instrument, { ...row, tickDecimals: tick_decimals } as Instrument);
  }
  for (const row of await db.selectFrom('markets').selectAll().execute()) state.markets.set(row.market, marketOf(row));
  for (const row of await db.selectFrom('tiers').selectAll().execute()) state.tiers.set(row.tier, row as Tier);
  for (const { user_id, opened, ...row } of await db.selectFrom('users_core').selectAll().execute()) {
    state.users.set(user_id, { user: user_id, ...row } as User);
    memory.opened.set(user_id, opened);
  }
  for (const row of await db.selectFrom('price_states').selectAll().execute()) {
    const { instrument, state: now, opens_at, closes_at } = row;
    state.priceStates.set(instrument, { instrument, state: now, opensAt: opens_at, closesAt: closes_at } as PriceState);
  }
  for (const { user_id, came, ...row } of await db.selectFrom('balances').selectAll().orderBy('account').execute()) {
    if (came > 0n) memory.came.set(row.account, came);
    state.accounts.set(row.account, { ...row, user: user_id } as never);
  }
  const open = db
    .selectFrom('orders')
    .selectAll()
    .where('house', '=', false)
    .where('status', 'in', [0, 3, 4])
    .orderBy('order_id');
  for (const row of await open.execute()) state.orders.set(row.order_id, orderOf(row));
  // One look-up per candle, driven by the tickers: the candles table may hold years.
  const candles = await sql<RowOf<'candles'>>`
    select newest.* from tickers
    cross join generate_series(0, ${INTERVALS.length - 1}::int) as widths(width)
    cross join lateral (
      select * from candles
      where kind = tickers.kind and subject = tickers.subject and width = widths.width
      order by time desc limit 1) newest`.execute(db);
  for (const row of candles.rows) memory.candles.set(candleKey(row.kind, row.subject, row.width), candleOf(row));
  await readProducts(db, memory);
  memory.bills = (await readViewsState(db))?.bills ?? 0;
  return memory;
}

/** A row of `markets` as the projection's type. */
export function marketOf(row: RowOf<'markets'>): Market {
  return {
    market: row.market,
    type: row.type,
    instrument: row.instrument,
    base: row.base,
    quote: row.quote,
    tickDecimals: row.tick_decimals,
    lotDecimals: row.lot_decimals,
    atomsPerTickLot: row.atoms_per_tick_lot,
    baseAtomsPerLot: row.base_atoms_per_lot,
    minValue: row.min_value,
    maxValue: row.max_value,
    state: row.state,
  } as Market;
}

/** A row of `orders` as the projection's type. */
export function orderOf(row: RowOf<'orders'>): OrderRow {
  return {
    order: row.order_id,
    user: row.user_id,
    market: row.market,
    wallet: row.wallet,
    side: row.side,
    type: row.type,
    timeInForce: row.time_in_force,
    price: row.price,
    lots: row.lots,
    amount: row.amount,
    trigger: row.trigger,
    triggerBy: row.trigger_by,
    status: row.status,
    reason: row.reason,
    dealtLots: row.dealt_lots,
    dealtValue: row.dealt_value,
    fee: row.fee,
    resting: row.resting,
    makerRate: row.maker_rate,
    takerRate: row.taker_rate,
    direction: row.direction,
    marginMode: row.margin_mode,
    leverage: row.leverage,
    stopProfit: row.stop_profit,
    stopLoss: row.stop_loss,
    position: row.position,
    guard: row.guard,
    created: row.created,
    updated: row.updated,
    seq: row.seq,
    lastSeq: row.last_seq,
  } as OrderRow;
}

/** A row of `candles` as the projection's type. */
export function candleOf(row: RowOf<'candles'>): OpenCandle {
  return {
    time: row.time as Millis,
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    volume: row.volume,
    turnover: row.turnover as WholeQuote,
    turnoverRest: row.turnover_rest as Atoms,
  };
}
