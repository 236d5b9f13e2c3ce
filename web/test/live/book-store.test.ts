import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, test } from 'vitest';
import { BookStore, groupRows, groupTicks, makeRows } from '../../src/live/stores/book-store.ts';

const { rounds } = randomTests(import.meta.url);

const scale = { tickDecimals: 1, lotDecimals: 3 };

function book(bids: [string, string][], asks: [string, string][]): BookStore {
  const store = new BookStore(scale);
  store.snapshot({ bids, asks }, 1, 1);
  return store;
}

describe('the book store (failures W17, in the client)', () => {
  test('removing a level that is not there changes nothing, not even the deepest one', () => {
    const store = book(
      [
        ['100.0', '1.000'],
        ['99.0', '2.000'],
      ],
      [
        ['101.0', '1.000'],
        ['102.0', '2.000'],
      ],
    );
    store.apply(
      {
        bids: [['98.5', '0']],
        asks: [
          ['150.0', '0'],
          ['100.5', '0'],
        ],
      },
      2,
      2,
    );
    expect(store.bids.map((level) => level.ticks)).toEqual([1000, 990]);
    expect(store.asks.map((level) => level.ticks)).toEqual([1010, 1020]);
  });

  test('one frame with several deltas of one price ends with the last', () => {
    const store = book([['100.0', '1.000']], []);
    store.apply(
      {
        bids: [
          ['100.0', '2.000'],
          ['100.0', '0'],
          ['100.0', '3.500', '1.000'],
        ],
        asks: [],
      },
      2,
      2,
    );
    expect(store.bids).toMatchObject([{ ticks: 1000, lots: 3500, house: 1000 }]);
  });

  test('a wrong checksum is noticed and the book is not whole', () => {
    const store = book([['100.0', '1.000']], [['101.0', '1.000']]);
    expect(store.apply({ bids: [['99.0', '1.000']], asks: [], checksum: 12 }, 2, 2)).toBe(false);
    expect(store.whole).toBe(false);
  });

  test('the checksum is CRC-32 over price and quantity of bid and ask in turn (calls §8)', () => {
    const store = book(
      [
        ['100.0', '1.000'],
        ['99.9', '2.000'],
      ],
      [['100.1', '3.000']],
    );
    // CRC-32 of "100.0:1.000:100.1:3.000:99.9:2.000" by zlib.
    expect(store.checksum()).toBe(4_036_473_108);
  });

  test('grouped bids round down and asks up', () => {
    expect([
      groupTicks(1009, 'down', 10),
      groupTicks(1001, 'up', 10),
      groupTicks(1010, 'down', 10),
      groupTicks(1010, 'up', 10),
    ]).toEqual([1000, 1010, 1010, 1010]);
  });

  test('a grouped book is never crossed and keeps every lot (failures, in the client)', () => {
    const side = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(side, side, fc.constantFrom(1, 2, 5, 10, 50, 100), (below, above, step) => {
        const store = new BookStore({ tickDecimals: 0, lotDecimals: 0 });
        store.snapshot(
          {
            bids: below.map((away) => [String(1_000 - away), String(away)]),
            asks: above.map((away) => [String(999 + away), String(away)]),
          },
          1,
          1,
        );
        const bids = makeRows(500);
        const asks = makeRows(500);
        const bidRows = bids.slice(0, groupRows(store.bids, 'down', step, bids));
        const askRows = asks.slice(0, groupRows(store.asks, 'up', step, asks));
        expect(bidRows[0]?.ticks ?? 0).toBeLessThan(askRows[0]?.ticks ?? Infinity);
        expect(bidRows.at(-1)?.total).toBe(below.reduce((sum, away) => sum + away, 0));
        for (const [at, row] of askRows.entries()) expect(row.ticks).toBeGreaterThan(askRows[at - 1]?.ticks ?? 0);
        for (const [at, row] of bidRows.entries()) expect(row.ticks).toBeLessThan(bidRows[at - 1]?.ticks ?? Infinity);
      }),
      rounds(100),
    );
  });

  test('rows that do not fit are left out, and the totals run from the best', () => {
    const store = book(
      [
        ['100.0', '1.000'],
        ['99.0', '2.000'],
        ['98.0', '3.000'],
      ],
      [],
    );
    const rows = makeRows(2);
    expect(groupRows(store.bids, 'down', 1, rows)).toBe(2);
    expect(rows.map((row) => row.total)).toEqual([1000, 3000]);
  });
});
