// Initial data of the live projection: candles, trades, ticks and times of open orders, all from one snapshot.

import type { Cents, InstrumentId, Millis, OrderId, Seq, Ticks } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import { type Candle, INTERVALS, type PracticeUsers, type Subject } from '../../handlers/index.ts';
import { CANDLES_KEPT, type History, MINUTES_KEPT, TICKS_KEPT, TRADES_KEPT } from '../../live/index.ts';
import { candleOf, readViewsState } from '../rows/memory.ts';
import type { RowOf, ViewsDatabase } from '../tables/tables.ts';
import { readProductHistory } from './product-history.ts';
import { INDEX_KIND, kindOf, tickOf, tradeOf } from './prices.ts';

const POLL = 50;

/**
 * Waits until the views reach `row`, then reads the live projection's initial data in one snapshot.
 * @throws if `waitMs` pass before that.
 */
export async function readHistory(
  db: Kysely<ViewsDatabase>,
  row: number,
  seq: number,
  waitMs: number,
  practice?: PracticeUsers,
): Promise<History> {
  const until = performance.now() + waitMs;
  let stands = (await readViewsState(db))?.row ?? 0;
  while (stands < row) {
    if (performance.now() > until) {
      throw new Error(
        `views: expected row ${row} to be folded within ${waitMs} ms, they stand at ${stands}; look at the views' log`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL));
    stands = (await readViewsState(db))?.row ?? 0;
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const at = (await readViewsState(tx))?.row ?? 0;
      return {
        row: at,
        candles: await readKeptCandles(tx),
        openings: await readOpenings(tx),
        orders: await readOrderTimes(tx, seq),
        trades: (await newest<RowOf<'trades'>>(tx, 'trades', 'market', 'trade', TRADES_KEPT)).map((one) =>
          tradeOf(one, practice),
        ),
        ticks: (await newest<RowOf<'ticks'>>(tx, 'ticks', 'instrument', 'number', TICKS_KEPT)).map(tickOf),
        ...(await readProductHistory(tx, seq)),
      };
    });
}

/** The newest rows of each market or instrument, oldest first. */
async function newest<Row>(
  db: Kysely<ViewsDatabase>,
  table: 'trades' | 'ticks',
  owner: string,
  number: string,
  most: number,
): Promise<Row[]> {
  // Trades by time first, so that only the newest monthly partitions are read.
  const by = table === 'trades' ? sql`time desc, trade desc` : sql`number desc`;
  const kind = table === 'ticks' ? sql`kind = 0` : sql`kind between 1 and 3`;
  const found = await sql<Row>`
    select rows.* from tickers
    cross join lateral (
      select * from ${sql.id(table)} where ${sql.id(owner)} = tickers.subject order by ${by} limit ${most}
    ) rows where ${kind} order by ${sql.id('rows', owner)}, ${sql.id('rows', number)}`.execute(db);
  return found.rows;
}

async function readKeptCandles(db: Kysely<ViewsDatabase>): Promise<History['candles']> {
  const groups = new Map<string, { subject: Subject; interval: (typeof INTERVALS)[number]; candles: Candle[] }>();
  for (const [width, interval] of INTERVALS.entries()) {
    const most = interval === '1m' ? MINUTES_KEPT : CANDLES_KEPT;
    const found = await sql<RowOf<'candles'>>`
      select kept.* from tickers
      cross join lateral (
        select * from candles
        where kind = tickers.kind and subject = tickers.subject and width = ${width}::int2
        order by time desc limit ${most}
      ) kept order by kept.kind, kept.subject, kept.time`.execute(db);
    for (const row of found.rows) {
      const key = `${row.kind}:${row.subject}:${width}`;
      let group = groups.get(key);
      if (group === undefined) {
        group = { subject: { kind: kindOf(row.kind), id: row.subject }, interval, candles: [] };
        groups.set(key, group);
      }
      group.candles.push(candleOf(row));
    }
  }
  return [...groups.values()];
}

/** The first minute of each index. Candles are never deleted. */
async function readOpenings(db: Kysely<ViewsDatabase>): Promise<NonNullable<History['openings']>> {
  const { rows } = await sql<{ instrument: number; time: number; open: number }>`
    select tickers.subject as instrument, first.time, first.open from tickers
    cross join lateral (
      select time, open from candles
      where kind = ${INDEX_KIND}::int2 and subject = tickers.subject and width = 0::int2 order by time limit 1
    ) first where tickers.kind = ${INDEX_KIND}::int2`.execute(db);
  return rows.map(({ instrument, time, open }) => ({
    instrument: instrument as InstrumentId,
    time: time as Millis,
    price: open as Cents,
  }));
}

async function readOrderTimes(db: Kysely<ViewsDatabase>, seq: number): Promise<History['orders']> {
  const rows = await db
    .selectFrom('orders')
    .select(['order_id', 'stop_profit', 'stop_loss', 'created', 'updated', 'seq', 'last_seq'])
    .where('house', '=', false)
    .where(({ or, eb }) => or([eb('status', 'in', [0, 3, 4]), eb('last_seq', '>', seq)]))
    .execute();
  return rows.map((row) => ({
    order: row.order_id as OrderId,
    stopProfit: row.stop_profit as Ticks,
    stopLoss: row.stop_loss as Ticks,
    created: row.created as Millis,
    updated: row.updated as Millis,
    seq: row.seq as Seq,
    lastSeq: row.last_seq as Seq,
  }));
}
