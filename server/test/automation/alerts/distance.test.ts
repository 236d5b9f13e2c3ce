// The trigger of a distance is the first mark at which the distance is that or less: exactly, on both sides.

import { POSITION_SIDE } from '@vitrine/core/enum';
import { expect, it } from 'vitest';
import { randomTests } from '@vitrine/core/test';
import { Distances, distanceOf, triggerOf } from '../../../src/automation/alerts/distance.ts';
import type { Watched } from '../../../src/automation/alerts/watched.ts';
import type { BatchChange, Live } from '../../../src/projection/live/index.ts';
import { randomFrom } from '../../support/exchange-world.ts';

const { seed } = randomTests(import.meta.url);

it('counts down to the liquidation and is 0 beyond it', () => {
  expect(distanceOf(POSITION_SIDE.long, 100_000, 95_000)).toBe(50_000);
  expect(distanceOf(POSITION_SIDE.short, 100_000, 105_000)).toBe(50_000);
  expect(distanceOf(POSITION_SIDE.long, 95_000, 95_000)).toBe(0);
  expect(distanceOf(POSITION_SIDE.long, 90_000, 95_000)).toBe(0);
  expect(distanceOf(POSITION_SIDE.short, 110_000, 105_000)).toBe(0);
});

it('is reached at its trigger, and not one cent before', () => {
  const below = randomFrom(seed);
  for (let step = 0; step < 2_000; step += 1) {
    const liquidation = 1 + below(2 ** 30);
    const share = 1 + below(999_999);
    // Exactly: |mark − liquidation| × 10⁶ ≤ share × mark.
    const reached = (side: number, mark: number) => {
      const away = BigInt(side === POSITION_SIDE.long ? mark - liquidation : liquidation - mark);
      return away * 1_000_000n <= BigInt(share) * BigInt(mark);
    };
    const long = triggerOf(POSITION_SIDE.long, liquidation, share);
    const short = triggerOf(POSITION_SIDE.short, liquidation, share);
    const shown = `seed ${seed}, liquidation ${liquidation}, share ${share}`;
    expect([reached(POSITION_SIDE.long, long), reached(POSITION_SIDE.long, long + 1)], shown).toEqual([true, false]);
    expect([reached(POSITION_SIDE.short, short), reached(POSITION_SIDE.short, short - 1)], shown).toEqual([
      true,
      false,
    ]);
    expect(distanceOf(POSITION_SIDE.long, long, liquidation), shown).toBeLessThanOrEqual(share);
    expect(distanceOf(POSITION_SIDE.short, short, liquidation), shown).toBeLessThanOrEqual(share);
  }
});

it('goes by the price that liquidates: the mark alone reaches no alert (issue 13 A.3)', () => {
  const prices = { mark: 100_000, risk: 100_000 };
  const position = { position: 7, user: 2, market: 101, side: POSITION_SIDE.long, lots: 5, liquidation: 95_000 };
  const known = {
    contract: () => ({ instrument: 1, type: 2 }),
    position: () => position,
    positions: () => [position],
    mark: () => ({ mark: prices.mark }),
    riskPrice: () => prices.risk,
  };
  const distances = new Distances(known as unknown as Live);
  distances.put({ coreUser: 2, instrument: null, type: 2, value: 20_000 } as unknown as Watched);
  const tick = () =>
    distances.take({ positions: [], contractMarkets: [101] } as unknown as BatchChange).map(({ seen }) => seen);
  prices.mark = 95_500;
  expect(tick()).toEqual([]);
  prices.risk = 96_000;
  expect(tick()).toEqual(['0.010416']);
});
