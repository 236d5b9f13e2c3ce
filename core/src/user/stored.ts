// Stored words of commands: proposals, and changes that take effect later. Each is a chain of rows.

import { MAX_PROPOSED_WORDS } from '../schema/index.ts';
import { pool, type Registry } from '../state/index.ts';

/** Most words stored at once: more than all proposals and changes together may have. */
const MAX_STORED = 1_000_000;

export class StoredWords {
  private readonly rows;

  constructor(registry: Registry) {
    this.rows = registry.add(pool('stored', { word: 'f64', next: 'i32' }, MAX_STORED, 'next'));
  }

  /** Stores the record at `at`. Returns the first row of its chain. */
  keep(words: Float64Array, at: number): number {
    const { rows } = this;
    const length = words[at + 1] as number;
    let first = 0;
    let last = 0;
    for (let place = 0; place < length; place += 1) {
      const row = rows.take();
      rows.word[row] = words[at + place] as number;
      if (last === 0) first = row;
      else rows.next[last] = row;
      last = row;
    }
    return first;
  }

  /** Copies a chain into `to` from `at` on. Returns how many words it has. */
  read(first: number, to: Float64Array, at: number): number {
    const { rows } = this;
    let count = 0;
    // Bounded by the most words a proposed command has.
    for (let row = first; row !== 0 && count < MAX_PROPOSED_WORDS; row = rows.next[row] as number) {
      to[at + count] = rows.word[row] as number;
      count += 1;
    }
    return count;
  }

  /** Whether a chain holds exactly the record at `at`. */
  same(first: number, words: Float64Array, at: number): boolean {
    const { rows } = this;
    const length = words[at + 1] as number;
    let place = 0;
    let row = first;
    while (row !== 0 && place < length && rows.word[row] === words[at + place]) {
      row = rows.next[row] as number;
      place += 1;
    }
    return row === 0 && place === length;
  }

  /** Frees the rows of a chain. */
  drop(first: number): void {
    const { rows } = this;
    for (let row = first; row !== 0;) {
      const next = rows.next[row] as number;
      rows.word[row] = 0;
      rows.free(row);
      row = next;
    }
  }

  /** Number of rows in a chain, for the audit. */
  length(first: number): number {
    let count = 0;
    for (let row = first; row !== 0; row = this.rows.next[row] as number) count += 1;
    return count;
  }

  /** Rows in use, for the audit. */
  used(): number {
    let count = 0;
    for (let row = 1; row <= this.rows.top; row += 1) if (this.rows.alive(row)) count += 1;
    return count;
  }
}
