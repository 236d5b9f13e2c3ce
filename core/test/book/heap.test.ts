// The book's hot path allocates nothing: a million orders, fills and cancels leave the heap where it was.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { FastBook } from '../../src/book/book.ts';
import { type Book, opposite, type Side, ROW32, ROW64 } from '../../src/book/face.ts';
import { next, STEP } from '../../src/book/match.ts';
import { Orders, packTraits } from '../../src/book/orders.ts';
import { Pages } from '../../src/book/pages.ts';

const COMMANDS = 1_000_000;
const STRETCH = 10_000;
/** Bytes a command; the smallest object has 16. */
const MOST_EACH = 2;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

class Market {
  readonly orders = new Orders();
  readonly book: Book = new FastBook(1, this.orders, new Pages());
  readonly live = new Int32Array(4_096);
  count = 0;
  filled = 0;
  private state = 1;

  /** A number from 0 to `bound` − 1; a linear congruence, so that the test itself allocates nothing. */
  below(bound: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return ((this.state >> 8) & 0xffff) % bound;
  }

  step(): void {
    const { orders, book } = this;
    if (this.count === this.live.length || (this.count > 0 && this.below(3) === 0)) {
      const at = this.below(this.count);
      const slot = this.live[at]!;
      this.count -= 1;
      this.live[at] = this.live[this.count]!;
      if (!orders.alive(slot)) return;
      book.remove(slot);
      orders.free(slot);
      return;
    }
    const side = (this.below(2) + 1) as Side;
    const price = side === 1 ? 600_100 - this.below(2_000) : 600_000 + this.below(2_000);
    let left = this.below(50) + 1;
    while (left > 0 && next(book, orders, side, price, 1, 2) === STEP.fill) {
      const maker = book.front(opposite(side));
      const rest = orders.rest[maker * ROW64]!;
      const lots = rest < left ? rest : left;
      left -= lots;
      book.reduce(maker, lots);
      this.filled += 1;
      // A filled order stays listed until a cancel finds it over.
      if (lots === rest) orders.free(maker);
    }
    if (left === 0) return;
    const slot = orders.take();
    orders.traits[slot * ROW32] = packTraits(1, 1, 1, 0, 1);
    orders.user[slot * ROW32] = 2;
    orders.place[slot * ROW32] = 2 + side - 1;
    orders.price[slot * ROW32] = price;
    orders.rest[slot * ROW64] = left;
    book.add(slot);
    this.live[this.count] = slot;
    this.count += 1;
  }
}

describe('core §6: the hot path', () => {
  it(`${COMMANDS} orders, fills and cancels leave the heap where it was`, () => {
    const market = new Market();
    for (let step = 0; step < 200_000; step += 1) market.step();
    collect();
    const grown = new Float64Array(COMMANDS / STRETCH);
    for (let at = 0; at < grown.length; at += 1) {
      const before = process.memoryUsage().heapUsed;
      for (let step = 0; step < STRETCH; step += 1) market.step();
      grown[at] = process.memoryUsage().heapUsed - before;
    }
    // The stretch in the middle: one in which a collection fell or the engine compiled late says nothing.
    const each = grown.sort()[grown.length / 2]! / STRETCH;
    expect(market.filled).toBeGreaterThan(10_000);
    expect(each).toBeLessThan(MOST_EACH);
  });
});
