// All tables of an exchange: declared once here, and so digested, saved and restored.

import { WordHash } from './hash.ts';
import type { TableBase, TablePart } from './table.ts';

/** Format of snapshots this release writes, and the oldest it reads. */
export const SNAPSHOT_FORMAT = 1;
const OLDEST_FORMAT = 1;

/** The whole state, raw. `tables` stand in the order of their declaration. */
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

function checksum(part: Omit<TablePart, 'checksum'>): string {
  const hash = new WordHash();
  hash.text(part.name);
  hash.words(part.head, 0, part.head.length);
  for (const column of part.columns) {
    hash.text(column.name);
    hash.words(column.data, 0, column.data.length);
  }
  return hash.hex();
}

export class Registry {
  /** In the order of declaration. */
  readonly tables: TableBase[] = [];

  /** Declares a table; its name must be new. */
  add<T extends TableBase>(table: T): T {
    if (this.tables.some((other) => other.name === table.name))
      throw new Error(`Expected one table ${table.name}; there are two.`);
    this.tables.push(table);
    return table;
  }

  /** Forgets a table (a minute of keys that is over). */
  drop(name: string): void {
    const at = this.tables.findIndex((table) => table.name === name);
    if (at === -1) throw new Error(`Expected a table ${name} to drop.`);
    this.tables.splice(at, 1);
  }

  /** Hash over every table's head, names, columns and rows, those of the idempotency keys aside (`keys`: only those). */
  digest(keys = false): string {
    const hash = new WordHash();
    for (const table of this.tables) {
      // An empty table leaves no trace: a release with more tables digests an older state as the older one did.
      if (table.digested === keys || table.top === 0) continue;
      hash.text(table.name);
      hash.words(table.head(), 0, 4);
      for (const key of table.names) {
        hash.text(key);
        hash.words(table.column(key), 0, table.top + 1);
      }
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

/** Throws when a snapshot's format or one of its tables is not what it says. */
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
