// Checks that every projected row is in the event log without a gap.

import { type Kysely, sql } from 'kysely';
import type { ViewsDatabase } from './tables/tables.ts';

/** A row that the event log should hold; undefined if every row up to `upTo` is there. */
export type MissingRow = number | undefined;

/**
 * Searches the event log for a gap up to the views' last row. Only rows added since the last check are counted, so a
 * start does not slow down as the log grows.
 */
export async function findGap(db: Kysely<ViewsDatabase>, upTo: number): Promise<MissingRow> {
  const known = await db.selectFrom('views_checked').select('row').where('one', '=', 1).executeTakeFirst();
  // After a crash the database may be behind what was checked: async commits are lost together from the end.
  const from = Math.min(known?.row ?? 0, upTo);
  const { rows } = await sql<{ missing: number | null }>`
    select min(expected) as missing from (
      select row, ${from}::int8 + row_number() over (order by row) as expected
      from event_log where row > ${from} and row <= ${upTo}
    ) numbered where row <> expected`.execute(db);
  const { rows: ends } = await sql<{ last: number | null }>`
    select max(row) as last from event_log where row <= ${upTo}`.execute(db);
  const missing = rows[0]?.missing ?? ((ends[0]?.last ?? 0) < upTo ? (ends[0]?.last ?? 0) + 1 : undefined);
  if (missing === undefined && known?.row !== upTo) {
    const checked = { one: 1, row: upTo };
    await db
      .insertInto('views_checked')
      .values(checked)
      .onConflict((conflict) => conflict.column('one').doUpdateSet(checked))
      .execute();
  }
  return missing;
}
