// Recordings: how they are found, read and played. What reads ../shared/data says so and is skipped without it.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { listingOf } from '../../src/markets/listing.ts';
import { madeCandles, writeMadeCandles } from '../../src/markets/prices/made-candles.ts';
import { drawsOf } from '../../src/markets/prices/random.ts';
import { recordingsIn } from '../../src/markets/prices/recordings.ts';
import { replayFeed, truthOf } from '../../src/markets/prices/replay.ts';
import { slotInstruments } from '../../src/markets/run.ts';

const START = Date.UTC(2026, 10, 21);
const draws = drawsOf('replay');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const recorded = join(import.meta.dirname, '../../../../shared/data');

describe('made candles', () => {
  it('are equal for equal seeds and have the form of recorded ones', () => {
    const wanted = { seed: 'x', symbol: 'btcusdt', start: START, minutes: 30 };
    const text = madeCandles(wanted);
    expect(madeCandles(wanted)).toBe(text);
    const lines = text.trim().split('\n');
    expect(lines[0]).toBe('open_time_ms,open,high,low,close,volume');
    expect(lines).toHaveLength(31);
    for (const line of lines.slice(1)) {
      const [, open, high, low, close] = line.split(',').map(Number);
      expect(low!).toBeLessThanOrEqual(Math.min(open!, close!));
      expect(high!).toBeGreaterThanOrEqual(Math.max(open!, close!));
    }
    expect(() => madeCandles({ ...wanted, symbol: 'nothing' })).toThrow('expected a listed symbol');
  });
});

describe('replay (design §4)', () => {
  writeMadeCandles(folder, { seed: 'x', symbol: 'BTC/USDT', start: START, minutes: 120 });
  const recording = recordingsIn(folder).get(1)!;
  if (recording.kind !== 'candles') throw new Error('expected candles');

  it('walks each candle over both extremes and never outside them, at slot cadence', () => {
    for (const speed of [1, 5]) {
      const truth = truthOf(draws, 1, recording, speed);
      const whole = recording.candles.length * recording.interval;
      const begin = Math.ceil(START / whole) * whole;
      for (const [number, candle] of recording.candles.entries()) {
        const seen: number[] = [];
        for (let place = 0; place < recording.interval; place += 250 * speed)
          seen.push(truth((begin + number * recording.interval + place) / speed));
        expect(seen[0]).toBeCloseTo(candle.open, 9);
        expect(Math.max(...seen)).toBe(candle.high);
        expect(Math.min(...seen)).toBe(candle.low);
        expect(Math.abs(seen.at(-1)! - candle.close)).toBeLessThanOrEqual((candle.high - candle.low) * 0.35 + 1e-9);
      }
    }
  });

  it('loops, and is at the same place after a restart', () => {
    const truth = truthOf(draws, 1, recording, 1);
    const whole = recording.candles.length * recording.interval;
    expect(truth(START + whole + 777)).toBe(truth(START + 777));
    expect(truthOf(drawsOf('replay'), 1, recording, 1)(START + 777)).toBe(truth(START + 777));
  });

  it('spreads the price over several sources that are labelled replayed', () => {
    const feed = replayFeed(draws, 1, recording, 1, 1);
    expect(feed.label).toBe('replayed');
    const quotes = feed.quotes(START);
    expect(quotes.map(({ source }) => source)).toEqual([11, 12, 13, 14, 15]);
    expect(new Set(quotes.map(({ price }) => price)).size).toBe(5);
    for (const { time } of quotes) expect(time).toBeLessThanOrEqual(START);
  });

  it('has less spread between its sources where less is asked for, and none at 0', () => {
    const spread = (share: number): number => {
      const prices = replayFeed(draws, 1, recording, 1, share).quotes(START);
      const real = truthOf(draws, 1, recording, 1);
      return Math.max(...prices.map(({ price, time }) => Math.abs(price / real(time) - 1)));
    };
    expect(spread(0)).toBe(0);
    expect(spread(0.5)).toBeCloseTo(spread(1) / 2, 9);
  });

  it('simulates the instruments without a recording, and labels them so', () => {
    const parts = slotInstruments({ prices: { kind: 'replay', folder }, replaySpeed: 1, replayNoise: 1 }, 'seed');
    expect(parts.map(({ feed }) => feed.label)).toEqual(['replayed', ...Array.from({ length: 47 }, () => 'simulated')]);
  });

  it('says what is wrong with a folder', () => {
    expect(() => recordingsIn(join(folder, 'none'))).toThrow('there is none');
    const empty = mkdtempSync(join(tmpdir(), 'vitrine-empty-'));
    try {
      expect(() => recordingsIn(empty)).toThrow('holds no recording of a listed instrument');
      writeFileSync(join(empty, 'ETHUSDT-1m-x.csv'), 'open_time_ms,open,high,low,close,volume\n1,2,3,oops,2,1\n');
      expect(() => recordingsIn(empty)).toThrow('ETHUSDT-1m-x.csv row 2: expected a number in column 4, got "oops"');
      writeFileSync(join(empty, 'ETHUSDT-1m-x.csv'), 'a,b\n1,2\n');
      expect(() => recordingsIn(empty)).toThrow('expected columns open, high, low, close');
    } finally {
      rmSync(empty, { recursive: true, force: true });
    }
  });

  it('reads bid and ask out of one file or two, daily prices and trades', () => {
    const mixed = mkdtempSync(join(tmpdir(), 'vitrine-mixed-'));
    try {
      writeFileSync(
        join(mixed, 'EURUSD-1m-a.csv'),
        'date,ms_since_midnight,bid_open,bid_high,bid_low,bid_close,last_bid_size,ask_open,ask_high,ask_low,ask_close,last_ask_size\n20140501,0,1,3,1,2,0,2,4,2,3,0\n',
      );
      writeFileSync(
        join(mixed, 'GBPUSD-1m-bid-a.csv'),
        'timestamp,open,high,low,close\n2012-02-01 00:00:00+00:00,1,2,1,2\n',
      );
      writeFileSync(
        join(mixed, 'GBPUSD-1m-ask-a.csv'),
        'timestamp,open,high,low,close\n2012-02-01 00:00:00+00:00,2,2,1,1\n',
      );
      writeFileSync(
        join(mixed, 'WTI-crude-oil-1d-a.csv'),
        'Date,Price\n2020-04-17,18.31\n2020-04-20,-36.98\n2020-04-21,8.91\n2020-04-22,13.64\n',
      );
      writeFileSync(
        join(mixed, 'BTCUSDT-trades-a.csv'),
        'trade_id,price,quantity,time_ms,is_buyer_maker\n1,10,1,1000,true\n2,11,1,1500,false\n',
      );
      const found = recordingsIn(mixed);
      const of = (symbol: string) => found.get(listingOf(symbol)!.instrument)!;
      expect(of('eurusd')).toMatchObject({ candles: [{ open: 1.5, high: 3.5, low: 1.5, close: 2.5 }] });
      expect(of('gbpusd')).toMatchObject({ candles: [{ open: 1.5, high: 2, low: 1, close: 1.5 }] });
      expect(of('wtiusd')).toMatchObject({
        interval: 86_400_000,
        candles: [{ close: 18.31 }, { open: 8.91, close: 13.64 }],
      });
      const trades = of('btcusdt');
      const truth = truthOf(draws, 1, trades, 1);
      expect([truth(501 * 1_000), truth(501 * 1_000 + 499), truth(501 * 1_000 + 500)]).toEqual([10, 10, 11]);
    } finally {
      rmSync(mixed, { recursive: true, force: true });
    }
  });

  it.skipIf(!existsSync(recorded))(
    'plays the recordings of ../shared/data: coins in step, forex, gold and indices',
    () => {
      const found = recordingsIn(recorded);
      const names = [...found.values()].map(({ file }) => file);
      for (const name of [
        'BTCUSDT-1m-2021-05-07..13',
        'ETHUSDT-1m-2021-05-07..13',
        'EURUSD-1m-2014',
        'GBPUSD-1m-bid',
        'XAUUSD-1m',
        'DAX-1m',
        'SPX-1m',
        'HSI-1h',
      ]) {
        expect(
          names.some((file) => file.startsWith(name)),
          name,
        ).toBe(true);
      }
      const coins = [1, 2, 4, 5, 6, 7, 8, 11].map((number) => found.get(number)!);
      for (const coin of coins) expect(coin.kind === 'candles' && coin.candles.length).toBe(10_080);
      for (const [instrument, recording] of found) {
        const price = truthOf(draws, instrument, recording, 1)(START);
        expect(price, recording.file).toBeGreaterThan(0);
      }
    },
  );
});
