// What is not kept for ever: index ticks with their sources. The event log still holds them.

import { type Kysely, sql } from 'kysely';
import type { ViewsDatabase } from './tables.ts';

/** Ticks and their sources are answered from SQL for two days: some 50 rows a second, about a gigabyte a day. */
export const TICKS_KEPT_MS = 2 * 86_400_000;
/** Ticks deleted at once: short locks, short transactions. */
const PRUNED_AT_ONCE = 10_000;

/** Deletes some ticks older than two days before `now` (ms UTC). True when more may be left. */
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
