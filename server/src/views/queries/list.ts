// Lists newest first: a page with its total, or the whole list in parts for a CSV. However long a customer's history is, a read
// looks at a bounded number of its rows.

import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Rows of a page, at most (calls.md §1). */
export const MOST_ROWS = 100;
/**
 * Rows that a list counts, and the last that a page shows: all of a customer with millions would be read for each page.
 * What is older is found by its time, or stands in a CSV.
 */
export const MOST_COUNTED = 10_000;
/** Rows that a page looks through for those that fit what no index serves, the newest of its times. */
export const MOST_SEARCHED = 50_000;
/** Rows of a CSV, at most (calls.md §1). */
export const MOST_CSV_ROWS = 100_000;
/** Rows that a CSV looks through at once, and in all. */
const PART = 2_000;
export const MOST_CSV_SEARCHED = 1_000_000;

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

type Condition = RawBuilder<unknown>;

/** A list of rows of one table. */
export interface List<Row> {
  readonly table: string;
  /** Its rows lie in these, each in one of them, each served by one index in the list's order. */
  readonly reaches: readonly (readonly Condition[])[];
  /** What must hold too, and no index serves. */
  readonly rest: readonly Condition[];
  /** `created desc, seq desc`. */
  readonly order: RawBuilder<unknown>;
  /** Holds for what comes after a row of the list. */
  readonly after: (row: Row) => readonly Condition[];
  /** Rows that one record of the list is made of; absent: one. */
  readonly rowsEach?: number;
  /** Columns beside the table's own. */
  readonly more?: RawBuilder<unknown>;
}

/** Conditions for a time of a list. */
export function within(column: string, { startTime, endTime }: TimeRange): Condition[] {
  const found: Condition[] = [];
  if (startTime !== undefined) found.push(sql`${sql.id(column)} >= ${startTime}`);
  if (endTime !== undefined) found.push(sql`${sql.id(column)} <= ${endTime}`);
  return found;
}

/** A condition where something is asked for, none where not. */
export function equal(column: string, value: number | undefined): Condition[] {
  return value === undefined ? [] : [sql`${sql.id(column)} = ${value}`];
}

/** The same for one of some values. */
export function oneOf(column: string, values: readonly number[] | undefined): Condition[] {
  if (values === undefined) return [];
  return values.length === 0 ? [sql`false`] : [sql`${sql.id(column)} in (${sql.join([...values])})`];
}

/** For lists whose whole order falls: behind a row. */
export function behind(columns: readonly string[], row: Readonly<Record<string, unknown>>): Condition[] {
  const names = sql.join(columns.map((column) => sql.id(column)));
  return [sql`(${names}) < (${sql.join(columns.map((column) => row[column]))})`];
}

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** The newest rows of the reaches, at most `limit` of each, in the list's order. */
function newest<Row>({ table, reaches, order }: List<Row>, limit: number, more: readonly Condition[] = []) {
  const parts = reaches.map(
    (reach) => sql`(select * from ${sql.id(table)} where ${all([...reach, ...more])} order by ${order} limit ${limit})`,
  );
  return sql`(${sql.join(parts, sql` union all `)}) as ${sql.id(table)}`;
}

/** One page of a list. */
export async function readPage<Views, Row, T>(
  db: Kysely<Views>,
  list: List<Row>,
  asked: PageAsked,
  map: (row: Row) => T,
): Promise<Page<T>> {
  const { rowsEach = 1 } = list;
  const most = MOST_COUNTED * rowsEach;
  const size = Math.min(Math.max(1, asked.size), MOST_ROWS * rowsEach);
  const current = Math.max(1, asked.current);
  const searched = newest(list, list.rest.length === 0 ? most : MOST_SEARCHED);
  const fits = all(list.rest);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select from ${searched} where ${fits} limit ${most}) as few`.execute(db);
  const before = (current - 1) * size;
  const left = Math.min(size, most - before);
  const records: T[] = [];
  if (left > 0) {
    const { rows } = await sql<Row>`
      select ${sql.id(list.table)}.*${list.more === undefined ? sql`` : sql`, ${list.more}`} from ${searched} where ${fits}
      order by ${list.order} limit ${left} offset ${before}`.execute(db);
    records.push(...rows.map(map));
  }
  return { records, total: counted[0]?.total ?? 0, size, current };
}

/**
 * A list in parts of some thousand rows, newest first, at most 100,000 rows: each part begins behind the last row that the
 * one before looked at, so nothing is doubled or skipped when new rows arrive.
 */
export async function* readParts<Views, Row, T>(
  db: Kysely<Views>,
  list: List<Row>,
  map: (row: Row) => T,
): AsyncGenerator<readonly T[], void, undefined> {
  const fits = all(list.rest);
  let left = MOST_CSV_ROWS;
  let last: Row | undefined;
  for (let searched = 0; searched < MOST_CSV_SEARCHED && left > 0; searched += PART) {
    const part: readonly (Row & { fits: boolean; place: number })[] = (
      await sql<Row & { fits: boolean; place: number }>`
        select * from (
          select ${sql.id(list.table)}.*${list.more === undefined ? sql`` : sql`, ${list.more}`}, ${fits} as fits,
            row_number() over (order by ${list.order}) as place
          from ${newest(list, PART, last === undefined ? [] : list.after(last))} order by ${list.order} limit ${PART}
        ) as part where fits or place = ${PART} order by place`.execute(db)
    ).rows;
    const found = part.filter((row) => row.fits).slice(0, left);
    if (found.length > 0) yield found.map(map);
    left -= found.length;
    last = part.at(-1);
    if (last === undefined || part.at(-1)?.place !== PART) return;
  }
}
