// Before a market with hours closes: its formulas worked by hand, and what they mean for random numbers (money §3).

import { describe, expect, it } from 'vitest';
import { POSITION_SIDE } from '../../src/enum/index.ts';
import {
  CLOSING_CUT,
  CLOSING_NOTICE,
  closingLeverage,
  closingLimit,
  closingPhase,
  closingRate,
  crossedShare,
  LONG_CLOSE,
  lotsCovered,
  marginToCover,
  openingMargin,
  PHASE,
} from '../../src/formula/index.ts';
import { closingRateOf, instruments } from '../../src/market/index.ts';
import { shareUp } from '../../src/number/index.ts';
import { random } from '../exchange/small-world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';

const { seed } = randomTests(import.meta.url);

/** Whole numbers between two, both included. */
function rolls(of: number): { readonly from: (least: number, most: number) => number } {
  const below = random(of);
  return { from: (least, most) => least + below(most - least + 1) };
}

describe('issue 13 A.8: rates', () => {
  it('of everything that is listed with hours', () => {
    const rates = new Map<number, string[]>();
    for (const { category, calendar, base, quote } of instruments)
      if (calendar !== 'always') {
        const rate = closingRateOf(category, base, quote);
        rates.set(rate, [...(rates.get(rate) ?? []), category === 2 ? `${base}/${quote}` : base]);
      }
    expect([...rates]).toEqual([
      [33_300, ['EUR/USD', 'GBP/USD', 'USD/JPY', 'USD/CHF', 'USD/CAD', 'EUR/GBP', 'EUR/JPY']],
      [50_000, ['AUD/USD', 'NZD/USD', 'USD/CNH', 'XAU', 'US500', 'US100', 'US30', 'DE40', 'UK100', 'JP225']],
      [100_000, ['XAG', 'WTI', 'BRENT', 'NGAS', 'COPPER', 'HK50', 'CN300']],
    ]);
    expect([33_300, 50_000, 100_000, 0].map(closingLeverage)).toEqual([30, 20, 10, Infinity]);
  });

  it('double where it stays closed for longer than a day, or nobody knows for how long; never above all', () => {
    expect(closingRate(50_000, 1_000, 1_000 + LONG_CLOSE)).toBe(50_000);
    expect(closingRate(50_000, 1_000, 1_001 + LONG_CLOSE)).toBe(100_000);
    expect(closingRate(50_000, 1_000, 0)).toBe(100_000);
    expect(closingRate(600_000, 1_000, 0)).toBe(1_000_000);
  });

  it('a close is near from sixty minutes, and reduces from ten', () => {
    const closes = 10 ** 9;
    const phases = [CLOSING_NOTICE + 1, CLOSING_NOTICE, CLOSING_CUT + 1, CLOSING_CUT].map((before) =>
      closingPhase(closes - before, closes),
    );
    expect(phases).toEqual([PHASE.none, PHASE.notice, PHASE.notice, PHASE.reduced]);
    expect(closingPhase(closes, 0)).toBe(PHASE.none);
  });

  it('an opening has value ÷ leverage or the rate, whichever is more', () => {
    expect(openingMargin(1_001, 10, 0)).toBe(101);
    expect(openingMargin(1_001, 10, 100_000)).toBe(101);
    expect(openingMargin(1_001, 10, 200_000)).toBe(201);
    expect(openingMargin(1_001, 2, 200_000)).toBe(501);
  });
});

describe('issue 13 A.8: what is covered, crossed, sold', () => {
  it('covered are as many lots as the equity has the rate for, and the margin named covers the rest', () => {
    const roll = rolls(seed);
    for (let round = 0; round < runs(2_000); round += 1) {
      const lots = roll.from(1, 10 ** roll.from(1, 9));
      const each = roll.from(1, 50_000);
      const value = lots * each;
      const rate = roll.from(1, 1_000_000);
      const equity = roll.from(-100, Math.ceil(value / 4));
      const covered = lotsCovered(lots, value, equity, rate);
      const needs = (of: number): bigint => BigInt(rate) * BigInt(value) * BigInt(of);
      const has = BigInt(equity) * 1_000_000n * BigInt(lots);
      if (equity > 0) expect(needs(covered) <= has).toBe(true);
      else expect(covered).toBe(0);
      if (covered < lots) expect(needs(covered + 1) > has).toBe(true);
      const more = marginToCover(value, equity, rate);
      expect(lotsCovered(lots, value, equity + more, rate)).toBe(lots);
      expect(equity + more).toBe(Math.max(equity, shareUp(value, rate)));
    }
  });

  it('shares of a crossing add up to it, each within a lot of its part', () => {
    const roll = rolls(seed + 1);
    for (let round = 0; round < runs(500); round += 1) {
      const excess = Array.from({ length: roll.from(1, 12) }, () => roll.from(1, 10 ** roll.from(1, 12)));
      const all = excess.reduce((sum, lots) => sum + lots, 0);
      const crossed = roll.from(0, all);
      let before = 0;
      let sum = 0;
      for (const lots of excess) {
        const share = crossedShare(before, lots, crossed, all);
        const part = BigInt(lots) * BigInt(crossed);
        expect(share).toBeLessThanOrEqual(lots);
        expect((BigInt(share) - 1n) * BigInt(all) < part && part < (BigInt(share) + 1n) * BigInt(all)).toBe(true);
        before += lots;
        sum += share;
      }
      expect(sum).toBe(crossed);
    }
  });

  it('an excess is sold within 0.2 % of the index, or the first maintenance rate where that is less', () => {
    expect(closingLimit(POSITION_SIDE.long, 1_000_000, 5_000)).toBe(9_980);
    expect(closingLimit(POSITION_SIDE.long, 1_000_001, 5_000)).toBe(9_981);
    expect(closingLimit(POSITION_SIDE.short, 1_000_000, 5_000)).toBe(10_020);
    expect(closingLimit(POSITION_SIDE.short, 1_000_099, 5_000)).toBe(10_020);
    expect(closingLimit(POSITION_SIDE.long, 1_000_000, 1_000)).toBe(9_990);
    expect(closingLimit(POSITION_SIDE.long, 1, 5_000)).toBe(1);
  });
});
