// The journal's tables and the writer's lock: one session writes at a time, each with a greater epoch than the previous
// one.

import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { JournalError } from './error.ts';

/** Advisory lock of the writer: any number that nothing else in the database uses. */
const WRITER_LOCK = 7_401_180_001;
const LOCK_RETRY = 50;

/** Rows up to a page stay inline and uncompressed, so an append is one page write. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS journal (
    row bigint PRIMARY KEY CHECK (row > 0),
    epoch integer NOT NULL CHECK (epoch > 0),
    first_seq bigint NOT NULL CHECK (first_seq > 0),
    count integer NOT NULL CHECK (count >= 0),
    "time" bigint NOT NULL CHECK ("time" > 0),
    rules integer NOT NULL CHECK (rules > 0),
    commands bytea STORAGE EXTERNAL NOT NULL,
    event_hash bytea NOT NULL CHECK (octet_length(event_hash) = 16),
    prev_hash bytea NOT NULL CHECK (octet_length(prev_hash) = 32),
    row_hash bytea NOT NULL CHECK (octet_length(row_hash) = 32),
    build text,
    rules_after integer
  ) WITH (toast_tuple_target = 8160);
  CREATE TABLE IF NOT EXISTS journal_writer (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    epoch integer NOT NULL
  );
  INSERT INTO journal_writer (epoch) VALUES (0) ON CONFLICT DO NOTHING;
`;

/** Columns added later; NULL in older rows. Existing rows are not rewritten. */
const ADDED = 'ALTER TABLE journal ADD COLUMN IF NOT EXISTS build text, ADD COLUMN IF NOT EXISTS rules_after integer';

/** Creates missing tables and columns. Only the holder of the writer's lock may call it. */
export async function makeTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('journal') IS NOT NULL AND to_regclass('journal_writer') IS NOT NULL AS there",
  );
  if (rows[0]?.there !== true) await client.query(TABLES);
  else if (!(await hasBuilds(client))) await client.query(ADDED);
}

async function hasBuilds(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_attribute WHERE attrelid = 'journal'::regclass AND attname = 'rules_after' AND NOT attisdropped",
  );
  return rowCount === 1;
}

/** Whether this database has a journal at all. */
export async function hasJournal(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('journal') IS NOT NULL AS there");
  return rows[0]?.there === true;
}

/**
 * Takes the writer's lock for this session. The session of a killed predecessor may hold it a moment longer.
 * @throws {JournalError} `held` if another writer keeps it.
 */
export async function takeLock(client: pg.Client, patience: number): Promise<void> {
  const until = performance.now() + patience;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>(`SELECT pg_try_advisory_lock(${WRITER_LOCK}) AS got`);
    if (rows[0]?.got === true) return;
    if (performance.now() > until) {
      throw new JournalError('held', 0, 'Another Vitrine is writing this journal. Stop it first, then start this one.');
    }
    await sleep(LOCK_RETRY);
  }
}

/** Begins a new epoch. Once it is committed, appends of older epochs are rejected. */
export async function nextEpoch(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ epoch: number }>(
    `UPDATE journal_writer SET epoch = greatest(epoch, (SELECT coalesce(max(epoch), 0) FROM
       (SELECT epoch FROM journal ORDER BY row DESC LIMIT 1) AS last)) + 1 RETURNING epoch`,
  );
  const epoch = rows[0]?.epoch;
  if (epoch === undefined)
    throw new JournalError('fenced', 0, 'The journal has no writer row; the database is not ours.');
  return epoch;
}

/** The epoch that may write now. */
export async function currentEpoch(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ epoch: number }>('SELECT epoch FROM journal_writer');
  return rows[0]?.epoch ?? 0;
}
