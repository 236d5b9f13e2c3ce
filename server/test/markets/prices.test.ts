// Simulated prices and the index, on a clock of numbers.

import { describe, expect, it } from 'vitest';
import { instruments, coins } from '@vitrine/core';

import { indexOf } from '../../src/markets/prices/index-price.ts';
import { drawsOf } from '../../src/markets/prices/random.ts';
import { simulationOf } from '../../src/markets/prices/simulated.ts';
import { models } from '../../src/markets/prices/models.ts';

const START = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;

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
