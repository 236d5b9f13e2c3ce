// Lists newest first: a page with its total, or the whole list in parts for a CSV.

import type { Kysely, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';

/** Rows of a page, at most (calls.md §1). */
export const MOST_ROWS = 100;
/**
 * Rows that a list counts, and the last that a page shows: all of a customer with millions would be read for each page.
 * What is older is found by its time, or stands in a CSV.
 */
export const MOST_COUNTED = 10_000;
/** Rows of a CSV, at most (calls.md §1). */
export const MOST_CSV_ROWS = 100_000;
/** Rows read at once for a CSV. */
const PART = 2_000;

export interface PageAsked {
  /** From 1. */
  readonly current: number;
  /** 1 to 100. */
  readonly size: number;
}

export interface Page<T> {
  readonly records: readonly T[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
}

/** Times a list is cut to, ms UTC, both included. */
export interface TimeRange {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** How many rows a filtered query holds, `MOST_COUNTED` at most. */
async function countUpTo<Views, DB, TB extends keyof DB, Row>(
  db: Kysely<Views>,
  filtered: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const few = filtered.select(sql`1`.as('one')).limit(MOST_COUNTED);
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${few}) as few`.execute(db);
  return rows[0]?.total ?? 0;
}

/** One page of a filtered query; `ordered` is the same one with its columns and its order. */
export async function readPage<Views, DB, TB extends keyof DB, Filtered, Row, T>(
  db: Kysely<Views>,
  filtered: SelectQueryBuilder<DB, TB, Filtered>,
  ordered: SelectQueryBuilder<DB, TB, Row>,
  asked: PageAsked,
  map: (row: Row) => T,
): Promise<Page<T>> {
  const size = Math.min(Math.max(1, asked.size), MOST_ROWS);
  const current = Math.max(1, asked.current);
  const total = await countUpTo(db, filtered);
  const behind = (current - 1) * size;
  const left = Math.min(size, MOST_COUNTED - behind);
  const rows = left > 0 ? await ordered.limit(left).offset(behind).execute() : [];
  return { records: rows.map(map) as T[], total, size, current };
}

/**
 * A list in parts of some thousand rows, newest first, at most 100,000 rows: each part begins behind the last row of the
 * one before, so nothing is doubled or skipped when new rows arrive.
 */
export async function* readParts<Row, T>(
  part: (behind: Row | undefined, limit: number) => Promise<readonly Row[]>,
  map: (row: Row) => T,
): AsyncGenerator<readonly T[], void, undefined> {
  let behind: Row | undefined;
  for (let left = MOST_CSV_ROWS; left > 0;) {
    const rows = await part(behind, Math.min(PART, left));
    if (rows.length === 0) return;
    yield rows.map(map);
    left -= rows.length;
    behind = rows.at(-1);
    if (rows.length < PART) return;
  }
}
