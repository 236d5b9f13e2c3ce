// All tables of an exchange. A table declared here is digested, saved and restored.

import { WordHash } from './hash.ts';
import type { ColumnPart, TableBase, TableLayout, TablePart } from './table.ts';

/** The snapshot format this release writes, and the oldest it reads. Since format 2 each table carries its layout. */
export const SNAPSHOT_FORMAT = 2;
const OLDEST_FORMAT = 1;

/** The whole state, raw. `tables` are in order of declaration. */
export interface SnapshotParts {
  readonly header: {
    readonly format: number;
    readonly rules: number;
    readonly time: number;
    readonly seq: number;
    readonly digest: string;
    /** Running hash of the last batch. */
    readonly hash: string;
  };
  readonly tables: readonly TablePart[];
}

/** Checksum of a table in a snapshot, over name, head and columns, hex. */
export function checksum(part: Omit<TablePart, 'checksum'>): string {
  const hash = new WordHash();
  hash.text(part.name);
  hash.words(part.head, 0, part.head.length);
  for (const column of part.columns) {
    hash.text(column.name);
    hash.words(column.data, 0, column.data.length);
  }
  return hash.hex();
}

/** Tables outside the digest. Snapshots of format 1 do not record this. The per-minute key tables are outside too. */
const UNDIGESTED = ['sequence', 'keyed'];

function isDigested({ name, layout }: TablePart): boolean {
  return layout?.digested ?? (!UNDIGESTED.includes(name) && !name.startsWith('keys.'));
}

/** Adds one table to a digest. */
function digestTable(
  hash: WordHash,
  name: string,
  head: Float64Array,
  columns: Iterable<ColumnPart>,
  { columns: layout }: Pick<TableLayout, 'columns'>,
): void {
  const rows = (head[0] as number) + 1;
  // An empty table is skipped, so a release with more tables digests an older state as the older release did.
  if (rows === 1) return;
  hash.text(name);
  hash.words(head, 0, 4);
  for (const { name: column, data } of columns) {
    // A column added later is skipped too, while nothing is written to it.
    const added = layout.find((one) => one.name === column)?.added;
    if (added !== undefined && isUnwritten(data, added, rows)) continue;
    hash.text(column);
    hash.words(data, 0, rows);
  }
}

/** One column at a time, because a column may be a copy. */
function* columnsOf(table: TableBase): Generator<ColumnPart> {
  for (const name of table.names) yield { name, data: table.column(name) };
}

function isUnwritten(data: Float64Array | Int32Array, value: number, rows: number): boolean {
  for (let row = 1; row < rows; row += 1) if (data[row] !== value) return false;
  return true;
}

/**
 * The digest of a snapshot's tables under the layout they were written with. It verifies them whatever this release's
 * layout is.
 */
export function digestOf(parts: SnapshotParts): string {
  const hash = new WordHash();
  for (const part of parts.tables)
    if (isDigested(part)) digestTable(hash, part.name, part.head, part.columns, part.layout ?? { columns: [] });
  return hash.hex();
}

export class Registry {
  /** In the order of declaration. */
  readonly tables: TableBase[] = [];

  /** Declares a table. Its name must be new. */
  add<T extends TableBase>(table: T): T {
    if (this.tables.some((other) => other.name === table.name))
      throw new Error(`Expected one table ${table.name}; there are two.`);
    this.tables.push(table);
    return table;
  }

  /** Removes a table (a minute of keys that has expired). */
  drop(name: string): void {
    const at = this.tables.findIndex((table) => table.name === name);
    if (at === -1) throw new Error(`Expected a table ${name} to drop.`);
    this.tables.splice(at, 1);
  }

  /** Hash over every table's head, names, columns and rows, without the idempotency keys (`keys`: only those). */
  digest(keys = false): string {
    const hash = new WordHash();
    for (const table of this.tables) {
      if (table.digested === keys || table.top === 0) continue;
      digestTable(hash, table.name, table.head(), columnsOf(table), table.layout());
    }
    return hash.hex();
  }

  save(): TablePart[] {
    return this.tables.map((table) => {
      const part = table.save();
      return { ...part, checksum: checksum(part) };
    });
  }
}

/** Throws when a snapshot's format or one of its tables is invalid. */
export function checkParts(parts: SnapshotParts): void {
  const { format } = parts.header;
  if (format < OLDEST_FORMAT || format > SNAPSHOT_FORMAT)
    throw new Error(
      `Expected a snapshot of format ${OLDEST_FORMAT} to ${SNAPSHOT_FORMAT}, got ${format}: replay the journal instead.`,
    );
  for (const part of parts.tables)
    if (checksum(part) !== part.checksum)
      throw new Error(
        `Expected checksum ${part.checksum} of table ${part.name}, got ${checksum(part)}: the snapshot is damaged, use the one before.`,
      );
}
