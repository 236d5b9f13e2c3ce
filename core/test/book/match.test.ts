// What stands before a taker: limits, post-only, fill-or-kill and the three ways of self-trade prevention.

import { describe, expect, it } from 'vitest';
import { FastBook } from '../../src/book/book.ts';
import { type Book, type OrderColumns, ROW32, ROW64 } from '../../src/book/face.ts';
import { crosses, feasible, next, STEP } from '../../src/book/match.ts';
import { Pages } from '../../src/book/pages.ts';
import { PlainBook } from '../../src/book/plain-book.ts';
import { columns } from './world.ts';

const OTHER = 1;
const TAKER = 2;

/** Asks of 5 at 100 (another's), 7 at 101 (the taker's own), 9 at 102 (another's). */
function asks(make: (orders: OrderColumns) => Book): { book: Book; orders: OrderColumns } {
  const orders = columns(4);
  const book = make(orders);
  for (const [slot, price, lots, user] of [
    [1, 100, 5, OTHER],
    [2, 101, 7, TAKER],
    [3, 102, 9, OTHER],
  ] as const) {
    orders.place[slot * ROW32] = 2 * book.market + 1;
    orders.price[slot * ROW32] = price;
    orders.rest[slot * ROW64] = lots;
    orders.user[slot * ROW32] = user;
    book.add(slot);
  }
  return { book, orders };
}

for (const [name, make] of [
  ['plain', (orders: OrderColumns): Book => new PlainBook(1, orders)],
  ['fast', (orders: OrderColumns): Book => new FastBook(1, orders, new Pages())],
] as const)
  describe(`money §2: matching on the ${name} book`, () => {
    it('a limit short of the best price meets nothing; at it, it fills and would cross', () => {
      const { book, orders } = asks(make);
      expect([next(book, orders, 1, 99, TAKER, 1), crosses(book, 1, 99)]).toEqual([STEP.dry, false]);
      expect([next(book, orders, 1, 100, TAKER, 1), crosses(book, 1, 100)]).toEqual([STEP.fill, true]);
      expect([next(book, orders, 2, 1, TAKER, 1), crosses(book, 2, 1)]).toEqual([STEP.dry, false]);
    });

    it('a sell meets bids down to its limit, that one too, and none below', () => {
      const orders = columns(4);
      const book = make(orders);
      for (const [slot, price, lots] of [
        [1, 100, 5],
        [2, 98, 7],
      ] as const) {
        orders.place[slot * ROW32] = 2 * book.market;
        orders.price[slot * ROW32] = price;
        orders.rest[slot * ROW64] = lots;
        orders.user[slot * ROW32] = OTHER;
        book.add(slot);
      }
      expect([101, 100, 99].map((limit) => next(book, orders, 2, limit, TAKER, 1))).toEqual([
        STEP.dry,
        STEP.fill,
        STEP.fill,
      ]);
      expect([101, 100, 99].map((limit) => crosses(book, 2, limit))).toEqual([false, true, true]);
      expect([101, 100, 99, 98, 97].map((limit) => feasible(book, orders, 2, limit, TAKER, 1, 100))).toEqual([
        0, 5, 5, 12, 12,
      ]);
    });

    it("the taker's own order in front: the taker's mode decides who goes", () => {
      const { book, orders } = asks(make);
      book.remove(1);
      expect([1, 2, 3].map((mode) => next(book, orders, 1, 102, TAKER, mode as 1 | 2 | 3))).toEqual([
        STEP.expireTaker,
        STEP.expireMaker,
        STEP.expireBoth,
      ]);
      expect(next(book, orders, 1, 102, OTHER, 1)).toBe(STEP.fill);
    });

    it('fill-or-kill finds what its mode lets it reach, and no more than it wants', () => {
      const { book, orders } = asks(make);
      const found = (limit: number, mode: 1 | 2 | 3, wanted: number) =>
        feasible(book, orders, 1, limit, TAKER, mode, wanted);
      // Its own order ends the walk, or is passed over when makers expire.
      expect([found(102, 1, 100), found(102, 2, 100), found(102, 3, 100)]).toEqual([5, 14, 5]);
      expect([found(101, 2, 100), found(99, 2, 100)]).toEqual([5, 0]);
      expect([found(102, 2, 14), found(102, 2, 13), found(102, 1, 5)]).toEqual([14, 13, 5]);
      expect(feasible(book, orders, 1, 102, OTHER + 5, 1, 100)).toBe(21);
    });
  });
