// The index of several sources' prices.

import { describe, expect, it } from 'vitest';
import { randomTests, runs } from '@vitrine/core/test';

import { indexOf, FAR } from '../../src/markets/prices/index-price.ts';
import { drawsOf } from '../../src/markets/prices/random.ts';
import type { SourceQuote } from '../../src/markets/prices/source.ts';

const { seed } = randomTests(import.meta.url);
const START = Date.UTC(2026, 10, 21);

/** Small generator for tests: the same sequence for the same seed. */
function sequence(seed: number): () => number {
  const draws = drawsOf(`test ${seed}`);
  let at = 0;
  return () => draws.uniform(1, (at += 1));
}

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
    for (let round = 0; round < runs(20_000); round += 1) {
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
      expect(tick.price, `round ${round}`).toBeGreaterThanOrEqual(Math.round(Math.min(...honest) * 1e6));
      expect(tick.price, `round ${round}`).toBeLessThanOrEqual(Math.round(Math.max(...honest) * 1e6));
      expect(Number.isSafeInteger(tick.price)).toBe(true);
    }
  });
});
