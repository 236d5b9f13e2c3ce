// Practice history: the simulator's candles from before an instrument's first tick.

import type { Cents, Millis } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { createPast, type Past, type PastCandle, recordedMinutes } from '../../src/markets/past/index.ts';
import { drawsOf } from '../../src/markets/prices/random.ts';
import type { Recording } from '../../src/markets/prices/recordings.ts';
import { listings } from '../../src/markets/listing.ts';
import { type Interval, INTERVALS, intervalStart } from '../../src/projection/handlers/index.ts';
import type { Opening } from '../../src/projection/live/index.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Friday, at no round minute of a quarter. */
const OPENING = openingAt(Date.UTC(2026, 10, 27, 14, 23), 9_512_345);
const BTC = 1;

function openingAt(time: number, price: number): Opening {
  return { time: time as Millis, price: price as Cents };
}

/** Nothing is replayed. */
const none = {
  recorded: new Set<number>(),
  readRecorded: async () => new Float64Array(0),
  onFault(error: unknown) {
    throw error;
  },
};

function pastOf(seed: string): Past {
  return createPast({ ...none, seed });
}

/** Candles as sums of shorter ones. */
function summed(candles: readonly PastCandle[], interval: Interval): PastCandle[] {
  return [...Map.groupBy(candles, ({ time }) => intervalStart(interval, time))].map(([time, some]) => ({
    time,
    open: some[0]!.open,
    high: Math.max(...some.map(({ high }) => high)),
    low: Math.min(...some.map(({ low }) => low)),
    close: some.at(-1)!.close,
  }));
}

const asked = { instrument: BTC, opening: OPENING, before: Number.MAX_SAFE_INTEGER, limit: 1_000 };

describe('practice history (issue 18 §1)', () => {
  const past = pastOf('a seed of the test');

  it('is equal for equal seeds, in whatever order it is asked for, and different for others', async () => {
    const all = (of: Past, intervals: readonly Interval[]) =>
      Promise.all(intervals.map(async (interval) => [interval, await of.candles({ ...asked, interval })] as const));
    const first = new Map(await all(past, INTERVALS));
    const again = new Map(await all(pastOf('a seed of the test'), INTERVALS.toReversed()));
    expect([...INTERVALS].map((one) => again.get(one))).toEqual([...INTERVALS].map((one) => first.get(one)));
    const other = await pastOf('another').candles({ ...asked, interval: '1h' });
    expect(other).not.toEqual(first.get('1h'));
  });

  it('ends at the first tick without a jump, and has no gap in a market that never closes', async () => {
    const minutes = await past.candles({ ...asked, interval: '1m' });
    expect(minutes).toHaveLength(1_000);
    expect(minutes.at(-1)).toMatchObject({ time: OPENING.time - MINUTE, close: OPENING.price });
    for (const [at, minute] of minutes.entries()) {
      if (at === 0) continue;
      expect(minute.time).toBe(minutes[at - 1]!.time + MINUTE);
      expect(minute.open).toBe(minutes[at - 1]!.close);
    }
  });

  it('ends at the first tick of every listed market, open or closed, at prices that candles can have', async () => {
    for (const { instrument, symbol } of listings) {
      // A Saturday: only crypto trades.
      for (const time of [OPENING.time, Date.UTC(2026, 10, 28, 9)]) {
        const opening = openingAt(time, 123_457);
        const candles = await past.candles({ ...asked, instrument, opening, interval: '1h', limit: 40 });
        expect(candles.length, symbol).toBe(40);
        expect(candles.at(-1)!.close, symbol).toBe(opening.price);
        for (const { open, high, low, close } of candles) {
          expect([open, high, low, close].every(Number.isSafeInteger)).toBe(true);
          expect(low).toBeGreaterThan(0);
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
          expect(low).toBeLessThanOrEqual(Math.min(open, close));
        }
      }
    }
  });

  it('has candles of each interval that are exactly the sums of shorter ones', async () => {
    for (const instrument of [BTC, listings.find(({ symbol }) => symbol === 'us500usd')!.instrument]) {
      const read = (interval: Interval, limit = 1_000) => past.candles({ ...asked, instrument, interval, limit });
      const minutes = await read('1m');
      for (const interval of ['5m', '15m', '30m', '1h', '4h'] as const) {
        // The first may have begun before the first minute.
        const sums = summed(minutes, interval).slice(1);
        expect(await read(interval, sums.length), interval).toEqual(sums);
      }
      const hours = await read('1h');
      const days = summed(hours, '1d').slice(1);
      expect(await read('1d', days.length)).toEqual(days);
      const all = await read('1d');
      expect((await read('1M')).slice(1)).toEqual(summed(all, '1M').slice(1));
      expect((await read('1w')).slice(1)).toEqual(summed(all, '1w').slice(1));
    }
  });

  it('reaches back two years, and no further', async () => {
    const months = await past.candles({ ...asked, interval: '1M' });
    expect(months[0]!.time).toBe(Date.UTC(2024, 10, 1));
    expect(months).toHaveLength(25);
    const days = await past.candles({ ...asked, interval: '1d' });
    expect(days[0]!.time).toBe(Date.UTC(2024, 10, 1));
    expect(days).toHaveLength((Date.UTC(2026, 10, 27) - Date.UTC(2024, 10, 1)) / DAY + 1);
    expect(await past.candles({ ...asked, interval: '1m', before: Date.UTC(2024, 10, 1) })).toEqual([]);
    const first = await past.candles({ ...asked, interval: '1m', before: Date.UTC(2024, 10, 1, 0, 2) });
    expect(first.map(({ time }) => time)).toEqual([Date.UTC(2024, 10, 1), Date.UTC(2024, 10, 1, 0, 1)]);
  });

  it('keeps to its bounds: pages are parts of the whole', async () => {
    const whole = await past.candles({ ...asked, interval: '5m' });
    const page = await past.candles({ ...asked, interval: '5m', limit: 100, before: whole[900]!.time });
    expect(page).toEqual(whole.slice(800, 900));
    const from = await past.candles({ ...asked, interval: '5m', from: whole[990]!.time });
    expect(from).toEqual(whole.slice(990));
  });

  it('has candles only while its market was open', async () => {
    const { instrument } = listings.find(({ symbol }) => symbol === 'us500usd')!;
    const quarters = await past.candles({ ...asked, instrument, interval: '15m' });
    // New York, 9:30 to 16:00; in November that is 14:30 to 21:00 UTC, and the opening is before it.
    const days = new Set(quarters.slice(-26 * 4).map(({ time }) => new Date(time).toISOString().slice(0, 10)));
    expect([...days]).toEqual(['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25']);
    expect(new Date(quarters.at(-1)!.time).toISOString()).toBe('2026-11-25T20:45:00.000Z');
    expect(new Date(quarters.at(-26)!.time).toISOString()).toBe('2026-11-25T14:30:00.000Z');
  });

  it('moves about as much as the prices that follow it', async () => {
    const hours = await past.candles({ ...asked, interval: '1h' });
    const steps = hours.map(({ open, close }) => Math.log(close / open));
    const yearly = Math.sqrt((steps.reduce((sum, step) => sum + step * step, 0) / steps.length) * 24 * 365);
    expect(yearly).toBeGreaterThan(0.3);
    expect(yearly).toBeLessThan(0.8);
    const minutes = await past.candles({ ...asked, interval: '1m' });
    const wicks = minutes.filter(
      ({ open, high, low, close }) => high > Math.max(open, close) && low < Math.min(open, close),
    );
    expect(wicks.length).toBeGreaterThan(900);
  });

  it('has none where a recording has just begun, and says where it was replayed', async () => {
    const replayed = createPast({ ...none, seed: 'x', recorded: new Set([BTC]) });
    expect(await replayed.candles({ ...asked, interval: '1h' })).toEqual([]);
    expect(replayed.lastDay(BTC, OPENING)).toBeUndefined();
    expect(replayed.origin(BTC)).toBe('replayed');
    expect(await replayed.candles({ ...asked, instrument: 2, interval: '1h' })).toHaveLength(1_000);
    expect(replayed.origin(2)).toBe('simulated');
  });

  it('has none, and reports it, where the recording cannot be read', async () => {
    const faults: unknown[] = [];
    const broken = createPast({
      ...none,
      seed: 'x',
      recorded: new Set([BTC]),
      readRecorded: () => Promise.reject(new Error('the thread has ended')),
      onFault: (error) => faults.push(error),
    });
    expect(await broken.candles({ ...asked, interval: '1h' })).toEqual([]);
    expect(faults).toMatchObject([{ message: 'the thread has ended' }]);
  });

  it('knows the extremes of its last day from any minute on', async () => {
    expect(past.lastDay(BTC, OPENING)).toBeUndefined();
    // Work is done in turn: an answer after it means that it is done.
    const minutes = await past.candles({ ...asked, interval: '1m' });
    const day = past.lastDay(BTC, OPENING)!;
    const since = minutes[700]!.time;
    expect(day.since(since - 1)).toEqual({
      open: minutes[700]!.open,
      high: Math.max(...minutes.slice(700).map(({ high }) => high)),
      low: Math.min(...minutes.slice(700).map(({ low }) => low)),
    });
    expect(day.since(OPENING.time)).toBeUndefined();
    const hours = await past.candles({ ...asked, interval: '1h', limit: 24 });
    expect(day.hours).toEqual(hours);
  });
});

describe('the past of a recording (issue 18 §1)', () => {
  const draws = drawsOf('replay');
  /** 100 minutes that rise by 1 each; their extremes are 5 beyond. */
  const candles = Array.from({ length: 100 }, (_, at) => ({
    ...{ open: 1_000 + at, high: 1_006 + at, low: 995 + at },
    close: 1_001 + at,
  }));
  const recording: Recording = { kind: 'candles', file: 'x', interval: MINUTE, candles };
  const replayed = { draws, instrument: BTC, calendar: 0, recording, speed: 1 };
  /** A minute when the recording has played 40 of its own. */
  const opening = Math.floor(OPENING.time / (100 * MINUTE)) * 100 * MINUTE + 40 * MINUTE;

  it('is what it played since its beginning, with the extremes of its candles', async () => {
    const words = await recordedMinutes(replayed, opening);
    const minutes = Array.from({ length: words.length / 5 }, (_, at) => [...words.slice(at * 5, at * 5 + 5)]);
    expect(minutes).toHaveLength(40);
    expect(minutes[0]?.slice(0, 4)).toEqual([opening - 40 * MINUTE, 1_000, 1_006, 995]);
    expect(minutes[39]?.slice(0, 4)).toEqual([opening - MINUTE, 1_039, 1_045, 1_034]);
    expect(minutes[39]?.[4]).toBeCloseTo(1_040, 1);
    expect(await recordedMinutes(replayed, opening - 40 * MINUTE)).toHaveLength(0);
  });

  it('plays at its speed, and keeps the hours of its market', async () => {
    const fast = await recordedMinutes({ ...replayed, speed: 7 }, opening);
    const played = ((opening * 7) % (100 * MINUTE)) / 7;
    expect(fast.length / 5).toBe(Math.floor(played / MINUTE));
    // Sunday: New York is closed.
    const closed = await recordedMinutes({ ...replayed, calendar: 3 }, opening + 2 * DAY);
    expect(closed).toHaveLength(0);
  });

  it('has trades as its extremes where it is one of trades', async () => {
    const trades: Recording = {
      kind: 'trades',
      file: 'x',
      times: [0, 10_000, 70_000, 80_000, 90_000, 100 * MINUTE - 1],
      prices: [50, 60, 90, 40, 70, 70],
    };
    const start = Math.floor(opening / (100 * MINUTE)) * 100 * MINUTE;
    const words = await recordedMinutes({ ...replayed, recording: trades }, start + 3 * MINUTE);
    expect([...words]).toEqual([
      ...[start, 50, 60, 50, 60],
      ...[start + MINUTE, 60, 90, 40, 70],
      ...[start + 2 * MINUTE, 70, 70, 70, 70],
    ]);
  });

  it('becomes candles of each interval that end at the first tick', async () => {
    const past = createPast({
      ...none,
      seed: 'x',
      recorded: new Set([BTC]),
      readRecorded: (_, time) => recordedMinutes(replayed, time),
    });
    const first = openingAt(opening, 5_000);
    const minutes = await past.candles({ ...asked, opening: first, interval: '1m' });
    expect(minutes).toHaveLength(40);
    expect(minutes.at(-1)).toMatchObject({ time: opening - MINUTE, close: 5_000 });
    for (const interval of INTERVALS)
      expect(await past.candles({ ...asked, opening: first, interval })).toEqual(summed(minutes, interval));
    expect(await past.candles({ ...asked, opening: first, interval: '5m', before: opening - 20 * MINUTE })).toEqual(
      summed(minutes.slice(0, 20), '5m'),
    );
  });
});
