// Simulated prices and the index, on a clock of numbers.

import { describe, expect, it } from 'vitest';
import { instruments, coins } from '@vitrine/core';

import { indexOf, FAR } from '../../src/markets/index-price.ts';
import { drawsOf } from '../../src/markets/random.ts';
import { simulationOf } from '../../src/markets/simulated.ts';
import { models } from '../../src/markets/models.ts';
import type { SourceQuote } from '../../src/markets/source.ts';

const START = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;

/** Small generator for tests: the same sequence for the same seed. */
function sequence(seed: number): () => number {
  const draws = drawsOf(`test ${seed}`);
  let at = 0;
  return () => draws.uniform(1, (at += 1));
}

/** Logarithmic returns of a truth over steps. */
function returns(truth: (time: number) => number, step: number, count: number): number[] {
  const out: number[] = [];
  let last = truth(START);
  for (let at = 1; at <= count; at += 1) {
    const price = truth(START + at * step);
    out.push(Math.log(price / last));
    last = price;
  }
  return out;
}

const deviation = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

function correlation(a: readonly number[], b: readonly number[]): number {
  const product = a.reduce((sum, value, at) => sum + value * b[at]!, 0) / a.length;
  return product / (deviation(a) * deviation(b));
}

describe('the simulator (design §4)', () => {
  const simulation = simulationOf(drawsOf('a seed of the test'));

  it('gives the same price for the same seed and time, whatever was asked before', () => {
    const other = simulationOf(drawsOf('a seed of the test'));
    const times = [START, START + 7 * DAY, START + 250, START - 3 * DAY, START + 500, START];
    const first = times.map((time) => simulation.truth(2)(time));
    const second = times
      .toReversed()
      .map((time) => other.truth(2)(time))
      .toReversed();
    expect(second).toEqual(first);
    expect(simulationOf(drawsOf('another seed')).truth(2)(START)).not.toBe(first[0]);
  });

  it('moves each instrument with about the volatility of its market', () => {
    for (const [at, { base, quote }] of instruments.entries()) {
      const model = models[`${base}/${quote}`];
      if (model === undefined) continue;
      const found =
        deviation(returns(simulation.truth(at + 1), 300_000, 12 * 24 * 60)) * Math.sqrt((365 * DAY) / 300_000);
      expect(found / model.volatility, `${base}/${quote}`).toBeGreaterThan(0.6);
      expect(found / model.volatility, `${base}/${quote}`).toBeLessThan(1.9);
    }
  });

  it('moves every coin with BTC: correlation of 5-minute returns above 0.3', () => {
    const bitcoin = returns(simulation.truth(1), 300_000, 12 * 24 * 30);
    for (let at = 2; at <= coins.length; at += 1) {
      expect(
        correlation(bitcoin, returns(simulation.truth(at), 300_000, 12 * 24 * 30)),
        coins[at - 1]!.base,
      ).toBeGreaterThan(0.3);
    }
  });

  it('has calm and busy times: the tails of its returns are heavier than normal', () => {
    const values = returns(simulation.truth(1), 60_000, 60 * 24 * 20);
    const sd = deviation(values);
    const kurtosis = values.reduce((sum, value) => sum + (value / sd) ** 4, 0) / values.length;
    expect(kurtosis).toBeGreaterThan(4);
    const busy = values.map((value) => value * value);
    const rest = busy.slice(1);
    const mean = sd * sd;
    const covariance = rest.reduce((sum, value, at) => sum + (value - mean) * (busy[at]! - mean), 0) / rest.length;
    expect(covariance).toBeGreaterThan(0);
  });

  it('stays near the price at listing over years', () => {
    for (const [at, { price }] of instruments.entries()) {
      for (let month = 0; month < 36; month += 1) {
        const ratio = simulation.truth(at + 1)(START + month * 30 * DAY) / Number(price);
        expect(ratio).toBeGreaterThan(0.3);
        expect(ratio).toBeLessThan(3);
      }
    }
  });

  it('closes the triangle of EUR/USD, GBP/USD and EUR/GBP', () => {
    const number = (pair: string) => instruments.findIndex(({ base, quote }) => `${base}/${quote}` === pair) + 1;
    const cross = simulation.truth(number('EUR/USD'))(START) / simulation.truth(number('GBP/USD'))(START);
    expect(simulation.truth(number('EUR/GBP'))(START)).toBeCloseTo(cross, 12);
  });

  it('has outages, and now and then a wild price, which the index leaves out', () => {
    const feed = simulation.feed(1);
    const truth = simulation.truth(1);
    const states = new Set<number>();
    for (let at = 0; at < 40_000; at += 1) {
      const now = START + at * 1_000;
      const tick = indexOf(feed.quotes(now), now, 1_000, 2 ** 50)!;
      for (const { state } of tick.sources) states.add(state);
      expect(Math.abs(tick.price / 1_000 / truth(now) - 1)).toBeLessThan(0.01);
      expect(tick.used * 2).toBeGreaterThan(tick.total);
    }
    expect(states.has(1) && states.has(2) && states.has(3)).toBe(true);
  });
});

describe('the index (failures W09)', () => {
  const at = (source: number, price: number, age = 100): SourceQuote => ({ source, price, time: START - age });

  it('is the median of the fresh sources, in hundredths of a tick', () => {
    expect(indexOf([at(1, 100), at(2, 101), at(3, 100.5)], START, 100, 2 ** 50)).toMatchObject({
      price: 10_050,
      spread: 100,
      used: 3,
      total: 3,
    });
    expect(indexOf([at(1, 100), at(2, 101)], START, 100, 2 ** 50)!.price).toBe(10_050);
  });

  it('says of every source why it was not used', () => {
    const tick = indexOf(
      [at(1, 100), at(2, 100.1), at(3, 100, 2_001), at(4, 130), at(5, Number.NaN)],
      START,
      100,
      2 ** 50,
    )!;
    expect(tick.sources.map(({ state }) => state)).toEqual([1, 1, 2, 3, 4]);
    expect(tick).toMatchObject({ used: 2, total: 5 });
  });

  it('gives no tick without a fresh price', () => {
    expect(indexOf([at(1, 100, 5_000), at(2, 0)], START, 100, 2 ** 50)).toBeUndefined();
    expect(indexOf([], START, 100, 2 ** 50)).toBeUndefined();
  });

  it('never leaves the honest range while fewer than half of the sources are wrong', () => {
    const seed = Date.now() % 1_000_000;
    console.log(`seed ${seed}`);
    const next = sequence(seed);
    const lies = [
      () => 0,
      () => Number.NaN,
      () => -5,
      () => Number.POSITIVE_INFINITY,
      (price: number) => price * 1_000,
      (price: number) => price / 1_000,
      (price: number) => price * (1 + (next() - 0.5) * 0.05),
      (price: number) => price * 0.98,
      (price: number) => price * 1.011,
    ];
    for (let round = 0; round < 20_000; round += 1) {
      const total = 3 + Math.floor(next() * 7);
      const wrong = Math.floor(next() * Math.ceil(total / 2));
      const price = 10 ** (next() * 6 - 2);
      const lie = lies[Math.floor(next() * lies.length)]!;
      const together = next() < 0.5;
      const honest: number[] = [];
      const quotes: SourceQuote[] = [];
      for (let source = 1; source <= total; source += 1) {
        if (source <= wrong) {
          const how = together ? lie : lies[Math.floor(next() * lies.length)]!;
          quotes.push(at(source, how(price), next() < 0.2 ? 60_000 : 100));
        } else {
          const said = price * (1 + next() * FAR * 0.99);
          honest.push(said);
          quotes.push(at(source, said));
        }
      }
      const shuffled = quotes.toSorted(() => next() - 0.5);
      const tick = indexOf(shuffled, START, 1e6, 2 ** 52)!;
      expect(tick.price, `seed ${seed} round ${round}`).toBeGreaterThanOrEqual(Math.round(Math.min(...honest) * 1e6));
      expect(tick.price, `seed ${seed} round ${round}`).toBeLessThanOrEqual(Math.round(Math.max(...honest) * 1e6));
      expect(Number.isSafeInteger(tick.price)).toBe(true);
    }
  });
});
