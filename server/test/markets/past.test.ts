// Practice history: the simulator's candles from before an instrument's first tick.

import type { Cents, Millis } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { createPast, type Past, type PastCandle } from '../../src/markets/past/index.ts';
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

function pastOf(seed: string): Past {
  return createPast({
    seed,
    simulated: () => true,
    onFault(error) {
      throw error;
    },
  });
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

  it('has none where prices are not simulated', async () => {
    const replayed = createPast({ seed: 'x', simulated: (instrument) => instrument !== BTC, onFault: () => undefined });
    expect(await replayed.candles({ ...asked, interval: '1h' })).toEqual([]);
    expect(await replayed.candles({ ...asked, instrument: 2, interval: '1h' })).toHaveLength(1_000);
    expect(replayed.lastDay(BTC, OPENING)).toBeUndefined();
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
