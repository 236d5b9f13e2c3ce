// What calls say of the time before an exchange opened: practice history of the index, and nothing of trades.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Candle, Price } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listings, pastOf } from '../../../src/markets/index.ts';
import { START } from '../../support/story.ts';
import { startStory, type StoryWorld } from './story-world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const OPENED = START - (START % MINUTE);
const settings = { mode: 'practice', prices: { kind: 'simulated' } } as const;

const parts = {
  seed: 'a seed of the test',
  // A recording that has just begun.
  readRecorded: async () => new Float64Array(0),
  onFault(error: unknown) {
    throw error;
  },
};

describe('practice history in calls (issue 18 §1)', () => {
  let story: StoryWorld;
  beforeAll(async () => {
    story = await startStory(pastOf(settings, parts));
  });
  afterAll(() => story.stop());

  async function get<T>(path: string): Promise<T> {
    const response = await story.app.inject({ url: `/api/v1/coin${path}` });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ data: T }>().data;
  }
  const klines = (query: string) => get<Candle[]>(`/open/kline?symbol=BTC_USDT&${query}`);

  it('continues into the recorded candles without a jump, and says which candles are made up', async () => {
    const minutes = await klines('kind=index&interval=1m&limit=1000');
    const first = minutes.findIndex(({ origin }) => origin === undefined);
    expect(minutes[first]).toMatchObject({ time: OPENED, open: '100000.000' });
    expect(minutes[first - 1]).toMatchObject({ time: OPENED - MINUTE, close: '100000.000', origin: 'simulated' });
    expect(minutes.slice(0, first).every(({ origin, volume }) => origin === 'simulated' && volume === '0')).toBe(true);
    expect(minutes.slice(first).some(({ origin }) => origin !== undefined)).toBe(false);
    expect(minutes).toHaveLength(1_000);
  });

  it('joins the candle of the opening from its two parts, with the volume of the second', async () => {
    const [recorded] = story.live.candles({ kind: 'index', id: 1 }, '1M', 1);
    const months = await klines('kind=index&interval=1M');
    const minutes = await klines(`kind=index&interval=1m&limit=1000`);
    const joined = months.at(-1);
    expect(months).toHaveLength(25);
    expect(joined).toMatchObject({ origin: 'simulated', volume: String(recorded?.volume) });
    expect(joined?.close).toBe(minutes.at(-1)?.close);
    expect(Number(joined?.high)).toBeGreaterThanOrEqual(Math.max(...minutes.map(({ high }) => Number(high))));
    expect(Number(joined?.low)).toBeLessThanOrEqual(Math.min(...minutes.map(({ low }) => Number(low))));
  });

  it.each(['1m', '5m', '1h', '1d'])('pages over the opening without a gap or a repeat: %s', async (interval) => {
    const whole = await klines(`kind=index&interval=${interval}&limit=60`);
    expect(whole).toHaveLength(60);
    const pages: Candle[] = [];
    for (let to = START + DAY; pages.length < 60; to = pages[0]!.time) {
      const page = await klines(`kind=index&interval=${interval}&limit=7&to=${to}`);
      expect(page.length).toBe(7);
      pages.unshift(...page);
    }
    expect(pages.slice(-60)).toEqual(whole);
    const from = await klines(`kind=index&interval=${interval}&from=${whole[10]!.time}&to=${whole[20]!.time}`);
    expect(from).toEqual(whole.slice(10, 20));
  });

  it('has nothing of trades: a market’s own candles begin with its first trade', async () => {
    const candles = await klines('kind=1&interval=1m');
    expect(candles.length).toBeGreaterThan(0);
    expect(candles.every(({ time, origin }) => time >= OPENED && origin === undefined)).toBe(true);
    expect(await klines(`kind=1&interval=1m&to=${OPENED}`)).toEqual([]);
  });

  it('fills the line of a day and the figures of 24 hours, but no volume', async () => {
    const read = () => get<{ prices: Price[]; klineTicker: Record<string, string[]> }>('/open/market/initData?type=1');
    const before = await read();
    // The first question begins the day before; it is made in turn, so an answer after it means that it is done.
    await klines('kind=index&interval=1h&limit=1000');
    const after = await read();
    const btc = (of: typeof after) => of.prices.find(({ symbol }) => symbol === 'btcusdt');
    expect(after.klineTicker['btcusdt']).toHaveLength(24);
    const minutes = await klines('kind=index&interval=1m&limit=1000');
    const price = btc(after);
    for (const { high, low } of minutes) {
      expect(Number(price?.indexHigh24)).toBeGreaterThanOrEqual(Number(high));
      expect(Number(price?.indexLow24)).toBeLessThanOrEqual(Number(low));
    }
    expect(price?.volume24).toBe(btc(before)?.volume24);
    expect(price?.close).toBe(btc(before)?.close);
    expect(price?.openPrice).not.toBe(btc(before)?.openPrice);
    expect(Number(price?.high24)).toBeGreaterThanOrEqual(Number(btc(before)?.high24));
  });
});

describe('practice history of an exchange (issue 18 §1)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-past-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('does not exist in live mode', () => {
    expect(pastOf({ ...settings, mode: 'live' }, parts)).toBeUndefined();
  });

  it('asks the recording where there is one, and simulates the rest', async () => {
    writeFileSync(join(folder, 'BTCUSDT-1m-2026.csv'), 'time,open,high,low,close\n');
    const past = pastOf({ mode: 'practice', prices: { kind: 'replay', folder } }, parts);
    const opening = { time: OPENED, price: 1_000_000 } as Parameters<NonNullable<typeof past>['lastDay']>[1];
    const count = async (instrument: number) =>
      (await past?.candles({ instrument, opening, interval: '1h', before: OPENED, limit: 10 }))?.length;
    expect(await count(1)).toBe(0);
    expect(await count(2)).toBe(10);
    expect(listings[1]?.symbol).toBe('ethusdt');
  });
});
