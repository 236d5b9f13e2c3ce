// Rebuilds the views from batches, and compares two sets of views table by table.

import { unpackWords } from '@vitrine/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { VIEWS_SCHEMA, viewsDatabase, viewsPool } from './database.ts';
import { BATCHES_WAITING, type FoldedRow, openFolder } from './folder.ts';
import { readViewsState } from './rows/memory.ts';
import { migrateViews } from './migrate.ts';
import { keptSince } from './retention.ts';
import type { FoldBatch } from './rows/rows.ts';
import { tables, type ViewsDatabase } from './tables/tables.ts';

/** Batches after a row, in order: from a journal replay or the event log. */
export type BatchSource = (afterRow: number) => AsyncIterable<FoldBatch>;

/** Event log rows per read. */
const LOG_PAGE = 500;
/** Batches pushed before waiting for SQL. */
const AHEAD = Math.min(2_000, BATCHES_WAITING / 2);

/** The event log of a schema as a source: rebuilds the other views without the core. */
export function eventLog(connection: pg.PoolConfig, schema: string = VIEWS_SCHEMA): BatchSource {
  return async function* (afterRow) {
    const db = viewsDatabase(viewsPool(connection, { use: 'fold', most: 1, schema }));
    try {
      for (let last = afterRow; ;) {
        const page = await db
          .selectFrom('event_log')
          .selectAll()
          .where('row', '>', last)
          .orderBy('row')
          .limit(LOG_PAGE)
          .execute();
        if (page.length === 0) return;
        for (const { row, first_seq, count, time, hash, row_hash, events } of page) {
          yield { row, firstSeq: first_seq, count, time, hash, rowHash: row_hash, events: unpackWords(events) };
          last = row;
        }
      }
    } finally {
      await db.destroy();
    }
  };
}

export interface RebuildOptions {
  readonly connection: pg.PoolConfig;
  /** Target schema; dropped first. */
  readonly schema: string;
  readonly source: BatchSource;
  /** The last row to apply; absent: all rows. */
  readonly upTo?: number;
}

/** Drops a schema's views and rebuilds them from row 1. Returns the last row applied. */
export async function rebuildViews(options: RebuildOptions): Promise<FoldedRow> {
  const { connection, schema, source, upTo } = options;
  await dropViews(connection, schema);
  await migrateViews(connection, schema);
  let trouble: Error | undefined;
  const folder = await openFolder({
    connection,
    schema,
    onTrouble: (error) => {
      trouble = error;
    },
  });
  try {
    let last = 0;
    for await (const batch of source(0)) {
      if (upTo !== undefined && batch.row > upTo) break;
      if (trouble !== undefined) throw trouble;
      folder.push(batch);
      last = batch.row;
      if (last - folder.folded().row >= AHEAD) await folder.reached(last);
    }
    await folder.reached(last);
    return folder.folded();
  } finally {
    await folder.stop();
  }
}

/** Drops a schema and every view in it. */
export async function dropViews(connection: pg.PoolConfig, schema: string): Promise<void> {
  const db = viewsDatabase(viewsPool(connection, { use: 'fold', most: 1, schema }));
  try {
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** Drops the views unless the last row that they hold is one of this journal; the next start then goes on from it. */
export async function dropOtherViews(
  connection: pg.PoolConfig,
  rowHash: (row: number) => Promise<string | undefined>,
): Promise<void> {
  const db = viewsDatabase(viewsPool(connection, { use: 'fold', most: 1 }));
  try {
    const { rows } = await sql`select 1 where to_regclass(${`${VIEWS_SCHEMA}.views_state`}) is not null`.execute(db);
    const stands = rows.length === 0 ? undefined : await readViewsState(db);
    if (stands !== undefined && (await rowHash(stands.row)) === stands.row_hash) return;
  } finally {
    await db.destroy();
  }
  await dropViews(connection, VIEWS_SCHEMA);
}

/** One table that differs between two sets of views. */
export interface TableDifference {
  readonly table: string;
  /** Rows only in the first, rows only in the second. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** One of them, as text. */
  readonly example: string;
}

/**
 * Compares two schemas' views table by table, every row and column; empty if equal. Both must be at the same row, with
 * no projection running. Of ticks and trades only those that the first still keeps are compared.
 * @throws if they are at different rows.
 */
export async function compareViews(
  connection: pg.PoolConfig,
  first: string,
  second: string,
): Promise<readonly TableDifference[]> {
  const db = viewsDatabase(viewsPool(connection, { use: 'fold', most: 1, schema: first }));
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const one = await readViewsState(tx);
        const two = await readViewsState(tx.withSchema(second));
        if (one?.row !== two?.row) {
          throw new Error(
            `views: expected ${first} and ${second} at the same row, they stand at ${one?.row ?? 0} and ${two?.row ?? 0}`,
          );
        }
        const found: TableDifference[] = [];
        for (const table of [...Object.keys(tables), 'event_log', 'views_state']) {
          const difference = await compareTable(tx, table, first, second);
          if (difference !== undefined) found.push(difference);
        }
        return found;
      });
  } finally {
    await db.destroy();
  }
}

/** Restricts a table to what the first schema still keeps. */
async function keptOf(
  db: Kysely<ViewsDatabase>,
  table: string,
  one: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  if (table === 'ticks') return sql` where time >= (select coalesce(min(time), 0) from ${one})`;
  return table === 'trades' ? sql` where time >= ${await keptSince(db, table)}` : sql``;
}

async function compareTable(
  db: Kysely<ViewsDatabase>,
  table: string,
  first: string,
  second: string,
): Promise<TableDifference | undefined> {
  const one = sql.id(first, table);
  const two = sql.id(second, table);
  const kept = await keptOf(db, table, one);
  const { rows } = await sql<{ side: string; many: number; example: string }>`
    with only_first as (select * from ${one}${kept} except all select * from ${two}${kept}),
         only_second as (select * from ${two}${kept} except all select * from ${one}${kept})
    select 'first' as side, count(*) as many, coalesce(min(f::text), '') as example from only_first f
    union all
    select 'second', count(*), coalesce(min(s::text), '') from only_second s`.execute(db);
  const onlyFirst = rows.find((row) => row.side === 'first');
  const onlySecond = rows.find((row) => row.side === 'second');
  if (onlyFirst === undefined || onlySecond === undefined) throw new Error(`views: ${table} could not be compared`);
  if (onlyFirst.many === 0 && onlySecond.many === 0) return undefined;
  return {
    table,
    onlyFirst: onlyFirst.many,
    onlySecond: onlySecond.many,
    example: (onlyFirst.example === '' ? onlySecond.example : onlyFirst.example).slice(0, 500),
  };
}
