// The trigger of a distance is the first mark at which the distance is that or less: exactly, on both sides.

import { expect, it } from 'vitest';
import { randomTests } from '@vitrine/core/test';
import { distanceOf, triggerOf } from '../../src/alert/distance.ts';
import { randomFrom } from '../support/exchange-world.ts';

const { seed } = randomTests(import.meta.url);

const LONG = 1;
const SHORT = 2;

it('counts down to the liquidation and is 0 beyond it', () => {
  expect(distanceOf(LONG, 100_000, 95_000)).toBe(50_000);
  expect(distanceOf(SHORT, 100_000, 105_000)).toBe(50_000);
  expect(distanceOf(LONG, 95_000, 95_000)).toBe(0);
  expect(distanceOf(LONG, 90_000, 95_000)).toBe(0);
  expect(distanceOf(SHORT, 110_000, 105_000)).toBe(0);
});

it('is reached at its trigger, and not one cent before', () => {
  const below = randomFrom(seed);
  for (let step = 0; step < 2_000; step += 1) {
    const liquidation = 1 + below(2 ** 30);
    const share = 1 + below(999_999);
    // Exactly: |mark − liquidation| × 10⁶ ≤ share × mark.
    const reached = (side: number, mark: number) => {
      const away = BigInt(side === LONG ? mark - liquidation : liquidation - mark);
      return away * 1_000_000n <= BigInt(share) * BigInt(mark);
    };
    const long = triggerOf(LONG, liquidation, share);
    const short = triggerOf(SHORT, liquidation, share);
    const told = `seed ${seed}, liquidation ${liquidation}, share ${share}`;
    expect([reached(LONG, long), reached(LONG, long + 1)], told).toEqual([true, false]);
    expect([reached(SHORT, short), reached(SHORT, short - 1)], told).toEqual([true, false]);
    expect(distanceOf(LONG, long, liquidation), told).toBeLessThanOrEqual(share);
    expect(distanceOf(SHORT, short, liquidation), told).toBeLessThanOrEqual(share);
  }
});
