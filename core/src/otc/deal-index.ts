// A derived index from a deal's id to its row, with chained buckets so that rows can be removed. Rebuilt on load.

import { SLOT_SPAN } from '../state/index.ts';

const FIRST = 64;

export class DealIndex {
  count = 0;
  private heads = new Int32Array(FIRST);
  /** By row: the next and previous row in its bucket, and the bucket's hash. */
  private after = new Int32Array(FIRST);
  private before = new Int32Array(FIRST);
  private hashes = new Int32Array(FIRST);

  /** The first row whose id may be `deal`, 0 none. `next` returns further ones. */
  first(deal: number): number {
    return this.heads[hashOf(deal) & (this.heads.length - 1)] as number;
  }

  next(row: number): number {
    return this.after[row] as number;
  }

  /** Adds a new row. */
  add(deal: number, row: number): void {
    if (row >= this.after.length) this.reach(row);
    if (this.count >= this.heads.length) this.spread();
    this.count += 1;
    this.hashes[row] = hashOf(deal);
    this.link(row);
  }

  /** Removes a row. */
  remove(row: number): void {
    const after = this.after[row] as number;
    const before = this.before[row] as number;
    if (before === 0) this.heads[(this.hashes[row] as number) & (this.heads.length - 1)] = after;
    else this.after[before] = after;
    if (after !== 0) this.before[after] = before;
    this.count -= 1;
  }

  clear(): void {
    this.heads.fill(0);
    this.count = 0;
  }

  private link(row: number): void {
    const bucket = (this.hashes[row] as number) & (this.heads.length - 1);
    const head = this.heads[bucket] as number;
    this.after[row] = head;
    this.before[row] = 0;
    if (head !== 0) this.before[head] = row;
    this.heads[bucket] = row;
  }

  /** Doubles the buckets and redistributes all rows. */
  private spread(): void {
    const old = this.heads;
    this.heads = new Int32Array(old.length * 2);
    for (let bucket = 0; bucket < old.length; bucket += 1)
      for (let row = old[bucket] as number; row !== 0;) {
        const after = this.after[row] as number;
        this.link(row);
        row = after;
      }
  }

  private reach(row: number): void {
    let length = this.after.length;
    while (length <= row) length *= 2;
    this.after = longer(this.after, length);
    this.before = longer(this.before, length);
    this.hashes = longer(this.hashes, length);
  }
}

/** A longer array that begins with the old one. */
export function longer(old: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const made = new Int32Array(length);
  made.set(old);
  return made;
}

function hashOf(deal: number): number {
  const slot = deal & (SLOT_SPAN - 1);
  const hash = Math.imul(slot, 0x9e3779b1) ^ Math.imul((deal - slot) / SLOT_SPAN, 0x85ebca77);
  return hash ^ (hash >>> 15);
}
