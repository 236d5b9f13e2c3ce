// The plain book and the fast book, driven by one generator, must agree at each step.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FastBook } from '../../src/book/book.ts';
import { NONE, type OrderColumns, type Side, ROW32, ROW64 } from '../../src/book/face.ts';
import { Pages } from '../../src/book/pages.ts';
import { PlainBook } from '../../src/book/plain-book.ts';
import { type Action, columns, World } from './world.ts';
import { randomTests } from '../kit/random-tests.ts';

const { seed, rounds } = randomTests(import.meta.url);

const STEPS = 120;

/** Prices close together (they meet) or anywhere below 2^24 ticks (they cross pages, words and tops). */
const near = fc.integer({ min: 1020, max: 1030 });
const edges = fc.constantFrom(
  1,
  2,
  31,
  32,
  33,
  1023,
  1024,
  32767,
  32768,
  2 ** 20 - 1,
  2 ** 20,
  2 ** 24 - 2,
  2 ** 24 - 1,
);
const anywhere = fc.integer({ min: 1, max: 2 ** 24 - 1 });

function actions(price: fc.Arbitrary<number>): fc.Arbitrary<Action[]> {
  const place = fc.record({
    kind: fc.constant('place' as const),
    side: fc.constantFrom(1 as const, 2 as const),
    price,
    lots: fc.integer({ min: 1, max: 20 }),
    user: fc.integer({ min: 1, max: 3 }),
    mode: fc.constantFrom(1 as const, 2 as const, 3 as const),
    force: fc.constantFrom(1 as const, 1 as const, 1 as const, 2 as const, 3 as const, 4 as const),
  });
  const pick = fc.nat({ max: 50 });
  const other = fc.oneof(
    fc.record({ kind: fc.constant('cancel' as const), pick }),
    fc.record({ kind: fc.constant('less' as const), pick, lots: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('move' as const), pick, price }),
  );
  return fc.array(fc.oneof({ weight: 3, arbitrary: place }, { weight: 1, arbitrary: other }), {
    minLength: STEPS / 2,
    maxLength: STEPS,
  });
}

function fast(orders: OrderColumns): FastBook {
  return new FastBook(7, orders, new Pages());
}

/** Never crossed; better price first, then earlier arrival. */
function expectOrdered(world: World): void {
  const { book, orders } = world;
  const bid = book.best(1);
  const ask = book.best(2);
  if (bid !== 0 && ask !== 0) expect(bid).toBeLessThan(ask);
  for (const side of [1, 2] as Side[]) {
    let last = NONE;
    for (let slot = book.front(side); slot !== NONE; slot = book.after(slot)) {
      if (last !== NONE) {
        const step =
          side === 1
            ? orders.price[last * ROW32]! - orders.price[slot * ROW32]!
            : orders.price[slot * ROW32]! - orders.price[last * ROW32]!;
        expect(step).toBeGreaterThanOrEqual(0);
        if (step === 0) expect(world.live.indexOf(last)).toBeLessThan(world.live.indexOf(slot));
      }
      last = slot;
    }
  }
}

describe(`money §2, §12: books (seed ${seed})`, () => {
  for (const [name, price] of [
    ['prices that meet', near],
    ['prices at the edges of words and pages', edges],
    ['prices anywhere', fc.oneof(near, edges, anywhere)],
  ] as const)
    it(`the plain and the fast book agree at each step: ${name}`, () => {
      fc.assert(
        fc.property(actions(price), (list) => {
          const plain = new World(STEPS + 2, (orders) => new PlainBook(7, orders));
          const quick = new World(STEPS + 2, fast);
          for (const action of list) {
            plain.run(action);
            quick.run(action);
            expect(quick.digest()).toBe(plain.digest());
            expectOrdered(quick);
          }
        }),
        rounds(40),
      );
    });

  it('a book rebuilt from the order table alone is the same book, queue by queue (core §5)', () => {
    fc.assert(
      fc.property(actions(near), (list) => {
        const world = new World(STEPS + 2, fast);
        for (const action of list) world.run(action);
        const copy = columns(STEPS + 2);
        for (const name of ['price', 'rest', 'next', 'previous', 'user', 'place'] as const)
          copy[name].set(world.orders[name]);
        const again = new FastBook(7, copy, new Pages());
        for (let slot = 1; slot < STEPS + 2; slot += 1)
          if (world.live.includes(slot) && copy.previous[slot * ROW32] === NONE) again.restore(slot);
        const twin = new World(STEPS + 2, () => again);
        const ordersOf = { orders: copy, log: world.log };
        expect(Object.assign(twin, ordersOf).digest()).toBe(world.digest());
      }),
      rounds(30),
    );
  });

  it('pages of a price nobody stands at any more are used again', () => {
    const pages = new Pages();
    const orders = columns(3);
    const book = new FastBook(1, orders, pages);
    orders.place[1 * ROW32] = 2;
    orders.rest[1 * ROW64] = 5;
    for (let step = 1; step < 5_000; step += 1) {
      orders.price[1 * ROW32] = step * 3_000;
      book.add(1);
      expect(book.best(1)).toBe(step * 3_000);
      book.remove(1);
    }
    expect(book.best(1)).toBe(0);
    expect(pages.bytes()).toBeLessThan(200_000);
  });

  it('a fill of more than rests stops the core', () => {
    const orders = columns(3);
    const book = fast(orders);
    orders.place[1 * ROW32] = 14;
    orders.price[1 * ROW32] = 10;
    orders.rest[1 * ROW64] = 5;
    book.add(1);
    expect(() => book.reduce(1, 6)).toThrow(/at most the order's rest/);
  });
});
