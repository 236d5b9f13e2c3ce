// Writes row changes to SQL: one statement per table, one array per column, in the transaction that also advances the
// position.

import { type Kysely, sql, type Transaction } from 'kysely';
import type { RowChanges } from './rows/rows.ts';
import {
  type ColumnType,
  type EventLogRow,
  type TableName,
  tables,
  type TableSpec,
  type ViewsDatabase,
} from './tables/tables.ts';

type Columns = Readonly<Record<string, unknown>>;

/** Most rows per statement: keeps a statement's text within some megabytes. */
const ROWS_A_STATEMENT = 5_000;
/** Event log rows per statement. */
const LOG_ROWS = 500;

/** The projection's position after a write. */
export interface FoldedTo {
  readonly version: number;
  readonly row: number;
  readonly seq: number;
  readonly time: number;
  readonly rowHash: string;
  readonly bills: number;
}

/**
 * Writes everything or nothing (in the caller's transaction).
 * @throws if SQL is not at row `from` (0: empty): a crash lost rows, or another projection runs.
 */
export async function writeChanges(
  tx: Transaction<ViewsDatabase>,
  changes: RowChanges,
  to: FoldedTo,
  from: number,
): Promise<void> {
  await moveState(tx, to, from);
  await writeLog(tx, changes.log);
  for (const name of Object.keys(tables) as TableName[]) await writeTable(tx, name, tables[name], changes.rows[name]);
  await writeTable(tx, 'orders', MAKER_ORDERS, changes.makerOrders);
}

async function moveState(tx: Transaction<ViewsDatabase>, to: FoldedTo, from: number): Promise<void> {
  const { version, row, seq, time, rowHash, bills } = to;
  const state = { one: 1, version, row, seq, time, row_hash: rowHash, bills };
  const moved =
    from === 0
      ? (
          await tx
            .insertInto('views_state')
            .values(state)
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        ).numInsertedOrUpdatedRows
      : (await tx.updateTable('views_state').set(state).where('row', '=', from).executeTakeFirst()).numUpdatedRows;
  if (moved !== 1n) throw new Error(`views: expected SQL to be at row ${from}; it is not`);
}

/** The row of a market maker order sums its fills. */
const MAKER_ORDERS: TableSpec = {
  ...tables.orders,
  merge: 'add',
  kept: ['created', 'seq', 'price'],
  added: ['lots', 'dealt_lots', 'dealt_value', 'fee'],
};

async function writeTable(
  db: Kysely<ViewsDatabase>,
  name: TableName,
  spec: TableSpec,
  rows: readonly object[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const part = rows.slice(from, from + ROWS_A_STATEMENT);
    await insertRows(name, spec, part).execute(db);
  }
}

/** `insert into … select from unnest(…)` with one array per column, merging by the table's rule. */
export function insertRows(name: string, spec: TableSpec, rows: readonly object[]) {
  const columns = Object.entries(spec.columns);
  const names = sql.join(columns.map(([column]) => sql.id(column)));
  const arrays = sql.join(
    columns.map(([column, type]) => sql`${columnArray(rows as readonly Columns[], column, type)}::${sql.raw(type)}[]`),
  );
  const insert = sql`insert into ${sql.id(name)} (${names}) select * from unnest(${arrays})`;
  if (spec.merge === 'insert') return insert;
  if (spec.merge === 'once') return sql`${insert} on conflict do nothing`;
  const kept = new Set([...spec.key, ...(spec.kept ?? [])]);
  const added = new Set(spec.added ?? []);
  const lasting = new Set(spec.lasting ?? []);
  const sets = columns
    .filter(([column]) => !kept.has(column))
    .map(([column]) => {
      const id = sql.id(column);
      if (lasting.has(column)) return sql`${id} = ${sql.id(name)}.${id} or excluded.${id}`;
      return added.has(column) ? sql`${id} = ${sql.id(name)}.${id} + excluded.${id}` : sql`${id} = excluded.${id}`;
    });
  return sql`${insert} on conflict (${sql.join(spec.key.map((column) => sql.id(column)))}) do update set ${sql.join(sets)}`;
}

/** A PostgreSQL array literal. Much faster than letting the driver escape numbers one by one. */
function columnArray(rows: readonly Columns[], column: string, type: ColumnType): string {
  let text = '{';
  for (let index = 0; index < rows.length; index++) {
    const value = rows[index]?.[column];
    if (index > 0) text += ',';
    if (type === 'text') text += `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    else if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') text += value;
    else throw new Error(`views: column ${column} expects ${type}, got ${typeof value}`);
  }
  return `${text}}`;
}

async function writeLog(tx: Transaction<ViewsDatabase>, log: readonly EventLogRow[]): Promise<void> {
  for (let from = 0; from < log.length; from += LOG_ROWS) {
    await tx
      .insertInto('event_log')
      .values(log.slice(from, from + LOG_ROWS).map((row) => ({ ...row, events: Buffer.from(row.events) })))
      .execute();
  }
}
