// Contracts' integer formulas against exact fractions worked out here, all roundings against the user (money §1, §3).

import { describe, expect, it } from 'vitest';
import { MARKET_TYPE, POSITION_SIDE } from '../../src/enum/index.ts';
import {
  fillValue,
  initialMargin,
  maintenanceAt,
  nextAmount,
  openingLoss,
  realisedProfit,
  releasedCost,
  soundTiers,
  tierOf,
  tierValue,
  unrealisedAt,
  valueAt,
} from '../../src/formula/index.ts';
import { DOWN, UP } from '../../src/number/index.ts';

/** Three steps of a tiny linear contract: 1 %, 5 %, 10 %. */
const tiers = {
  cap: [1_000, 5_000, 20_000],
  rate: [10_000, 50_000, 100_000],
  leverage: [50, 10, 5],
  amount: [0, 40, 290],
};

describe('value', () => {
  it('of a linear fill is lots × ticks × K, one number for both sides', () => {
    expect(fillValue(MARKET_TYPE.linear, 10, 7, 123, true)).toBe(8_610);
    expect(fillValue(MARKET_TYPE.linear, 10, 7, 123, false)).toBe(8_610);
  });

  it('of an inverse fill is rounded once, against the taker', () => {
    // 5 contracts of 1,000 atom-ticks at 300 ticks: 16.67 atoms.
    expect(fillValue(MARKET_TYPE.inverse, 1_000, 5, 300, true)).toBe(16);
    expect(fillValue(MARKET_TYPE.inverse, 1_000, 5, 300, false)).toBe(17);
  });

  it('at a mark in cents goes both directions, and stays exact beyond 2^53', () => {
    expect(valueAt(MARKET_TYPE.linear, 1, 3, 12_345, DOWN)).toBe(370);
    expect(valueAt(MARKET_TYPE.linear, 1, 3, 12_345, UP)).toBe(371);
    expect(valueAt(MARKET_TYPE.inverse, 1_000, 5, 30_000, DOWN)).toBe(16);
    expect(valueAt(MARKET_TYPE.inverse, 1_000, 5, 30_000, UP)).toBe(17);
    expect(valueAt(MARKET_TYPE.linear, 1, 2 ** 36 + 1, 9_999_999, UP)).toBe(
      Number(((2n ** 36n + 1n) * 9_999_999n + 99n) / 100n),
    );
  });
});

describe('profit', () => {
  it('not realised is rounded down on both sides, so a long and a short lose a unit together, never gain one', () => {
    for (let cents = 9_000; cents < 9_700; cents += 37) {
      for (const [type, perLot] of [
        [MARKET_TYPE.linear, 3],
        [MARKET_TYPE.inverse, 10_007],
      ] as const) {
        const cost = valueAt(type, perLot, 11, 9_300, DOWN);
        const both =
          unrealisedAt(type, POSITION_SIDE.long, perLot, 11, cost, cents) +
          unrealisedAt(type, POSITION_SIDE.short, perLot, 11, cost, cents);
        expect([0, -1]).toContain(both);
      }
    }
  });

  it('of a long rises with the price in both kinds', () => {
    expect(unrealisedAt(MARKET_TYPE.linear, POSITION_SIDE.long, 1, 10, 1_000, 11_000)).toBe(100);
    expect(unrealisedAt(MARKET_TYPE.linear, POSITION_SIDE.short, 1, 10, 1_000, 11_000)).toBe(-100);
    // 10 contracts cost 100 atoms at 1,000 ticks; at 1,250 they are worth 80.
    expect(unrealisedAt(MARKET_TYPE.inverse, POSITION_SIDE.long, 10_000, 10, 100, 125_000)).toBe(20);
    expect(unrealisedAt(MARKET_TYPE.inverse, POSITION_SIDE.short, 10_000, 10, 100, 125_000)).toBe(-20);
  });

  it('an opening worse than the mark needs the difference, a better one nothing', () => {
    expect(openingLoss(MARKET_TYPE.linear, POSITION_SIDE.long, 1, 3, 303, 10_050)).toBe(2);
    expect(openingLoss(MARKET_TYPE.linear, POSITION_SIDE.long, 1, 3, 300, 10_050)).toBe(0);
    expect(openingLoss(MARKET_TYPE.linear, POSITION_SIDE.short, 1, 3, 300, 10_050)).toBe(2);
    expect(openingLoss(MARKET_TYPE.inverse, POSITION_SIDE.long, 10_000, 10, 97, 100_000)).toBe(3);
    expect(openingLoss(MARKET_TYPE.inverse, POSITION_SIDE.short, 10_000, 10, 97, 100_000)).toBe(0);
  });
});

describe('released cost (money §3: rounded against the user, the rest stays)', () => {
  it('never gains by closing in parts, searched from 0 to 100 units', () => {
    for (const type of [MARKET_TYPE.linear, MARKET_TYPE.inverse])
      for (const side of [POSITION_SIDE.long, POSITION_SIDE.short])
        for (let cost = 1; cost <= 100; cost += 3)
          for (let lots = 1; lots <= 7; lots += 1)
            for (let part = 1; part < lots; part += 1) {
              const first = releasedCost(type, side, cost, part, lots);
              const rest = releasedCost(type, side, cost - first, lots - part, lots - part);
              expect(first + rest).toBe(cost);
              // The part's profit is never above its exact share.
              const profit = realisedProfit(type, side, 0, first);
              const exact = realisedProfit(type, side, 0, cost) * part;
              expect(profit * lots).toBeLessThanOrEqual(exact);
            }
  });
});

describe('margins', () => {
  it('initial margin is value ÷ leverage, up', () => {
    expect([initialMargin(100, 20), initialMargin(101, 20), initialMargin(1, 125)]).toEqual([5, 6, 1]);
  });

  it('the step of a value is the first whose cap reaches it; above the last the last', () => {
    expect([0, 1_000, 1_001, 5_000, 5_001, 99_999].map((value) => tierOf(tiers, 0, 3, value))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
  });

  it('maintenance is continuous across the steps and rounded up', () => {
    const at = (cents: number) => maintenanceAt(MARKET_TYPE.linear, 1, 0, tiers, 0, 3, 10, cents);
    expect(at(10_000)).toBe(10);
    expect(at(10_001)).toBe(11);
    expect(at(50_000)).toBe(210);
    expect(at(50_010)).toBe(211);
    expect(at(100_000)).toBe(710);
    for (let cents = 1; cents < 300_000; cents += 7) expect(at(cents + 1)).toBeGreaterThanOrEqual(at(cents));
  });

  it('of an inverse contract goes by its USD and shrinks in coin as the price rises', () => {
    // 30 contracts of 100 USD are in the second step: 5 % of 3,000 − 40 = 110 USD, in coin of 10^4 atoms at 50 USD.
    const at = (cents: number) => maintenanceAt(MARKET_TYPE.inverse, 1_000_000, 100, tiers, 0, 3, 30, cents);
    expect(tierValue(MARKET_TYPE.inverse, 1_000_000, 100, 30, 5_000)).toBe(3_000);
    expect(at(5_000)).toBe(22_000);
    expect(at(5_500)).toBe(20_000);
    expect(at(5_501)).toBe(19_997);
  });

  it('only sound steps are listed: whole amounts, rising caps and rates, maintenance below the greatest leverage', () => {
    expect(soundTiers(tiers, 0, 3)).toBe(true);
    expect(soundTiers({ ...tiers, leverage: [100, 10, 5] }, 0, 3)).toBe(false);
    expect(soundTiers({ ...tiers, rate: [10_000, 50_000, 50_000] }, 0, 3)).toBe(false);
    expect(soundTiers({ ...tiers, cap: [1_000, 1_000, 20_000] }, 0, 3)).toBe(false);
    expect(soundTiers({ ...tiers, cap: [1_001, 5_000, 20_000] }, 0, 3)).toBe(false);
    expect(soundTiers({ ...tiers, leverage: [10, 15, 5] }, 0, 3)).toBe(false);
    expect(soundTiers(tiers, 0, 0)).toBe(false);
    expect([nextAmount(0, 1_000, 10_000, 50_000), nextAmount(40, 5_000, 50_000, 100_000)]).toEqual([40, 290]);
  });
});
