import { describe, expect, test } from 'vitest';
import { depthAt, depthWithin, drawDepth } from '../../src/features/book/depth.ts';
import { reachOf } from '../../src/features/book/reach.ts';
import { BookStore } from '../../src/live/stores/book-store.ts';

const scale = { tickDecimals: 1, lotDecimals: 2 };

function book(bids: readonly [string, string][], asks: readonly [string, string][]): BookStore {
  const store = new BookStore(scale);
  store.snapshot({ bids, asks }, 1, 1);
  return store;
}

const store = book(
  [
    ['99.0', '1.00'],
    ['98.0', '2.00'],
  ],
  [
    ['100.0', '1.00'],
    ['100.1', '2.00'],
    ['102.0', '5.00'],
  ],
);

describe('average price to a row of the book', () => {
  test('all that stands between: amount, worth, and an average that is never better than it is', () => {
    // 1 × 100.0 + 2 × 100.1 = 300.2 for 3: 100.0666…, a buyer's rounds up.
    expect(reachOf(store, 'asks', 1_001)).toEqual({
      side: 'asks',
      ticks: 1_001,
      lots: 300n,
      average: 10_007n,
      value: 300_200n,
    });
    // 1 × 99 + 2 × 98 = 295 for 3: 98.333…, a seller's rounds down.
    expect(reachOf(store, 'bids', 980)?.average).toBe(9_833n);
    expect(reachOf(store, 'asks', 999)).toBeUndefined();
  });

  test('of coin contracts it is the price at which as many contracts are worth as much coin', () => {
    const inverse = book(
      [],
      [
        ['100.0', '1.00'],
        ['200.0', '1.00'],
      ],
    );
    // 1 ÷ 100 + 1 ÷ 200 of a coin for 2: 133.33…, not 150.
    expect(reachOf(inverse, 'asks', 2_000, true)).toMatchObject({ average: 13_334n, value: undefined });
  });
});

describe('depth in figures', () => {
  test('what stands before a price, and how far that is', () => {
    expect(depthAt(store, 1_020)).toEqual({ side: 'asks', ticks: 1_020, lots: 800, distance: 252 });
    expect(depthAt(store, 985)).toMatchObject({ side: 'bids', lots: 100 });
    expect(depthAt(book([], [['1.0', '1.00']]), 10)).toBeUndefined();
  });

  test('what stands near the middle', () => {
    expect(depthWithin(store)).toEqual([
      { within: 10, bids: 0, asks: 0 },
      { within: 50, bids: 0, asks: 0 },
      { within: 100, bids: 100, asks: 300 },
    ]);
    expect(depthWithin(book([], []))).toBeUndefined();
  });

  test('the picture has the middle in the middle', () => {
    expect(drawDepth(store)).toMatchObject({ twiceMiddle: 1_990, reach: 25, low: '97.0', high: '102.0', most: '8.00' });
  });
});
