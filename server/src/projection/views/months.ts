// Tables partitioned by the month of their rows' `time`: one partition per UTC month, created before its first row is
// written.

import { type Kysely, sql, type Transaction } from 'kysely';
import type { RowChanges } from './rows/rows.ts';
import type { ViewsDatabase } from './tables/tables.ts';

/** Tables with one partition per month. */
export const MONTHLY = ['event_log', 'trades'] as const;
export type MonthlyTable = (typeof MONTHLY)[number];

/** A UTC month, ms: its start, and the start of the next. */
export interface Month {
  readonly from: number;
  readonly to: number;
}

/** The month of a time, ms UTC. */
export function monthOf(time: number): Month {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
}

/** The partition of a table that holds a month: `trades_2026_11`. */
export function partitionName(table: MonthlyTable, { from }: Month): string {
  const [year, month] = new Date(from).toISOString().split('-');
  return `${table}_${year}_${month}`;
}

/** The months of a table's partitions, oldest first. */
export async function monthsOf(db: Kysely<ViewsDatabase>, table: MonthlyTable): Promise<Month[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass order by c.relname`.execute(db);
  return rows.map(({ name }) => {
    const [year, month] = name.slice(table.length + 1).split('_');
    return monthOf(Date.UTC(Number(year), Number(month) - 1));
  });
}

/** Creates missing partitions of a table for the months of these times. */
export async function makeMonths(
  db: Kysely<ViewsDatabase>,
  table: MonthlyTable,
  times: Iterable<number>,
): Promise<void> {
  const wanted = new Map([...times].map((time) => [monthOf(time).from, monthOf(time)]));
  if (wanted.size === 0) return;
  for (const { from } of await monthsOf(db, table)) wanted.delete(from);
  for (const month of wanted.values()) {
    const name = partitionName(table, month);
    // Created separately and then attached, so that readers of the table are not blocked.
    await sql`create table ${sql.id(name)} (like ${sql.id(table)} including defaults including storage)`.execute(db);
    await sql`alter table ${sql.id(table)} attach partition ${sql.id(name)}
      for values from (${sql.lit(month.from)}) to (${sql.lit(month.to)})`.execute(db);
  }
}

/** The months that the writer knows to exist: as many as have passed since it started. */
export class Months {
  readonly #known = new Map<MonthlyTable, Set<number>>(MONTHLY.map((table) => [table, new Set()]));

  /** Creates the partitions that the changes need. Returns a function to call once their transaction is committed. */
  async make(tx: Transaction<ViewsDatabase>, { rows, log }: RowChanges): Promise<() => void> {
    const made: (() => void)[] = [];
    for (const [table, changed] of [
      ['event_log', log],
      ['trades', rows.trades],
    ] as const) {
      const known = this.#known.get(table);
      const months = new Set(changed.map(({ time }) => monthOf(time).from));
      const fresh = [...months].filter((from) => known?.has(from) !== true);
      await makeMonths(tx, table, fresh);
      made.push(() => {
        for (const from of fresh) known?.add(from);
      });
    }
    return () => {
      for (const note of made) note();
    };
  }
}
