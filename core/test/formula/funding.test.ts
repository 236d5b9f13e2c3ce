// Funding's formulas (money §3): the rate with its clamp and its limit, payers up, receivers down, the residue never lost.

import { describe, expect, it } from 'vitest';
import { exact, fundingDue, fundingOwed, fundingShares, intervalRate, minutePremium } from '../../src/formula/index.ts';
import { random } from '../exchange/small-world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';

const { seed } = randomTests(import.meta.url);

const { fraction } = exact;

describe('the rate of an interval, 10⁻⁹ per 8 h', () => {
  it('is the interest while the premium is near it, follows the premium beyond, and is limited', () => {
    expect(intervalRate(0, 1)).toBe(100_000);
    expect(intervalRate(300_000, 1)).toBe(100_000);
    expect(intervalRate(-400_000, 1)).toBe(100_000);
    expect(intervalRate(-400_001, 1)).toBe(99_999);
    expect(intervalRate(1_000_000, 1)).toBe(500_000);
    expect(intervalRate(-1_000_000, 1)).toBe(-500_000);
    expect(intervalRate(100_000_000, 1)).toBe(20_000_000);
    expect(intervalRate(-100_000_000, 1)).toBe(-20_000_000);
  });

  it('is of the mean, toward zero', () => {
    expect(intervalRate(2_000_001, 2)).toBe(500_000);
    expect(intervalRate(-2_000_001, 2)).toBe(-500_000);
  });

  it('a minute’s premium is what the impact prices are beyond the index', () => {
    expect(minutePremium(fraction(10_100), fraction(10_200), 10_000)).toBe(10_000_000);
    expect(minutePremium(fraction(9_800), fraction(9_900), 10_000)).toBe(-10_000_000);
    expect(minutePremium(fraction(9_900), fraction(10_100), 10_000)).toBe(0);
    expect(minutePremium(fraction(3_001), fraction(4_000), 3_000)).toBe(333_333);
  });
});

describe('payments', () => {
  it(`of longs and shorts leave a residue of at least 0 and less than the payments, also where not all is paid (seed ${seed})`, () => {
    const pick = random(seed);
    for (let run = 0; run < runs(300); run += 1) {
      const rate = (pick(2) === 0 ? 1 : -1) * pick(20_000_000);
      const hours = 1 + pick(24);
      const longs: number[] = [];
      const shorts: number[] = [];
      let left = 1 + pick(1_000);
      while (left > 0) {
        const long = 1 + pick(left);
        longs.push(long);
        let rest = long;
        left -= long;
        while (rest > 0) {
          const short = 1 + pick(rest);
          shorts.push(short);
          rest -= short;
        }
      }
      const price = 1 + pick(100_000);
      const value = (lots: number) => fraction(lots * price, 100);
      const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
      const [payers, receivers] = rate > 0 ? [longs, shorts] : [shorts, longs];
      const owed = sum(payers.map((lots) => fundingOwed(value(lots), rate, hours)));
      const due = (paid: number) => sum(receivers.map((lots) => fundingDue(value(lots), rate, hours, paid, owed)));
      const residue = owed - due(owed);
      expect(residue).toBeGreaterThanOrEqual(0);
      expect(residue).toBeLessThanOrEqual(payers.length + receivers.length);
      const paid = pick(owed + 1);
      expect(due(paid)).toBeLessThanOrEqual(paid);
    }
  });

  it('a rate below 0 is paid by the shorts', () => {
    const shares = fundingShares(
      [fraction(3)],
      [fraction(1), fraction(2)],
      fraction(7),
      fraction(-1, 100),
      fraction(1),
    );
    expect(shares).toEqual({ pay: [1n, 1n], receive: [0n], residual: 2n });
  });
});
