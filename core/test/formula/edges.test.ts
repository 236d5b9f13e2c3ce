// Formulas of contracts at their edges: where there is no price, no payer, no lot; each by figures worked out by hand (money §3).

import { describe, expect, it } from 'vitest';
import { MARKET_TYPE, POSITION_SIDE } from '../../src/enum/index.ts';
import {
  ceiling,
  compare,
  floor,
  type Fraction,
  fraction,
  greatest,
  least,
  nearest,
  plain,
  plus,
  truncated,
} from '../../src/formula/fraction.ts';
import { fundingDue, fundingFlow, fundingShares } from '../../src/formula/funding.ts';
import { realisedProfit } from '../../src/formula/contract.ts';
import { inverseProfit } from '../../src/formula/inverse.ts';
import {
  healthOf,
  inverseLiquidation,
  type Leg,
  linearLiquidation,
  rankOf,
  shownTrigger,
  type Terms,
  triggerOf,
} from '../../src/formula/liquidation.ts';
import {
  greatestValue,
  inverseMaintenance,
  linearMaintenance,
  nextAmount,
  soundTiers,
} from '../../src/formula/tiers.ts';

const same = (a: Fraction, b: Fraction): void => expect(compare(a, b)).toBe(0);

describe('exact fractions (core §6)', () => {
  it('have a divisor above 0, and none that is 0', () => {
    expect(fraction(1, -2)).toEqual({ num: -1n, den: 2n });
    expect(fraction(-3, -4)).toEqual({ num: 3n, den: 4n });
    expect(() => fraction(1, 0)).toThrow('Expected a divisor that is not 0, got 1 ÷ 0.');
  });

  it('of one divisor are added without making it greater', () => {
    expect(plus(fraction(1, 3), fraction(1, 3))).toEqual({ num: 2n, den: 3n });
    expect(plus(fraction(1, 3), fraction(1, 2))).toEqual({ num: 5n, den: 6n });
  });

  it.each([
    [7, 2, 3n, 4n, 3n, 4n],
    [6, 2, 3n, 3n, 3n, 3n],
    [1, 3, 0n, 1n, 0n, 0n],
    [0, 3, 0n, 0n, 0n, 0n],
    [-1, 3, -1n, 0n, 0n, 0n],
    [-6, 2, -3n, -3n, -3n, -3n],
    [-7, 2, -4n, -3n, -3n, -4n],
  ])('%d ÷ %d goes down to %d, up to %d, toward 0 to %d, to the nearest %d', (num, den, down, up, toward, near) => {
    const it = fraction(num, den);
    expect([floor(it), ceiling(it), truncated(it), nearest(it)]).toEqual([down, up, toward, near]);
  });

  it('the lesser and the greater of two, whichever comes first', () => {
    const [low, high] = [fraction(1, 3), fraction(1, 2)];
    expect([least(low, high), least(high, low), greatest(low, high), greatest(high, low)]).toEqual([
      low,
      low,
      high,
      high,
    ]);
  });

  it('become plain numbers below 2^53 only', () => {
    expect([plain(2n ** 53n - 1n), plain(1n - 2n ** 53n)]).toEqual([2 ** 53 - 1, 1 - 2 ** 53]);
    expect(() => plain(2n ** 53n)).toThrow('Expected a whole number below 2^53, got 9007199254740992.');
  });
});

describe('money §3: steps of maintenance', () => {
  const tiers = (rate: number[], leverage: number[], cap = rate.map((_, at) => 1_000 * (at + 1))) => ({
    ...{ cap, rate, leverage, amount: rate.map(() => 0) },
  });

  it('one step is enough, none is not', () => {
    expect(soundTiers(tiers([10_000], [50]), 0, 1)).toBe(true);
    expect(soundTiers(tiers([10_000], [50]), 0, 0)).toBe(false);
  });

  it('a step needs some maintenance and a leverage of at least 1', () => {
    expect(soundTiers(tiers([1], [1]), 0, 1)).toBe(true);
    expect(soundTiers(tiers([0], [50]), 0, 1)).toBe(false);
    expect(soundTiers(tiers([-1], [50]), 0, 1)).toBe(false);
    expect(soundTiers(tiers([10_000], [0]), 0, 1)).toBe(false);
    expect(soundTiers(tiers([10_000], [0.5]), 0, 1)).toBe(false);
  });

  it('a later step has no greater leverage; the same is no greater', () => {
    expect(soundTiers(tiers([10_000, 20_000], [10, 10]), 0, 2)).toBe(true);
    expect(soundTiers(tiers([10_000, 20_000], [10, 11]), 0, 2)).toBe(false);
  });

  it('the next amount goes by the difference of the rates, and must be whole', () => {
    // 200 × 0.5 % is 1; the sum of the rates would leave a part.
    expect(nextAmount(7, 200, 1_000, 6_000)).toBe(8);
    expect(nextAmount(7, 200, 1_000, 6_001)).toBe(-1);
  });

  it('is never below 0, though the amount of a step be more than a value below it needs', () => {
    expect([linearMaintenance(1, 400_000, 1, 10_000, 39), linearMaintenance(1, 400_000, 1, 10_000, 41)]).toEqual([
      1, 0,
    ]);
    // 5 × 10 USD at 1 % are 0.5 USD: at 100 ticks a coin and 1,000 atom-ticks a contract 0.5 atoms; the amount is 10 USD.
    expect(inverseMaintenance(5, 10_000, 1_000, 10, 10_000, 0)).toBe(1);
    expect(inverseMaintenance(5, 10_000, 1_000, 10, 10_000, 10)).toBe(0);
  });

  it('admit what the last one reaches', () => {
    expect(greatestValue({ ...tiers([1, 2, 3], [1, 1, 1], [10, 20, 30]) }, 0, 3)).toBe(30);
    expect(greatestValue({ ...tiers([1, 2, 3], [1, 1, 1], [10, 20, 30]) }, 1, 1)).toBe(20);
  });
});

describe('money §3: where there is no price of liquidation', () => {
  const leg = (side: number, quantity: number, cost: number, rate = fraction(1, 100)): Leg => ({
    ...{ side, quantity: fraction(quantity), cost: fraction(cost), rate, amount: fraction(0) },
  });

  it('a long whose margin is all it cost or more', () => {
    expect(linearLiquidation(fraction(99), [leg(POSITION_SIDE.long, 1, 100)])).toMatchObject({ num: 100n });
    expect(linearLiquidation(fraction(100), [leg(POSITION_SIDE.long, 1, 100)])).toBeUndefined();
    expect(linearLiquidation(fraction(150), [leg(POSITION_SIDE.long, 1, 100)])).toBeUndefined();
  });

  it('a long and a short that no price tells apart', () => {
    const none = fraction(0);
    expect(
      linearLiquidation(fraction(5), [leg(POSITION_SIDE.long, 1, 100, none), leg(POSITION_SIDE.short, 1, 90, none)]),
    ).toBeUndefined();
    expect(inverseLiquidation(fraction(100), [leg(POSITION_SIDE.short, 1, 100)])).toBeUndefined();
  });

  const terms: Terms = {
    ...{ type: MARKET_TYPE.linear, perLot: 1, face: 0, first: 0, count: 1 },
    tiers: { cap: [2 ** 50], rate: [10_000], leverage: [50], amount: [0] },
  };

  it('a mark beyond all marks is none', () => {
    const near = triggerOf(terms, POSITION_SIDE.short, 1, 100, 2 ** 45);
    expect(near).toBe(Number(((2n ** 45n + 100n) * 10_000n + 100n) / 101n));
    expect(shownTrigger(terms, POSITION_SIDE.short, 1, 100, 2 ** 45)).toBe(near - 1);
    for (const margin of [2 ** 46, 2 ** 50])
      expect([
        triggerOf(terms, POSITION_SIDE.short, 1, 100, margin),
        shownTrigger(terms, POSITION_SIDE.short, 1, 100, margin),
      ]).toEqual([0, 0]);
  });

  it('and where there is one, it is shown no later than it happens', () => {
    // Long: (3 × 100 − 30) ÷ (3 × 0.99) = 90.909… ticks; short: (300 + 30) ÷ (3 × 1.01) = 108.910….
    expect([
      triggerOf(terms, POSITION_SIDE.long, 3, 300, 30),
      shownTrigger(terms, POSITION_SIDE.long, 3, 300, 30),
    ]).toEqual([9_090, 9_091]);
    expect([
      triggerOf(terms, POSITION_SIDE.short, 3, 300, 30),
      shownTrigger(terms, POSITION_SIDE.short, 3, 300, 30),
    ]).toEqual([10_892, 10_891]);
    expect([
      triggerOf(terms, POSITION_SIDE.long, 3, 300, 300),
      shownTrigger(terms, POSITION_SIDE.long, 3, 300, 300),
    ]).toEqual([0, 0]);
    expect([triggerOf(terms, POSITION_SIDE.long, 0, 0, 30), shownTrigger(terms, POSITION_SIDE.long, 0, 0, 30)]).toEqual(
      [0, 0],
    );
  });
});

describe('money §3: who goes first', () => {
  it('the greater (profit ÷ cost) × (value ÷ equity) loses its position to a bankrupt one', () => {
    same(rankOf(fraction(10), fraction(100), fraction(120), fraction(30)), fraction(2, 5));
  });

  it('the lowest equity by maintenance is liquidated; no maintenance at all is the best of health', () => {
    same(healthOf(fraction(50), fraction(20)), fraction(5, 2));
    same(healthOf(fraction(50), fraction(0)), fraction(50_000_000));
  });
});

describe('money §3: profit and funding by side', () => {
  it('a short gains what it was sold for less what it costs', () => {
    expect([
      realisedProfit(MARKET_TYPE.linear, POSITION_SIDE.short, 90, 100),
      realisedProfit(MARKET_TYPE.linear, POSITION_SIDE.long, 90, 100),
    ]).toEqual([10, -10]);
  });

  it('a long of an inverse contract gains as its value in coin falls', () => {
    const at = [fraction(100), fraction(50), fraction(100)] as const;
    same(inverseProfit(POSITION_SIDE.long, ...at), fraction(1));
    same(inverseProfit(POSITION_SIDE.short, ...at), fraction(-1));
  });

  it('a long pays a rate above 0, a short receives it', () => {
    const flow = (side: number, rate: number) => fundingFlow(side, fraction(1_000), fraction(rate, 100), fraction(8));
    same(flow(POSITION_SIDE.long, 1), fraction(-10));
    same(flow(POSITION_SIDE.short, 1), fraction(10));
    same(flow(POSITION_SIDE.long, -1), fraction(10));
    same(flow(POSITION_SIDE.short, -1), fraction(-10));
  });

  it('a receiver gets its part of what came, and never more than its whole', () => {
    // 1,000 at 1 % are 10; in 10⁻⁹ the rate is 10,000,000.
    const due = (paid: number, owed: number) => fundingDue(fraction(1_000), -10_000_000, 8, paid, owed);
    expect([due(0, 100), due(99, 100), due(100, 100), due(101, 100), due(200, 100)]).toEqual([0, 9, 10, 10, 10]);
  });

  it('payers round up and receivers down, and what is left is never below 0', () => {
    const shares = (rate: Fraction) =>
      fundingShares([fraction(3)], [fraction(1), fraction(2)], fraction(101), rate, fraction(1));
    // 3 × 101 × 1 % = 3.03; 1.01 and 2.02.
    expect(shares(fraction(1, 100))).toEqual({ pay: [4n], receive: [1n, 2n], residual: 1n });
    expect(shares(fraction(-1, 100))).toEqual({ pay: [2n, 3n], receive: [3n], residual: 2n });
    expect(shares(fraction(0))).toEqual({ pay: [0n], receive: [0n, 0n], residual: 0n });
  });
});
