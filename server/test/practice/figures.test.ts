// Which trades count as practice traders' own, and their sums: in memory, and from SQL after a start.

import { MARKET_MAKER } from '@vitrine/core/enum';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { testDatabase, type TestDatabase } from '../../src/app/postgres/test-database.ts';
import { practiceFigures } from '../../src/practice/index.ts';
import { practiceMark, type Trade } from '../../src/projection/handlers/index.ts';
import type { BatchChange, Live } from '../../src/projection/live/index.ts';
import { openReads, type PracticeMinute } from '../../src/projection/views/index.ts';
import { viewsDatabase, viewsPool } from '../../src/projection/views/database.ts';
import { makeMonths } from '../../src/projection/views/months.ts';
import { eventually } from '../support/eventually.ts';

const NOW = Date.UTC(2026, 10, 21, 14, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const [ANNA, BEN, CUSTOMER] = [11, 12, 77];
const labelled = new Set([ANNA, BEN]);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.stop();
});

test('a trade is practice traders’ own if no customer took part in it (issue 18 §1)', () => {
  const own = { practice: true };
  expect(practiceMark(labelled, ANNA, BEN)).toEqual(own);
  expect(practiceMark(labelled, ANNA, MARKET_MAKER)).toEqual(own);
  expect(practiceMark(labelled, MARKET_MAKER, BEN)).toEqual(own);
  for (const [taker, maker] of [
    [ANNA, CUSTOMER],
    [CUSTOMER, BEN],
    [CUSTOMER, MARKET_MAKER],
    [MARKET_MAKER, CUSTOMER],
    [MARKET_MAKER, 0],
  ] as const)
    expect(practiceMark(labelled, taker, maker)).toEqual({});
  expect(practiceMark(new Set(), ANNA, BEN)).toEqual({});
});

test('SQL sums them by market and minute, from a time on and up to a command (issue 18 §1)', async () => {
  const db = viewsDatabase(viewsPool(database.connection, { use: 'fold', most: 1 }));
  const reads = openReads(database.connection, undefined, labelled);
  try {
    const trade = (
      number: number,
      taker: number,
      maker: number,
      at: Partial<{ market: number; time: number; seq: number }> = {},
    ) => ({
      ...{ market: 1, trade: number, price: 100, lots: 10, value: 1_000, side: 1, taker_order: 1, maker_order: 2 },
      ...{ taker, maker, taker_fee: 1, maker_fee: 1, house: maker === MARKET_MAKER, time: NOW, seq: number, ...at },
    });
    const rows = [
      trade(1, ANNA, BEN),
      trade(2, ANNA, MARKET_MAKER, { time: NOW + 59_999 }),
      trade(3, ANNA, CUSTOMER),
      trade(4, CUSTOMER, MARKET_MAKER),
      trade(5, MARKET_MAKER, BEN, { time: NOW + MINUTE }),
      trade(6, BEN, ANNA, { market: 101 }),
      trade(7, BEN, ANNA, { time: NOW - 1 }),
      trade(99, BEN, ANNA),
    ];
    await makeMonths(db, 'trades', [NOW]);
    await db
      .insertInto('tickers')
      .values([ticker(1, 1), ticker(2, 101)] as never)
      .execute();
    await db
      .insertInto('trades')
      .values(rows as never)
      .execute();
    const found = await reads.practiceMinutes(NOW, 50);
    expect(found.toSorted((a, b) => a.market - b.market || a.minute - b.minute)).toEqual([
      { market: 1, minute: NOW, lots: 20, value: 2_000 },
      { market: 1, minute: NOW + MINUTE, lots: 10, value: 1_000 },
      { market: 101, minute: NOW, lots: 10, value: 1_000 },
    ]);
    const marks = new Map((await reads.trades(1, 10)).map(({ trade: number, practice }) => [number, practice]));
    expect([1, 2, 3, 4, 5].map((number) => marks.get(number as never))).toEqual([
      true,
      true,
      undefined,
      undefined,
      true,
    ]);
    const none = openReads(database.connection);
    expect(await none.practiceMinutes(0, 50)).toEqual([]);
    await none.close();
  } finally {
    await reads.close();
    await db.destroy();
  }
});

test('the figures are of the last 24 hours, with what SQL has from before the start, once (issue 18 §1)', async () => {
  let listener: (change: BatchChange) => void = () => undefined;
  let folded = 10;
  const asked: unknown[] = [];
  const live = {
    head: () => ({ row: 5, seq: 20, time: NOW, rowHash: '' }),
    onChange(given: typeof listener) {
      listener = given;
      return () => (listener = () => undefined);
    },
    marketPositions: () =>
      [
        { user: ANNA, side: 1, lots: 5 },
        { user: BEN, side: 2, lots: 7 },
        { user: BEN, side: 1, lots: 2 },
        { user: CUSTOMER, side: 1, lots: 100 },
      ] as unknown as ReturnType<Live['marketPositions']>,
  } as unknown as Live;
  const reads = {
    folded: async () => ({ row: 0, seq: folded }),
    async practiceMinutes(since: number, toSeq: number) {
      asked.push([since, toSeq]);
      return [
        { market: 1, minute: NOW - 23 * HOUR, lots: 4, value: 40 },
        { market: 1, minute: NOW, lots: 1, value: 10 },
      ] as unknown as readonly PracticeMinute[];
    },
  };
  const faults: unknown[] = [];
  const figures = practiceFigures({ live, reads, labelled, onFault: (error) => faults.push(error) });
  const traded = (lots: number, practice: boolean) =>
    listener({
      trades: [{ market: 1, time: NOW + 30_000, lots, value: lots * 10, ...(practice ? { practice: true } : {}) }],
    } as unknown as BatchChange & { trades: readonly Trade[] });
  traded(2, true);
  traded(50, false);
  expect(figures.volume(1, NOW + MINUTE)).toEqual({ lots: 2, value: 20 });
  // SQL is read once it has everything from before the start.
  expect(asked).toEqual([]);
  folded = 20;
  await eventually(() => expect(asked).toEqual([[NOW - 24 * HOUR + MINUTE, 20]]));
  await eventually(() => expect(figures.volume(1, NOW + MINUTE)).toEqual({ lots: 7, value: 70 }));
  expect(figures.volume(1, NOW + 2 * HOUR)).toEqual({ lots: 3, value: 30 });
  expect(figures.volume(2, NOW)).toEqual({ lots: 0, value: 0 });
  expect(figures.openInterest(101)).toBe(7);
  expect(figures.traders()).toBe(2);
  figures.stop();
  expect(faults).toEqual([]);
});

/** A row of `tickers`, which lists the markets. */
function ticker(kind: number, subject: number) {
  return { kind, subject, last: 0, last_time: 0, last_seq: 0, number: 0 };
}
