// Lists, newest first: a page with its total, or the whole list in parts for a CSV file. However long a customer's
// history is, a read examines a bounded number of rows.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { chargeRows } from '../../../api/load/index.ts';

/** Most rows of a page (calls.md §1). */
export const MOST_ROWS = 100;
/**
 * Most rows that a list counts, and the last row that a page can show. Otherwise each page would read all rows of a
 * customer with millions. Older rows are found by time, or in a CSV file.
 */
export const MOST_COUNTED = 10_000;
/** Most rows that a page searches, newest first, for conditions without an index. */
export const MOST_SEARCHED = 50_000;
/** Most rows of a CSV file (calls.md §1). */
export const MOST_CSV_ROWS = 100_000;
/** Rows that a CSV file searches per part, and in total. */
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
  /**
   * The total includes every row from this time on (ms UTC). Older rows were not searched; the same list with this as
   * `endTime` continues there. Null: the whole list was searched.
   */
  readonly searchedUntil: number | null;
}

/** Parts of a file; returns where it ended, as `searchedUntil` of a page. */
export type Parts<T> = AsyncGenerator<readonly T[], number | null, undefined>;

/** Time bounds of a list, ms UTC: from `startTime` inclusive to `endTime` exclusive. */
export interface TimeRange {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

type Condition = RawBuilder<unknown>;

/** A list of rows of one table. */
export interface List<Row> {
  readonly table: string;
  /** Disjoint conditions that together cover the list's rows; each is served by one index in the list's order. */
  readonly reaches: readonly (readonly Condition[])[];
  /** Further conditions that no index serves. */
  readonly rest: readonly Condition[];
  /** The time column that the list's order begins with. */
  readonly time: string;
  /** `created desc, seq desc`. */
  readonly order: RawBuilder<unknown>;
  /** Conditions for the rows after a given row. */
  readonly after: (row: Row) => readonly Condition[];
  /** Table rows per record of the list; absent: one. */
  readonly rowsEach?: number;
  /** Columns in addition to the table's own. */
  readonly more?: RawBuilder<unknown>;
}

/** Conditions for a time of a list. */
export function within(column: string, { startTime, endTime }: TimeRange): Condition[] {
  const found: Condition[] = [];
  if (startTime !== undefined) found.push(sql`${sql.id(column)} >= ${startTime}`);
  if (endTime !== undefined) found.push(sql`${sql.id(column)} < ${endTime}`);
  return found;
}

/** An equality condition if a value is given, else none. */
export function equal(column: string, value: number | undefined): Condition[] {
  return value === undefined ? [] : [sql`${sql.id(column)} = ${value}`];
}

/** The same for a set of values. */
export function oneOf(column: string, values: readonly number[] | undefined): Condition[] {
  if (values === undefined) return [];
  return values.length === 0 ? [sql`false`] : [sql`${sql.id(column)} in (${sql.join([...values])})`];
}

/** Rows after a given row, for lists whose whole order descends. */
export function behind(columns: readonly string[], row: Readonly<Record<string, unknown>>): Condition[] {
  const names = sql.join(columns.map((column) => sql.id(column)));
  return [sql`(${names}) < (${sql.join(columns.map((column) => row[column]))})`];
}

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

const part = (
  conditions: readonly Condition[],
  table: string,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql`(select * from ${sql.id(table)} where ${all(conditions)} order by ${order} ${limit})`;

/** Up to `limit` rows of each reach, in the list's order. */
function newest<Row>(
  { table, reaches, order }: List<Row>,
  limit: RawBuilder<unknown>,
  more: readonly Condition[] = [],
) {
  const parts = reaches.map((reach) => part([...reach, ...more], table, order, limit));
  return sql`(${sql.join(parts, sql` union all `)}) as ${sql.id(table)}`;
}

interface Counted {
  readonly total: number;
  readonly until: number | null;
  /** Rows that were searched. */
  readonly looked: number;
}

/**
 * Counts matches among the newest rows and reports how far it searched. Rows of one time are searched together, so a
 * search that continues before that time neither repeats nor skips any. With several reaches it goes as far as the
 * shortest.
 */
async function count<Views, Row>(db: Kysely<Views>, list: List<Row>, most: number): Promise<Counted> {
  const { table, reaches, rest, time } = list;
  const limit = rest.length === 0 ? most : MOST_SEARCHED;
  const at = sql.id(time);
  const newestOf = (reach: readonly Condition[]) =>
    sql`${part(reach, table, sql`${at} desc`, sql`fetch first (${limit}) rows with ties`)} as ${sql.id(table)}`;
  const looks = reaches.map(
    (reach) => sql`select count(*) as looked, count(*) filter (where ${all(rest)}) as fitting, min(${at}) as oldest
      from ${newestOf(reach)}`,
  );
  const { rows } = await sql<{ looked: number; fitting: number; oldest: number | null }>`
    ${sql.join(looks, sql` union all `)}`.execute(db);
  const looked = rows.reduce((sum, row) => sum + row.looked, 0);
  chargeRows(looked);
  const cuts = rows.flatMap(({ looked, oldest }) => (looked >= limit && oldest !== null ? [oldest] : []));
  const cut = cuts.length === 0 ? null : Math.max(...cuts);
  const fitting = rows.reduce((sum, row) => sum + row.fitting, 0);
  const together = reaches.length === 1 && rest.length === 0;
  const counted =
    together || (fitting <= most && (cut === null || reaches.length === 1))
      ? { total: fitting, until: cut, looked }
      : { ...(await countTo(db, list, most, cut, looked)), looked };
  if (counted.until === null) return counted;
  const older = reaches.map(
    (reach) => sql`exists(select from ${sql.id(table)} where ${all([...reach, sql`${at} < ${counted.until}`])})`,
  );
  const left = await sql<{ left: boolean }>`select ${sql.join(older, sql` or `)} as left`.execute(db);
  return left.rows[0]?.left === true ? counted : { ...counted, until: null };
}

/** The newest matches from the time `cut` on. */
async function countTo<Views, Row>(
  db: Kysely<Views>,
  { table, reaches, rest, time }: List<Row>,
  most: number,
  cut: number | null,
  looked: number,
): Promise<Omit<Counted, 'looked'>> {
  const at = sql.id(time);
  const from = cut === null ? [] : [sql`${at} >= ${cut}`];
  const parts = reaches.map((reach) => part([...reach, ...from], table, sql`${at} desc`, sql`offset 0`));
  const { rows } = await sql<{ total: number; oldest: number | null }>`
    select count(*) as total, min(time) as oldest from (
      select ${at} as time from (${sql.join(parts, sql` union all `)}) as ${sql.id(table)} where ${all(rest)}
      order by ${at} desc fetch first (${most}) rows with ties) as found`.execute(db);
  chargeRows(looked);
  const [{ total, oldest } = { total: 0, oldest: null }] = rows;
  return { total, until: total >= most ? oldest : cut };
}

/** One page of a list. */
export async function readPage<Views, Row, T>(
  db: Kysely<Views>,
  list: List<Row>,
  asked: PageAsked,
  map: (row: Row) => T,
): Promise<Page<T>> {
  const { rowsEach = 1 } = list;
  const size = Math.min(Math.max(1, asked.size), MOST_ROWS * rowsEach);
  const current = Math.max(1, asked.current);
  const { total, until, looked: searched } = await count(db, list, MOST_COUNTED * rowsEach);
  const before = (current - 1) * size;
  const left = Math.min(size, total - before);
  const records: T[] = [];
  if (left > 0) {
    // Only searched rows are shown, so they match the count. `offset 0` keeps the planner from choosing another plan
    // for `rest`.
    const looked =
      list.rest.length === 0
        ? newest(list, sql`limit ${before + left}`)
        : newest(list, sql`offset 0`, until === null ? [] : [sql`${sql.id(list.time)} >= ${until}`]);
    const { rows } = await sql<Row>`
      select ${sql.id(list.table)}.*${list.more === undefined ? sql`` : sql`, ${list.more}`}
      from ${looked} where ${all(list.rest)}
      order by ${list.order} limit ${left} offset ${before}`.execute(db);
    // Without other conditions each reach ends at the page's last row.
    chargeRows(list.rest.length === 0 ? Math.min(searched, (before + left) * list.reaches.length) : searched);
    records.push(...rows.map(map));
  }
  return { records, total, size, current, searchedUntil: until };
}

/**
 * A list in parts of a few thousand rows, newest first, up to 100,000 rows and the rest of the last one's time. Each
 * part begins after the last row searched before, so new rows cause no duplicates or gaps.
 */
export async function* readParts<Views, Row, T>(
  db: Kysely<Views>,
  list: List<Row>,
  map: (row: Row) => T,
  most: { readonly rows: number; readonly searched: number } = { rows: MOST_CSV_ROWS, searched: MOST_CSV_SEARCHED },
): Parts<T> {
  const fits = all(list.rest);
  let left = most.rows;
  let last: Looked<Row> | undefined;
  /** The file is full: only rows with this time are left. */
  let end: number | undefined;
  for (let searched = PART; ; searched += PART) {
    const rows: readonly Looked<Row>[] = (
      await sql<Looked<Row>>`
        select * from (
          select ${sql.id(list.table)}.*${list.more === undefined ? sql`` : sql`, ${list.more}`}, ${fits} as fits,
            ${sql.id(list.time)} as looked_at, row_number() over (order by ${list.order}) as place
          from ${newest(list, sql`limit ${PART}`, last === undefined ? [] : list.after(last))} order by ${list.order} limit ${PART}
        ) as part where fits or place = ${PART} order by place`.execute(db)
    ).rows;
    chargeRows(rows.at(-1)?.place === PART ? PART * list.reaches.length : rows.length);
    const fitting = rows.filter((row) => row.fits);
    const found = end === undefined ? fitting.slice(0, left) : [];
    left -= found.length;
    if (left === 0) end ??= found.at(-1)?.looked_at;
    found.push(...fitting.slice(found.length).filter((row) => row.looked_at === end));
    if (found.length > 0) yield found.map(map);
    const until = end;
    if (until !== undefined && rows.some((row) => row.looked_at < until)) return until;
    last = rows.at(-1);
    if (last?.place !== PART) return null;
    if (searched >= most.searched) end ??= last.looked_at;
  }
}

type Looked<Row> = Row & { readonly fits: boolean; readonly place: number; readonly looked_at: number };

/** Maps a file's parts; returns where it ended. */
export async function* mapParts<T, W>(parts: Parts<T>, map: (part: readonly T[]) => W[] | Promise<W[]>): Parts<W> {
  for (;;) {
    const { done, value } = await parts.next();
    if (done === true) return value;
    yield await map(value);
  }
}
