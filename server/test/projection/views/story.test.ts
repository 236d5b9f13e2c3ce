// The views of the same short history: tables, reads, duplicates, restarts, rebuilding.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import {
  compareViews,
  eventLog,
  type FoldBatch,
  migrateViews,
  openFolder,
  openReads,
  rebuildViews,
  type ViewsReads,
} from '../../../src/projection/views/index.ts';
import { createLive } from '../../../src/projection/live/index.ts';
import { ANN, BEN, BTC, INSTRUMENT, MARKET, START, storyBatches, USDT } from '../../support/story.ts';

let database: TestDatabase;
let reads: ViewsReads;

async function fold(schema: string, batches: readonly FoldBatch[]): Promise<void> {
  const folder = await openFolder({
    connection: database.connection,
    schema,
    onTrouble: (error) => {
      throw error;
    },
  });
  for (const batch of batches) folder.push(batch);
  await folder.reached(batches.at(-1)!.row);
  await folder.stop();
}

beforeAll(async () => {
  database = await testDatabase();
  await migrateViews(database.connection);
  await fold('views', storyBatches());
  reads = openReads(database.connection);
});
afterAll(async () => {
  await reads.close();
  await database.stop();
});

const page = { current: 1, size: 15 };

describe('the views (design §2)', () => {
  it('list own orders newest first, by account, status and market (calls §2)', async () => {
    const all = await reads.orders(ANN, {}, page);
    expect(all).toMatchObject({ total: 1, size: 15, current: 1 });
    expect(all.records[0]).toMatchObject({
      order: 101,
      status: 2,
      reason: 1,
      dealtLots: 200,
      fee: 200_020,
      created: START + 3_000,
    });
    expect((await reads.orders(BEN, { wallets: [1], market: MARKET, statuses: [1] }, page)).total).toBe(1);
    expect((await reads.orders(BEN, { wallets: [4, 5] }, page)).total).toBe(0);
    expect((await reads.orders(BEN, { startTime: START + 41_000 }, page)).total).toBe(0);
    expect(await reads.orderMarkets(BEN, [1, 4, 5])).toEqual([MARKET]);
  });

  it('give an order’s fills and where each fee went, to its owner only (money §10)', async () => {
    const details = await reads.order(BEN, 102);
    expect(details?.fills.map((fill) => [fill.trade, fill.lots, fill.fee, fill.house])).toEqual([
      [1, 400, 400, true],
      [2, 200, 200, false],
    ]);
    expect(details?.shares.map((share) => [share.trade, share.share, share.amount])).toEqual([
      [1, 1, 80],
      [1, 8, 280],
      [1, 9, 40],
      [2, 1, 40],
      [2, 8, 140],
      [2, 9, 20],
    ]);
    expect((await reads.order(ANN, 101))?.shares.map((share) => [share.share, share.amount])).toEqual([
      [8, 180_018],
      [9, 20_002],
    ]);
    expect(await reads.order(ANN, 102)).toBeUndefined();
  });

  it('write the fee and the trade as lines of their own, with the balance after each (calls §5 Bill)', async () => {
    const bills = await reads.bills(BEN, { wallet: 1, asset: BTC }, page);
    expect(bills.records.map((line) => [line.kind, line.amount, line.balance, line.causeKind, line.causeId])).toEqual([
      ['fee', -200, 599_400, 'order', 102],
      ['trade', 200_000, 599_600, 'order', 102],
      ['fee', -400, 399_600, 'order', 102],
      ['trade', 400_000, 400_000, 'order', 102],
    ]);
    expect(
      (await reads.bills(ANN, { kind: 'rebate' }, page)).records.map((line) => [
        line.amount,
        line.causeKind,
        line.causeId,
      ]),
    ).toEqual([
      [40, 'trade', 2],
      [80, 'trade', 1],
    ]);
    expect(
      (await reads.bills(ANN, { kind: 'transfer' }, page)).records.map((line) => [line.wallet, line.amount]),
    ).toEqual([
      [2, 1_000_000],
      [1, -1_000_000],
    ]);
  });

  it('sum opening, in, out and closing for each coin (calls §5)', async () => {
    expect(await reads.billSums(BEN, {})).toEqual([
      { asset: BTC, opening: 0n, in: 600_000n, out: 600n, closing: 599_400n },
      { asset: USDT, opening: 0n, in: 10_000_000_000n, out: 600_060_000n, closing: 9_399_940_000n },
    ]);
    expect(await reads.billSums(BEN, { asset: USDT, startTime: START + 3_000 })).toEqual([
      { asset: USDT, opening: 10_000_000_000n, in: 0n, out: 600_060_000n, closing: 9_399_940_000n },
    ]);
  });

  it('page lists and stream them whole for a CSV (calls §1)', async () => {
    expect((await reads.bills(ANN, {}, { current: 2, size: 2 })).records).toHaveLength(2);
    const parts: number[] = [];
    for await (const part of reads.billParts(ANN, {})) parts.push(...part.map((line) => line.line));
    expect(parts).toEqual([...parts].sort((a, b) => b - a));
    expect(parts).toHaveLength((await reads.bills(ANN, {}, page)).total);
    const fills: number[] = [];
    for await (const part of reads.fillParts(BEN, { market: MARKET, wallets: [1] }))
      fills.push(...part.map((fill) => fill.trade));
    expect(fills).toEqual([2, 1]);
    for await (const part of reads.orderParts(BEN, {})) expect(part.map((order) => order.order)).toEqual([102]);
  });

  it('give candles, ticks with sources and public trades (calls §3, §6)', async () => {
    const candles = await reads.candles({ subject: { kind: 1, id: MARKET }, interval: '1m' });
    expect(candles).toMatchObject([{ open: 1_000_100, volume: 600, turnover: 600, turnoverRest: 60_000 }]);
    const hours = await reads.candles({ subject: { kind: 'index', id: INSTRUMENT }, interval: '1h', limit: 1 });
    expect(hours).toMatchObject([{ time: Date.UTC(2026, 10, 21, 12), close: 100_050_000 }]);
    const ticks = await reads.ticks({ instrument: INSTRUMENT, fromSeq: 5 });
    expect(ticks).toMatchObject([
      { number: 2, seq: 16, sources: [{ source: 1 }, { source: 2, offset: 900_000, state: 3 }] },
    ]);
    expect((await reads.trades(MARKET, 1))[0]).toMatchObject({ trade: 2, side: 1, house: false });
    expect((await reads.fills(ANN, {}, page)).records[0]).toMatchObject({ maker: true, ownSide: 2, side: 1 });
  });

  it('count what the wallets were worth each day, rounded down (calls §5)', async () => {
    const days = await reads.dailyWorth(BEN, 0, START + 100_000);
    expect(days).toHaveLength(30);
    expect(days[28]!.usdt).toBe(0n);
    // 9,399.94 USDT and 0.005994 BTC at 100,050.000
    expect(days[29]!.usdt).toBe(9_399_940_000n + 599_699_700n);
  });

  it('give a house order a row only once it is filled, and all accounts sum to zero (core §3, money §12)', async () => {
    const other = await import('../../../src/projection/views/database.ts');
    const db = other.viewsDatabase(other.viewsPool(database.connection, { use: 'read', most: 1 }));
    expect(await db.selectFrom('orders').selectAll().where('house', '=', true).execute()).toMatchObject([
      { order_id: 51, side: 2, lots: 400, dealt_lots: 400, fee: 400_040, status: 1 },
    ]);
    const sums =
      await sql`select asset, sum(available + held)::int8 as total from balances group by asset order by asset`.execute(
        db,
      );
    expect(sums.rows).toEqual([
      { asset: BTC, total: 0 },
      { asset: USDT, total: 0 },
    ]);
    expect(await db.selectFrom('tickers').select(['kind', 'last', 'number']).orderBy('kind').execute()).toEqual([
      { kind: 0, last: 100_050_000, number: 2 },
      { kind: 1, last: 1_000_100, number: 2 },
    ]);
    await db.destroy();
  });

  it('stay unchanged under duplicates and replays (failures W19)', async () => {
    const batches = storyBatches();
    await migrateViews(database.connection, 'views_twice');
    await fold('views_twice', [batches[0]!, batches[0]!, batches[1]!, ...batches, ...batches]);
    await fold('views_twice', batches);
    expect(await compareViews(database.connection, 'views', 'views_twice')).toEqual([]);
  });

  it('go on from any row after a restart (design §2)', async () => {
    const batches = storyBatches();
    for (let cut = 1; cut < batches.length; cut++) {
      const schema = 'views_restart';
      await rebuildViews({
        connection: database.connection,
        schema,
        source: async function* () {
          yield* batches.slice(0, cut);
        },
      });
      await fold(schema, batches.slice(cut));
      expect(await compareViews(database.connection, 'views', schema)).toEqual([]);
    }
  });

  it('rebuilt from the event log into an empty schema are equal, table by table (failures W23)', async () => {
    const to = await rebuildViews({
      connection: database.connection,
      schema: 'views_check',
      source: eventLog(database.connection),
    });
    expect(to.row).toBe(storyBatches().length);
    expect(await compareViews(database.connection, 'views', 'views_check')).toEqual([]);
  });

  it('a changed row is found and named (failures W23)', async () => {
    await rebuildViews({
      connection: database.connection,
      schema: 'views_check',
      source: eventLog(database.connection),
    });
    const { default: pg } = await import('pg');
    const client = new pg.Client(database.connection);
    await client.connect();
    await client.query('update views_check.bills set amount = amount + 1 where line = 3');
    await client.end();
    const found = await compareViews(database.connection, 'views', 'views_check');
    expect(found).toMatchObject([{ table: 'bills', onlyFirst: 1, onlySecond: 1 }]);
  });

  it('ahead of the journal, or of another journal, are refused (design §2)', async () => {
    const open = (row: number, hash: string) =>
      openFolder({ connection: database.connection, journal: { row, rowHash: async () => hash } });
    await expect(open(5, 'row5')).rejects.toThrow(/folded row 6, but the journal ends at row 5/);
    await expect(open(9, 'other')).rejects.toThrow(/another journal/);
    const folder = await open(9, 'row6');
    expect(folder.next()).toBe(7);
    expect(() => folder.push({ ...storyBatches()[0]!, row: 9 })).toThrow(/expected row 7, got 9/);
    await folder.stop();
  });

  it('start the live fold with candles, trades, ticks and order times of a later row than its seed (design §2)', async () => {
    const batches = storyBatches();
    const emitted: ((batch: FoldBatch) => void)[] = [];
    const link = {
      onBatch: (listener: (batch: FoldBatch) => void) => {
        emitted.push(listener);
        return () => undefined;
      },
      seed: async () => {
        for (const batch of batches) emitted[0]!(batch);
        return { row: 0, seq: 0, time: 0, rowHash: '', events: new Float64Array(0) };
      },
    };
    const live = await createLive(link, { history: reads.history });
    expect(live.head().row).toBe(6);
    expect(live.lastTrades(MARKET).map((trade) => trade.trade)).toEqual([2, 1]);
    expect(live.ticks(INSTRUMENT).map((tick) => tick.number)).toEqual([1, 2]);
    expect(live.candle({ kind: 1, id: MARKET }, '1d')).toMatchObject({ volume: 600 });
    expect(live.candles({ kind: 'index', id: INSTRUMENT }, '1m')).toHaveLength(2);
    expect(live.ticker(MARKET)).toMatchObject({ last: 1_000_100, volume24: 600 });
    expect(live.balance(BEN, 1, BTC)?.available).toBe(599_400);
  });
});
