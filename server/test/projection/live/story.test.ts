// The live projection of a short history written by hand: every read is checked against it.

import { MARKET_MAKER } from '@vitrine/core/enum';
import { describe, expect, it } from 'vitest';
import type { CommittedBatch } from '../../../src/projection/live/store.ts';
import { type BatchChange, createLive, type Live } from '../../../src/projection/live/index.ts';
import { ANN, BEN, BTC, INSTRUMENT, MARKET, START, storyBatches, USDT } from '../../support/story.ts';

const MINUTE = 60_000;

async function emitted(
  batches: readonly CommittedBatch[] = storyBatches(),
): Promise<{ live: Live; changes: BatchChange[] }> {
  let listener: (batch: CommittedBatch) => void = () => undefined;
  const live = await createLive({
    onBatch: (next) => {
      listener = next;
      return () => undefined;
    },
    seed: async () => ({ row: 0, seq: 0, time: 0, rowHash: '', events: new Float64Array(0) }),
  });
  const changes: BatchChange[] = [];
  live.onChange((change) => changes.push(change));
  for (const batch of batches) listener(batch);
  return { live, changes };
}

describe('the live fold (design §2)', () => {
  it('knows what is listed and who there is', async () => {
    const { live } = await emitted();
    expect(live.assets().map((asset) => asset.code)).toEqual(['BTC', 'USDT']);
    expect(live.marketOf(1, 'BTC', 'USDT')?.market).toBe(MARKET);
    expect(live.instrumentByName('BTC', 'USDT')?.tickDecimals).toBe(1);
    expect(live.user(BEN)).toMatchObject({ referrer: ANN, house: false });
    expect(live.user(MARKET_MAKER)?.house).toBe(true);
    expect(live.tiers()).toHaveLength(1);
  });

  it('adds up balances of each wallet, fees and rebates taken and given (money §2, §10)', async () => {
    const { live } = await emitted();
    expect(live.balance(BEN, 1, BTC)).toMatchObject({ available: 600_000 - 600, held: 0 });
    expect(live.balance(BEN, 1, USDT)).toMatchObject({ available: 9_399_940_000, held: 0 });
    expect(live.balance(ANN, 1, BTC)).toMatchObject({ available: 10_000_000 - 200_000 + 120, held: 0 });
    expect(live.balance(ANN, 2, USDT)).toMatchObject({ available: 1_000_000 });
    expect(live.balances(ANN, 1)).toHaveLength(2);
  });

  it('shows levels with the market maker’s share and counts its quotes as one order (design §4)', async () => {
    const { live } = await emitted(storyBatches().slice(0, 4));
    expect(live.level(MARKET, 2, 1_000_100)).toEqual({ price: 1_000_100, lots: 700, orders: 2, house: 400 });
    expect(live.ownLots(ANN, MARKET, 2, 1_000_100)).toBe(300);
    const { live: later } = await emitted();
    const book = later.book(MARKET);
    expect(book.bids).toEqual([
      { price: 1_000_000, lots: 300, orders: 1, house: 300 },
      { price: 999_900, lots: 500, orders: 1, house: 500 },
    ]);
    expect(book.asks).toEqual([{ price: 1_000_200, lots: 900, orders: 1, house: 900 }]);
    expect(later.book(MARKET, 1).bids).toHaveLength(1);
  });

  it('tells each touched level once a batch, as it is after it (calls §8)', async () => {
    const { changes } = await emitted();
    expect(changes[4]!.levels).toEqual([{ market: MARKET, side: 2, price: 1_000_100, lots: 100, orders: 1, house: 0 }]);
    expect(changes[5]!.levels.filter((level) => level.lots === 0).map((level) => level.price)).toEqual([
      999_800, 1_000_100,
    ]);
  });

  it('keeps orders while open and for a while after (calls §2)', async () => {
    const { live: before } = await emitted(storyBatches().slice(0, 5));
    expect(before.openOrders(ANN).map((order) => order.order)).toEqual([101]);
    expect(before.order(101)).toMatchObject({ status: 3, dealtLots: 200, resting: 100, fee: 200_020, seq: 12 });
    const { live } = await emitted();
    expect(live.openOrders(ANN)).toEqual([]);
    expect(live.order(101)).toMatchObject({
      status: 2,
      reason: 1,
      resting: 0,
      created: START + 3_000,
      updated: START + 90_000,
    });
    expect(live.order(102)).toMatchObject({ status: 1, dealtValue: 600_060_000 });
  });

  it('tells orders with their fills, and balances with what moved them; never the house’s (calls §8)', async () => {
    const { changes } = await emitted();
    const orders = changes[4]!.orders;
    expect(
      orders.map((change) => [change.order.order, change.order.status, change.fills.map((fill) => fill.trade)]),
    ).toEqual([
      [102, 1, [1, 2]],
      [101, 3, [2]],
    ]);
    expect(orders[1]!.fills[0]).toMatchObject({
      maker: true,
      ownSide: 2,
      side: 1,
      fee: 200_020,
      feeAsset: USDT,
      house: false,
    });
    expect(changes.flatMap((change) => change.balances).some((change) => change.balance.user === MARKET_MAKER)).toBe(
      false,
    );
    const moved = changes[4]!.balances.find((change) => change.balance.user === BEN && change.balance.asset === BTC);
    expect(moved).toMatchObject({ kind: 'trade', causeKind: 'order', causeId: 102 });
    expect(changes[3]!.balances).toMatchObject([{ kind: 'hold', causeKind: 'order', causeId: 101 }]);
    expect(changes[5]!.balances.map((change) => change.kind).sort()).toEqual(['hold', 'transfer', 'transfer']);
  });

  it('grows candles of every width by trades and by index ticks (calls §8 KLINE)', async () => {
    const { live, changes } = await emitted();
    const spot = { kind: 1, id: MARKET } as const;
    const index = { kind: 'index', id: INSTRUMENT } as const;
    expect(live.candle(spot, '1m')).toMatchObject({
      time: START + 30_000,
      open: 1_000_100,
      close: 1_000_100,
      volume: 600,
      turnover: 600,
      turnoverRest: 60_000,
    });
    expect(live.candles(index, '1m').map((candle) => [candle.time, candle.close])).toEqual([
      [START - 30_000, 100_000_000],
      [START + MINUTE + 30_000, 100_050_000],
    ]);
    expect(live.candle(index, '1h')).toMatchObject({ time: Date.UTC(2026, 10, 21, 12) });
    expect(live.candle(index, '1w')).toMatchObject({ time: Date.UTC(2026, 10, 16), volume: 2 });
    expect(live.candle(index, '1M')).toMatchObject({ time: Date.UTC(2026, 10, 1), high: 100_050_000 });
    expect(changes[5]!.candles.filter((change) => change.closed).map((change) => change.interval)).toEqual([
      '1m',
      '5m',
      '15m',
      '30m',
      '1h',
      '4h',
    ]);
  });

  it('gives the 24 hours and the UTC day (calls §1 Price)', async () => {
    const { live } = await emitted();
    expect(live.ticker(MARKET)).toMatchObject({
      last: 1_000_100,
      volume24: 600,
      turnover24: 600,
      turnoverRest24: 60_000,
      dayVolume: 600,
    });
    expect(live.indexTicker(INSTRUMENT)).toMatchObject({
      last: 100_050_000,
      open24: 100_000_000,
      high24: 100_050_000,
      low24: 100_000_000,
      dayOpen: 100_000_000,
    });
  });

  it('keeps ticks with their sources and the price state (money §11)', async () => {
    const { live } = await emitted();
    expect(live.tick(INSTRUMENT)).toMatchObject({ number: 2, seq: 16, state: 2 });
    expect(live.tick(INSTRUMENT)?.sources).toEqual([
      { source: 1, offset: 0, age: 10, state: 1 },
      { source: 2, offset: 900_000, age: 30, state: 3 },
    ]);
    expect(live.ticks(INSTRUMENT, { toSeq: 4 }).map((tick) => tick.number)).toEqual([1]);
    expect(live.priceState(INSTRUMENT)?.state).toBe(2);
  });

  it('lets a read wait for its own write, bounded (design §2)', async () => {
    const batches = storyBatches();
    let listener: (batch: CommittedBatch) => void = () => undefined;
    const live = await createLive({
      onBatch: (next) => {
        listener = next;
        return () => undefined;
      },
      seed: async () => ({ row: 0, seq: 0, time: 0, rowHash: '', events: new Float64Array(0) }),
    });
    const seen = live.waitFor(5, 2_000);
    const never = live.waitFor(1_000, 1);
    for (const batch of batches.slice(0, 2)) listener(batch);
    expect(await seen).toBe(true);
    expect(await never).toBe(false);
    expect(live.head()).toEqual({ row: 2, seq: 5, time: START + 1_000, rowHash: 'row2' });
  });

  it('drops a repeated batch and stops at a gap (failures W19)', async () => {
    const batches = storyBatches();
    const { live } = await emitted(batches.flatMap((batch) => [batch, batch]));
    expect(live.balance(BEN, 1, BTC)).toMatchObject({ available: 599_400 });
    await expect(emitted([batches[0]!, batches[2]!])).rejects.toThrow(/expected row 2, got 3/);
  });
});
