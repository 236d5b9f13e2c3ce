// Price bounds within which a wallet with debts needs no check: per coin a heap of the highest falling bounds and one
// of the lowest rising bounds (money §3, safe bounds). Derived: the bounds themselves are in their table.

import type { MarginTables } from './tables.ts';
import { FALLING } from './tables.ts';

type Rows = MarginTables['bounds'];
const FIRST_PLACES = 64;

/** A binary heap of rows with back-pointers. The order of rows is total, so the result does not depend on history. */
class Heap {
  private readonly heap: number[] = [];
  private readonly rows: Rows;
  private readonly bounds: Bounds;
  private readonly falling: boolean;

  constructor(rows: Rows, bounds: Bounds, falling: boolean) {
    this.rows = rows;
    this.bounds = bounds;
    this.falling = falling;
  }

  first(): number {
    return this.heap[0] ?? 0;
  }

  add(row: number): void {
    this.heap.push(row);
    this.rise(row, this.heap.length - 1);
  }

  remove(row: number): void {
    const at = this.bounds.place(row);
    if (this.heap[at] !== row) throw new Error(`Expected bound ${row} in its heap; it is not.`);
    const last = this.heap.pop() as number;
    if (last === row) return;
    if (at > 0 && this.before(last, this.heap[(at - 1) >> 1] as number)) this.rise(last, at);
    else this.sink(last, at);
  }

  private before(one: number, other: number): boolean {
    const step = (this.rows.cents[one] as number) - (this.rows.cents[other] as number);
    if (step !== 0) return this.falling ? step > 0 : step < 0;
    return (this.rows.owner[one] as number) < (this.rows.owner[other] as number);
  }

  private put(row: number, at: number): void {
    this.heap[at] = row;
    this.bounds.setPlace(row, at);
  }

  private rise(row: number, from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.heap[parent] as number;
      if (!this.before(row, above)) break;
      this.put(above, at);
      at = parent;
    }
    this.put(row, at);
  }

  private sink(row: number, from: number): void {
    let at = from;
    for (let child = 2 * at + 1; child < this.heap.length; child = 2 * at + 1) {
      if (child + 1 < this.heap.length && this.before(this.heap[child + 1] as number, this.heap[child] as number))
        child += 1;
      const under = this.heap[child] as number;
      if (!this.before(under, row)) break;
      this.put(under, at);
      at = child;
    }
    this.put(row, at);
  }
}

export class Bounds {
  private readonly rows: Rows;
  private places = new Int32Array(FIRST_PLACES);
  /** By asset × 2 + (rising). */
  private readonly heaps: (Heap | undefined)[] = [];

  constructor(rows: Rows) {
    this.rows = rows;
  }

  /**
   * Adds a bound: wallet `owner` is checked when the coin's index falls (rises) to `cents`. `next`: its bound after
   * this.
   */
  add(owner: number, asset: number, side: number, cents: number, next: number): number {
    const { rows } = this;
    const row = rows.take();
    rows.cents[row] = cents;
    rows.owner[row] = owner;
    rows.asset[row] = asset;
    rows.side[row] = side;
    rows.next[row] = next;
    this.heap(asset, side).add(row);
    return row;
  }

  /** Removes a wallet's bounds, starting at `first`. */
  clear(first: number): void {
    const { rows } = this;
    let next = 0;
    for (let row = first; row !== 0; row = next) {
      next = rows.next[row] as number;
      this.heap(rows.asset[row] as number, rows.side[row] as number).remove(row);
      rows.free(row);
    }
  }

  /** The wallet whose bound the index has reached, falling before rising; 0 none. */
  hit(asset: number, cents: number): number {
    const { rows } = this;
    const falling = this.heaps[asset * 2]?.first() ?? 0;
    if (falling !== 0 && (rows.cents[falling] as number) >= cents) return rows.owner[falling] as number;
    const rising = this.heaps[asset * 2 + 1]?.first() ?? 0;
    return rising !== 0 && (rows.cents[rising] as number) <= cents ? (rows.owner[rising] as number) : 0;
  }

  /** Rebuilds the heaps, on load. */
  rebuild(): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row)) this.heap(rows.asset[row] as number, rows.side[row] as number).add(row);
  }

  place(row: number): number {
    return this.places[row] as number;
  }

  setPlace(row: number, at: number): void {
    if (row >= this.places.length) {
      const longer = new Int32Array(row * 2);
      longer.set(this.places);
      this.places = longer;
    }
    this.places[row] = at;
  }

  private heap(asset: number, side: number): Heap {
    const at = asset * 2 + (side === FALLING ? 0 : 1);
    while (this.heaps.length <= at) this.heaps.push(undefined);
    const heap = this.heaps[at] ?? new Heap(this.rows, this, side === FALLING);
    this.heaps[at] = heap;
    return heap;
  }
}
