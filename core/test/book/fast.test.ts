// The fast book by itself: prices at every seam of its bitmaps, and what it refuses because the core must stop (money §12).

import { beforeEach, describe, expect, it } from 'vitest';
import { FastBook } from '../../src/book/book.ts';
import { NONE, type OrderColumns, type Side, ROW32, ROW64 } from '../../src/book/face.ts';
import { Pages } from '../../src/book/pages.ts';
import { SIDE } from '../../src/enum/index.ts';
import { columns } from './world.ts';

const MARKET = 7;
const SIZE = 80;
let orders: OrderColumns;
let book: FastBook;

beforeEach(() => {
  orders = columns(SIZE);
  book = new FastBook(MARKET, orders, new Pages());
});

/** An order's row, not yet in the book. */
function row(slot: number, side: Side, price: number, lots = 1): void {
  orders.price[slot * ROW32] = price;
  orders.rest[slot * ROW64] = lots;
  orders.place[slot * ROW32] = 2 * MARKET + side - 1;
}

function add(slot: number, side: Side, price: number, lots = 1): void {
  row(slot, side, price, lots);
  book.add(slot);
}

/** Prices of a side, best first. */
function prices(side: Side): number[] {
  const found: number[] = [];
  for (let price = book.best(side); price !== 0; price = book.worse(side, price)) found.push(price);
  return found;
}

/** Ticks on both sides of each seam: word of 32, page of 2^10, word of pages 2^15, word of those 2^20, the last tick. */
const SEAMS = [5, 10, 11, 15, 16, 20, 21, 23].flatMap((bits) => [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]);
const TICKS = [...new Set([1, 2, ...SEAMS, 2 ** 24 - 33, 2 ** 24 - 2, 2 ** 24 - 1])].sort((a, b) => a - b);

describe('core §6: levels of the fast book', () => {
  it.each([
    ['bids', SIDE.buy],
    ['asks', SIDE.sell],
  ] as const)('%s at every seam are walked from best to worst, however they come and go', (_, side) => {
    const best = side === SIDE.buy ? TICKS.toReversed() : TICKS;
    for (const from of [TICKS, TICKS.toReversed()]) {
      for (const [at, price] of from.entries()) add(at + 1, side, price, at + 1);
      expect(prices(side)).toEqual(best);
      expect(best.map((price) => book.lotsAt(side, price))).toEqual(best.map((price) => from.indexOf(price) + 1));
      // From the best one on: each leaving shows the next.
      for (const [at, price] of best.entries()) {
        expect(book.best(side)).toBe(price);
        expect(book.front(side)).toBe(from.indexOf(price) + 1);
        expect(book.after(book.front(side))).toBe(at + 1 < best.length ? from.indexOf(best[at + 1]!) + 1 : NONE);
        book.remove(from.indexOf(price) + 1);
      }
      expect([book.best(side), book.front(side)]).toEqual([0, NONE]);
    }
  });

  it.each([
    ['bids', SIDE.buy],
    ['asks', SIDE.sell],
  ] as const)('of %s any two alone find each other, whatever lay between', (_, side) => {
    for (const low of TICKS)
      for (const high of TICKS) {
        if (low >= high) continue;
        add(1, side, low);
        add(2, side, high);
        expect(prices(side)).toEqual(side === SIDE.buy ? [high, low] : [low, high]);
        // The better one goes first, and leaves no mark behind.
        book.remove(side === SIDE.buy ? 2 : 1);
        expect(prices(side)).toEqual([side === SIDE.buy ? low : high]);
        book.remove(side === SIDE.buy ? 1 : 2);
        expect(prices(side)).toEqual([]);
      }
  });

  it('a worse price is found from any tick, whether somebody stands there or not', () => {
    add(1, SIDE.buy, 40);
    add(2, SIDE.buy, 3_000);
    add(3, SIDE.sell, 5_000);
    add(4, SIDE.sell, 90_000);
    expect([39, 40, 41, 2_999, 3_000, 3_001, 4_000].map((price) => book.worse(SIDE.buy, price))).toEqual([
      0, 0, 40, 40, 40, 3_000, 3_000,
    ]);
    expect([4_000, 4_999, 5_000, 5_001, 89_999, 90_000, 2 ** 23].map((price) => book.worse(SIDE.sell, price))).toEqual([
      5_000, 5_000, 90_000, 90_000, 90_000, 0, 0,
    ]);
  });

  it('bids and asks of one page stand apart: lots and heads are of the side that is asked', () => {
    add(1, SIDE.buy, 1_030, 4);
    add(2, SIDE.buy, 1_030, 5);
    add(3, SIDE.sell, 1_031, 6);
    expect([book.lotsAt(SIDE.buy, 1_030), book.headAt(SIDE.buy, 1_030)]).toEqual([9, 1]);
    expect([book.lotsAt(SIDE.sell, 1_031), book.headAt(SIDE.sell, 1_031)]).toEqual([6, 3]);
    for (const [side, price] of [
      [SIDE.sell, 1_030],
      [SIDE.buy, 1_031],
      [SIDE.buy, 1_029],
      [SIDE.sell, 1_062],
      [SIDE.buy, 2],
      [SIDE.sell, 2 ** 24 - 1],
      [SIDE.buy, 2_048],
    ] as const)
      expect([book.lotsAt(side, price), book.headAt(side, price)]).toEqual([0, NONE]);
    // The page stays while one side needs it.
    book.remove(3);
    expect([book.best(SIDE.sell), book.best(SIDE.buy), book.lotsAt(SIDE.buy, 1_030)]).toEqual([0, 1_030, 9]);
    add(3, SIDE.sell, 1_031, 6);
    book.remove(1);
    book.remove(2);
    expect([book.best(SIDE.sell), book.best(SIDE.buy), book.lotsAt(SIDE.sell, 1_031)]).toEqual([1_031, 0, 6]);
  });

  it('a queue keeps the order of arrival, whoever leaves: first, middle, last', () => {
    const queue = () => {
      const slots: number[] = [];
      for (let slot = book.front(SIDE.sell); slot !== NONE; slot = book.after(slot)) slots.push(slot);
      return slots;
    };
    for (const slot of [1, 2, 3, 4, 5]) add(slot, SIDE.sell, 50, slot);
    book.remove(3);
    expect([queue(), book.lotsAt(SIDE.sell, 50)]).toEqual([[1, 2, 4, 5], 12]);
    book.remove(1);
    expect([queue(), book.lotsAt(SIDE.sell, 50)]).toEqual([[2, 4, 5], 11]);
    book.remove(5);
    expect([queue(), book.lotsAt(SIDE.sell, 50)]).toEqual([[2, 4], 6]);
    book.reduce(2, 1);
    expect([queue(), book.lotsAt(SIDE.sell, 50)]).toEqual([[2, 4], 5]);
    add(5, SIDE.sell, 50, 5);
    book.reduce(2, 1);
    expect([queue(), book.lotsAt(SIDE.sell, 50)]).toEqual([[4, 5], 9]);
    for (const slot of [1, 2, 3])
      expect([orders.next[slot * ROW32], orders.previous[slot * ROW32]]).toEqual([NONE, NONE]);
  });

  it('its own bytes are those of its directory and bitmaps, and grow with the highest price only', () => {
    const first = book.bytes();
    expect(first).toBe(4 * (64 + 2 * 512 + 2 * 16));
    add(1, SIDE.buy, 64 * 1_024 - 1);
    expect(book.bytes()).toBe(first);
    add(2, SIDE.buy, 64 * 1_024);
    expect(book.bytes()).toBe(first + 4 * 64);
    add(3, SIDE.sell, 2 ** 24 - 1);
    expect(book.bytes()).toBe(4 * (2 ** 14 + 2 * 512 + 2 * 16));
    expect(prices(SIDE.buy)).toEqual([64 * 1_024, 64 * 1_024 - 1]);
  });
});

describe('money §12, 7: what would be a wrong book stops the core', () => {
  it.each([
    [SIDE.buy, 110, 'Expected a bid below the best ask of 110 ticks, got 110.'],
    [SIDE.buy, 111, 'Expected a bid below the best ask of 110 ticks, got 111.'],
    [SIDE.sell, 100, 'Expected an ask above the best bid of 100 ticks, got 100.'],
    [SIDE.sell, 99, 'Expected an ask above the best bid of 100 ticks, got 99.'],
  ] as const)('a crossed book: side %d at %d ticks', (side, price, message) => {
    add(1, SIDE.buy, 100);
    add(2, SIDE.sell, 110);
    row(3, side, price);
    expect(() => book.add(3)).toThrow(message);
  });

  it('one tick between the sides is no cross, and a side may be empty', () => {
    add(1, SIDE.sell, 101);
    add(2, SIDE.buy, 100);
    expect([book.best(SIDE.buy), book.best(SIDE.sell)]).toEqual([100, 101]);
    // A worse order does not move the best price.
    add(3, SIDE.sell, 102);
    add(4, SIDE.buy, 99);
    expect([book.best(SIDE.buy), book.best(SIDE.sell)]).toEqual([100, 101]);
  });

  it('an order at no price’s head that says it is', () => {
    add(1, SIDE.sell, 50);
    row(2, SIDE.sell, 50);
    expect(() => book.remove(2)).toThrow('Expected order slot 2 at the head of its price, found 1.');
  });

  it.each([6, Number.NaN])('a fill of %d of 5 lots', (lots) => {
    add(1, SIDE.sell, 50, 5);
    expect(() => book.reduce(1, lots)).toThrow(
      `Expected at most the order's rest to leave, ${lots} lots would leave ${5 - lots}.`,
    );
    expect([orders.rest[1 * ROW64], book.lotsAt(SIDE.sell, 50)]).toEqual([5, 5]);
  });
});

describe('core §7: a queue that does not stand as its rows say', () => {
  /** Three orders in a queue at 50, as a snapshot carries them, and an empty book. */
  beforeEach(() => {
    for (const slot of [1, 2, 3]) add(slot, SIDE.sell, 50, slot);
    book = new FastBook(MARKET, orders, new Pages());
  });

  it('is restored whole when it does', () => {
    book.restore(1);
    expect([book.front(SIDE.sell), book.after(1), book.after(2), book.after(3)]).toEqual([1, 2, 3, NONE]);
    expect(book.lotsAt(SIDE.sell, 50)).toBe(6);
  });

  it('because another begins at the same price', () => {
    book.restore(1);
    row(4, SIDE.sell, 50);
    expect(() => book.restore(4)).toThrow(
      `Expected one queue at 50 ticks of market ${MARKET}; order slot 4 begins another.`,
    );
    row(4, SIDE.sell, 51);
    book.restore(4);
    expect(prices(SIDE.sell)).toEqual([50, 51]);
  });

  it.each<[string, () => void]>([
    ['the one before it', () => (orders.previous[3 * ROW32] = 1)],
    ['its price', () => (orders.price[3 * ROW32] = 51)],
    ['its side', () => (orders.place[3 * ROW32] = 2 * MARKET)],
    ['its market', () => (orders.place[3 * ROW32] = 2 * MARKET + 3)],
  ])('because a row of it says otherwise: %s', (_, harm) => {
    harm();
    expect(() => book.restore(1)).toThrow(
      'Expected order slot 3 to stand behind slot 2 at 50 ticks; its row says otherwise.',
    );
  });
});
