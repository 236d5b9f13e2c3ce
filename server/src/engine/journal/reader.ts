// Reads the journal in order and verifies it: each row must follow the previous one and match its hash.

import type pg from 'pg';
import { damagedRow, JournalError, missingRow } from './error.ts';
import { type JournalRow, NO_HASH, ROW_HASH_SQL, rowHash } from './row.ts';

/** Rows fetched per query. */
const PAGE_ROWS = 256;
/** Rows checked per query inside the database. */
const CHECK_ROWS = 2_000;

interface Columns {
  readonly row: number;
  readonly epoch: number;
  readonly first_seq: number;
  readonly count: number;
  readonly time: number;
  readonly rules: number;
  readonly commands: Buffer;
  readonly event_hash: Buffer;
  readonly prev_hash: Buffer;
  readonly row_hash: Buffer;
  readonly build: string | null;
  readonly rules_after: number | null;
}

/** The end of the journal. Row 0: the journal is empty. */
export interface Head {
  readonly row: number;
  readonly rowHash: string;
  /** ms UTC of the last batch. */
  readonly time: number;
  /** Number of the last command. */
  readonly seq: number;
}

const COLUMNS =
  'row, epoch, first_seq, count, "time", rules, commands, event_hash, prev_hash, row_hash, build, rules_after';

/** Reads the end of the journal from its last row. */
export async function readHead(client: pg.Client): Promise<Head> {
  const { rows } = await client.query<Columns>(`SELECT ${COLUMNS} FROM journal ORDER BY row DESC LIMIT 1`);
  const last = rows[0];
  if (last === undefined) return { row: 0, rowHash: NO_HASH, time: 0, seq: 0 };
  const row = fromColumns(last);
  return { row: row.row, rowHash: row.rowHash, time: row.time, seq: row.firstSeq + row.count };
}

/** Hash of one row, hex as stored; undefined if there is no such row. Works on the table of any release. */
export async function readRowHash(client: pg.Client, number: number): Promise<string | undefined> {
  const { rows } = await client.query<Pick<Columns, 'row_hash'>>('SELECT row_hash FROM journal WHERE row = $1', [
    number,
  ]);
  return rows[0]?.row_hash.toString('hex');
}

/** One row, unchecked; undefined if there is no such row. */
export async function readRow(client: pg.Client, number: number): Promise<JournalRow | undefined> {
  const { rows } = await client.query<Columns>({
    name: 'journal-row',
    text: `SELECT ${COLUMNS} FROM journal WHERE row = $1`,
    values: [number],
  });
  return rows[0] === undefined ? undefined : fromColumns(rows[0]);
}

/**
 * Reads the rows after `after` up to and including `upTo`, checked: no gaps, each row chained to the previous one, each
 * with its own hash. Fetches the next page while the caller works on this one.
 * @throws {JournalError} naming the row that is missing, damaged or changed.
 */
export async function* readRows(
  client: pg.Client,
  after: { readonly row: number; readonly rowHash: string },
  upTo: number,
): AsyncGenerator<JournalRow> {
  let { row: last, rowHash: lastHash } = after;
  let page = last < upTo ? readPage(client, last, upTo) : undefined;
  while (page !== undefined) {
    const rows = await page;
    const end = rows.at(-1);
    page = end !== undefined && end.row < upTo ? readPage(client, end.row, upTo) : undefined;
    // A failed prefetch throws when it is awaited; until then it must not count as an unhandled rejection.
    page?.catch(() => undefined);
    for (const row of rows) {
      checkRow(row, last, lastHash);
      yield row;
      last = row.row;
      lastHash = row.rowHash;
    }
  }
  if (last < upTo) throw missingRow(last + 1, `the journal should go on to row ${upTo}`);
}

/** @throws {JournalError} unless the row follows row `last` and matches its hash. */
export function checkRow(row: JournalRow, last: number, lastHash: string): void {
  if (row.row !== last + 1) throw missingRow(last + 1, `after row ${last} comes row ${row.row}`);
  const found = rowHash(row);
  if (found !== row.rowHash) {
    throw damagedRow(row.row, `its columns hash to ${short(found)}, it says ${short(row.rowHash)}`);
  }
  if (row.prevHash !== lastHash) {
    throw damagedRow(row.row, `it follows a row with hash ${short(row.prevHash)}, row ${last} has ${short(lastHash)}`);
  }
}

/**
 * Checks rows `from` to `to` inside the database, without transferring them: gaps, chain, own hash.
 * @throws {JournalError} naming the first bad row.
 */
export async function checkChain(client: pg.Client, from: number, to: number): Promise<void> {
  for (let first = from; first <= to; first += CHECK_ROWS) {
    await checkStretch(client, first, Math.min(first + CHECK_ROWS - 1, to));
  }
}

async function checkStretch(client: pg.Client, first: number, last: number): Promise<void> {
  const text = `
    SELECT row, found, own, linked FROM (
      SELECT row, lag(row) OVER w + 1 AS found, row_hash = ${ROW_HASH_SQL} AS own,
        prev_hash = CASE WHEN row = 1 THEN decode('${NO_HASH}', 'hex') ELSE lag(row_hash) OVER w END AS linked
      FROM journal WHERE row BETWEEN $1 - 1 AND $2 WINDOW w AS (ORDER BY row)
    ) AS rows WHERE row >= $1 AND (own IS NOT TRUE OR linked IS NOT TRUE OR found <> row) ORDER BY row LIMIT 1`;
  type Finding = { row: number; found: number | null; own: boolean | null; linked: boolean | null };
  let bad: Finding | undefined;
  let count: number;
  try {
    bad = (await client.query<Finding>(text, [first, last])).rows[0];
    const counted = await client.query<{ n: number; least: number | null }>(
      'SELECT count(*) AS n, min(row) AS least FROM journal WHERE row BETWEEN $1 AND $2',
      [first, last],
    );
    count = counted.rows[0]?.n ?? 0;
    if (counted.rows[0]?.least !== first) throw missingRow(first, `rows ${first} to ${last} should be there`);
  } catch (error) {
    if (error instanceof JournalError || !isDamage(error)) throw error;
    throw await nameDamaged(client, first - 1, last, error);
  }
  if (bad !== undefined) {
    if (bad.found !== null && bad.found !== bad.row)
      throw missingRow(bad.found, `the next one there is row ${bad.row}`);
    throw damagedRow(
      bad.row,
      bad.own === true ? 'its link to the row before is broken' : 'its columns do not give its hash',
    );
  }
  if (count !== last - first + 1) throw missingRow(first + count, `rows ${first} to ${last} should be there`);
}

async function readPage(client: pg.Client, after: number, upTo: number): Promise<JournalRow[]> {
  try {
    const { rows } = await client.query<Columns>({
      name: 'journal-page',
      text: `SELECT ${COLUMNS} FROM journal WHERE row > $1 AND row <= $2 ORDER BY row LIMIT ${PAGE_ROWS}`,
      values: [after, upTo],
    });
    return rows.map(fromColumns);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw await nameDamaged(client, after, Math.min(after + PAGE_ROWS, upTo), error);
  }
}

/** Finds the row in a range that the database cannot read. */
async function nameDamaged(client: pg.Client, after: number, upTo: number, cause: unknown): Promise<JournalError> {
  const said = cause instanceof Error ? cause.message : String(cause);
  for (let row = after + 1; row <= upTo; row += 1) {
    try {
      await readRow(client, row);
    } catch (error) {
      if (isDamage(error)) return damagedRow(row, said, error);
      throw error;
    }
  }
  return damagedRow(after + 1, said, cause);
}

/** SQLSTATE data_corrupted, index_corrupted, and the errors PostgreSQL raises when it decompresses a damaged value. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const { code } = error;
  return code === 'XX001' || code === 'XX002' || code === 'XX000';
}

function fromColumns(columns: Columns): JournalRow {
  const { build, rules_after: rulesAfter } = columns;
  if ((build === null) !== (rulesAfter === null))
    throw damagedRow(columns.row, 'half of what it says of its build is gone');
  return {
    ...(build === null || rulesAfter === null ? {} : { written: { build, rulesAfter } }),
    row: columns.row,
    epoch: columns.epoch,
    firstSeq: columns.first_seq,
    count: columns.count,
    time: columns.time,
    rules: columns.rules,
    commands: columns.commands,
    eventHash: columns.event_hash.toString('hex'),
    prevHash: columns.prev_hash.toString('hex'),
    rowHash: columns.row_hash.toString('hex'),
  };
}

function short(hash: string): string {
  return `${hash.slice(0, 12)}…`;
}
