// Retention: deletes old index ticks with their sources, which the event log still holds. If set, it also drops old
// months of public trades, which customers' own fills still hold. The journal has all of it.

import { type Kysely, sql } from 'kysely';
import { type Month, type MonthlyTable, monthsOf, partitionName } from './months.ts';
import type { ViewsDatabase } from './tables/tables.ts';

/** SQL answers ticks and their sources for two days: some 50 rows per second, about a gigabyte per day. */
export const TICKS_KEPT_MS = 2 * 86_400_000;
/** Ticks deleted per transaction: short locks, short transactions. */
const PRUNED_AT_ONCE = 10_000;
/**
 * How long dropping a month waits for readers of its table before it is postponed, ms. Other readers would queue behind
 * it.
 */
const DROP_LOCK_MS = 1_000;

/** Deletes some ticks older than two days before `now` (ms UTC). Returns true if more may be left. */
export async function pruneTicks(db: Kysely<ViewsDatabase>, now: number): Promise<boolean> {
  const { rows } = await sql<{ pruned: number }>`
    with old as (
      select instrument, number from ticks where time < ${now - TICKS_KEPT_MS} order by time limit ${PRUNED_AT_ONCE}
    ), pruned as (
      delete from ticks using old where ticks.instrument = old.instrument and ticks.number = old.number returning 1
    )
    select count(*) as pruned from pruned`.execute(db);
  return (rows[0]?.pruned ?? 0) === PRUNED_AT_ONCE;
}

/**
 * Drops the public trades of whole months more than `kept` months (0: none) before the month of `now` (ms UTC). Returns
 * the dropped partitions.
 */
export async function dropOldTrades(db: Kysely<ViewsDatabase>, kept: number, now: number): Promise<string[]> {
  if (kept === 0) return [];
  const running = new Date(now);
  const since = Date.UTC(running.getUTCFullYear(), running.getUTCMonth() - kept);
  const old = (await monthsOf(db, 'trades')).filter(({ to }) => to <= since);
  for (const month of old) await dropMonth(db, 'trades', month);
  return old.map((month) => partitionName('trades', month));
}

/** Drops one month and records from when the table has rows, atomically. */
async function dropMonth(db: Kysely<ViewsDatabase>, table: MonthlyTable, month: Month): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(DROP_LOCK_MS)}`.execute(tx);
    await sql`drop table ${sql.id(partitionName(table, month))}`.execute(tx);
    await tx
      .insertInto('views_kept')
      .values({ name: table, since: month.to })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ since: month.to }))
      .execute();
  });
}

/** From when (ms UTC) a table has its rows; 0: from the first. */
export async function keptSince(db: Kysely<ViewsDatabase>, table: string): Promise<number> {
  const row = await db.selectFrom('views_kept').select('since').where('name', '=', table).executeTakeFirst();
  return row?.since ?? 0;
}
