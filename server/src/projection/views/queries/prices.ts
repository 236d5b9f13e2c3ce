// Past prices: candles, index ticks with their sources, public trades.

import type { Cents, InstrumentId, MarketId, Millis, Seq } from '@vitrine/core';
import type { Kysely } from 'kysely';
import {
  type Candle,
  type Interval,
  INTERVALS,
  practiceMark,
  type PracticeUsers,
  type Subject,
  type Tick,
  type TickSource,
  type Trade,
} from '../../handlers/index.ts';
import { candleOf } from '../rows/memory.ts';
import { MARK_KIND } from '../rows/rows.ts';
import type { RowOf, ViewsDatabase } from '../tables/tables.ts';

/** Most candles and ticks in one answer (calls.md §3, §6). */
export const MOST_CANDLES = 1_000;
export const MOST_TICKS = 1_000;
/** Most public trades in one answer (calls.md §3). */
export const MOST_TRADES = 500;

/** Kind of an index's candles as stored. */
export const INDEX_KIND = 0;

export interface CandlesAsked {
  readonly subject: Subject;
  readonly interval: Interval;
  /** Bounds of candle starts, ms UTC, inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** At most 1,000; the newest within the bounds. */
  readonly limit?: number | undefined;
}

/** Kind as stored: 0 index, 1–3 the market's type, 4 mark. */
export function kindNumber(kind: Subject['kind']): number {
  return kind === 'index' ? INDEX_KIND : kind === 'mark' ? MARK_KIND : kind;
}

/** The kind for a stored number. */
export function kindOf(kind: number): Subject['kind'] {
  return kind === INDEX_KIND ? 'index' : kind === MARK_KIND ? 'mark' : (kind as Subject['kind']);
}

/** Candles, oldest first; the last may still be open, as of the last write. */
export async function readCandles(db: Kysely<ViewsDatabase>, asked: CandlesAsked): Promise<readonly Candle[]> {
  let query = db
    .selectFrom('candles')
    .selectAll()
    .where('kind', '=', kindNumber(asked.subject.kind))
    .where('subject', '=', asked.subject.id)
    .where('width', '=', INTERVALS.indexOf(asked.interval));
  if (asked.from !== undefined) query = query.where('time', '>=', asked.from);
  if (asked.to !== undefined) query = query.where('time', '<=', asked.to);
  const rows = await query
    .orderBy('time', 'desc')
    .limit(Math.min(asked.limit ?? MOST_CANDLES, MOST_CANDLES))
    .execute();
  return rows.reverse().map(candleOf);
}

export interface TicksAsked {
  readonly instrument: number;
  /** Bounds by command number or by time (ms UTC), inclusive. */
  readonly fromSeq?: number | undefined;
  readonly toSeq?: number | undefined;
  readonly fromTime?: number | undefined;
  readonly toTime?: number | undefined;
  readonly limit?: number | undefined;
}

/** Index ticks with sources, oldest first, from the lower bound on. */
export async function readTicks(db: Kysely<ViewsDatabase>, asked: TicksAsked): Promise<readonly Tick[]> {
  let query = db.selectFrom('ticks').selectAll().where('instrument', '=', asked.instrument);
  if (asked.fromSeq !== undefined) query = query.where('seq', '>=', asked.fromSeq);
  if (asked.toSeq !== undefined) query = query.where('seq', '<=', asked.toSeq);
  if (asked.fromTime !== undefined) query = query.where('time', '>=', asked.fromTime);
  if (asked.toTime !== undefined) query = query.where('time', '<=', asked.toTime);
  // Ordered by the index that serves the bounds: an instrument's tick numbers, commands and times ascend together.
  const byTime = asked.fromTime !== undefined || asked.toTime !== undefined;
  const bySeq = asked.fromSeq !== undefined || asked.toSeq !== undefined;
  const rows = await query
    .$if(byTime, (ordered) => ordered.orderBy('time'))
    .$if(bySeq && !byTime, (ordered) => ordered.orderBy('seq'))
    .orderBy('number')
    .limit(Math.min(asked.limit ?? MOST_TICKS, MOST_TICKS))
    .execute();
  return rows.map(tickOf);
}

/** Public trades of a market, newest first. */
export async function readTrades(
  db: Kysely<ViewsDatabase>,
  market: number,
  limit: number,
  practice?: PracticeUsers,
): Promise<readonly Trade[]> {
  const rows = await db
    .selectFrom('trades')
    .selectAll()
    .where('market', '=', market)
    .orderBy('time', 'desc')
    .orderBy('trade', 'desc')
    .limit(Math.min(limit, MOST_TRADES))
    .execute();
  return rows.map((row) => tradeOf(row, practice));
}

/** A row of `trades` without the two sides; marked if no customer was one of them. */
export function tradeOf(row: RowOf<'trades'>, practice: PracticeUsers = new Set()): Trade {
  return {
    ...practiceMark(practice, row.taker, row.maker),
    market: row.market as MarketId,
    trade: row.trade as Seq,
    price: row.price as Trade['price'],
    lots: row.lots as Trade['lots'],
    value: row.value as Trade['value'],
    side: row.side,
    house: row.house,
    time: row.time as Millis,
    seq: row.seq as Seq,
  };
}

/** A row of `ticks` with its sources parsed. */
export function tickOf(row: RowOf<'ticks'>): Tick {
  return {
    instrument: row.instrument as InstrumentId,
    number: row.number as Seq,
    seq: row.seq as Seq,
    time: row.time as Millis,
    price: row.price as Cents,
    spread: row.spread as Cents,
    used: row.used,
    total: row.total,
    state: row.state,
    sources: row.sources === '' ? [] : row.sources.split(';').map(sourceOf),
  };
}

function sourceOf(text: string): TickSource {
  const [source, offset, age, state] = text.split(',').map(Number);
  if (source === undefined || offset === undefined || age === undefined || state === undefined) {
    throw new Error(`views: expected source,offset,age,state in ticks.sources, got "${text}"; rebuild the views`);
  }
  return { source, offset: offset as Cents, age: age as Millis, state };
}
