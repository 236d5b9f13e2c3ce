// Funding's formulas (money §3): the rate with its clamp and its limit, payers up, receivers down, the residue never lost.

import { describe, expect, it } from 'vitest';
import {
  exact,
  FUNDING_MOST,
  fundingDue,
  fundingMost,
  fundingOwed,
  fundingShares,
  hourlyFundingMost,
  intervalRate,
  minutePremium,
  PREMIUM_MOST,
  tickPremium,
} from '../../src/formula/index.ts';
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

  it('is at most what makes a payment of three quarters of the first maintenance rate, and 2 %', () => {
    // 0.4 % of maintenance: 0.3 % every 8 h, 0.6 % per 8 h where half of it is paid every 4.
    expect(fundingMost(4_000, 8)).toBe(3_000_000);
    expect(fundingMost(4_000, 4)).toBe(6_000_000);
    expect(fundingMost(4_000, 1)).toBe(FUNDING_MOST);
    expect(fundingMost(4_000, 24)).toBe(1_000_000);
    expect(fundingMost(1, 7)).toBe(857);
    expect(fundingMost(26_666, 8)).toBe(19_999_500);
    expect(fundingMost(26_667, 8)).toBe(FUNDING_MOST);
    for (const sign of [1, -1]) {
      expect(intervalRate(sign * 100_000_000, 1, 3_000_000)).toBe(sign * 3_000_000);
      expect(intervalRate(sign * 3_499_999, 1, 3_000_000)).toBe(sign * 2_999_999);
    }
  });

  it(`a payment is never more than three quarters of the first maintenance (seed ${seed})`, () => {
    const pick = random(seed);
    for (let run = 0; run < runs(300); run += 1) {
      const rate = 1 + pick(50_000);
      const hours = 1 + pick(24);
      const value = 1 + pick(10 ** 9);
      const owed = fundingOwed(fraction(value), fundingMost(rate, hours), hours);
      expect(owed).toBeLessThanOrEqual(Math.ceil((value * rate * 3) / 4 / 10 ** 6));
    }
  });

  it('a minute’s premium is what the impact prices are beyond the index', () => {
    expect(minutePremium(fraction(10_100), fraction(10_200), 10_000)).toBe(10_000_000);
    expect(minutePremium(fraction(9_800), fraction(9_900), 10_000)).toBe(-10_000_000);
    expect(minutePremium(fraction(9_900), fraction(10_100), 10_000)).toBe(0);
    expect(minutePremium(fraction(3_001), fraction(4_000), 3_000)).toBe(333_333);
  });
});

describe('the rate of premiums by time', () => {
  it('a tick’s premium counts as 5 % at most, so that the sum of a day stays below 2^52', () => {
    expect(tickPremium(fraction(10_100), fraction(10_200), 10_000)).toBe(10_000_000);
    expect(tickPremium(fraction(20_000), fraction(20_100), 10_000)).toBe(PREMIUM_MOST);
    expect(tickPremium(fraction(10_500), fraction(10_600), 10_000)).toBe(PREMIUM_MOST);
    expect(tickPremium(fraction(10), fraction(20), 10_000)).toBe(-PREMIUM_MOST);
    expect(tickPremium(fraction(2_500_000_000), fraction(2_500_000_001), 1)).toBe(PREMIUM_MOST);
    expect(tickPremium(fraction(3_001), fraction(4_000), 3_000)).toBe(333_333);
    expect(PREMIUM_MOST * 86_400_000).toBeLessThan(2 ** 52);
    for (const sign of [1, -1])
      expect(intervalRate(sign * PREMIUM_MOST * 86_400_000, 86_400_000, 3_000_000)).toBe(sign * 3_000_000);
  });

  it('hourly, a payment is at most a quarter of the first maintenance rate, and a rate 2 %', () => {
    expect(hourlyFundingMost(4_000)).toBe(8_000_000);
    expect(hourlyFundingMost(9_999)).toBe(19_998_000);
    expect(hourlyFundingMost(10_001)).toBe(FUNDING_MOST);
  });

  it('docs/products/funding.md: the worked example', () => {
    // 7 h at 0.2 % and 57 minutes at −0.04 %, 3 minutes without a tick that counts.
    const sum = 2_000_000 * 7 * 3_600_000 - 400_000 * 57 * 60_000;
    const time = 7 * 3_600_000 + 57 * 60_000;
    expect([sum, time]).toEqual([49_032_000_000_000, 28_620_000]);
    // P = 0.001713207, drawn by 0.05 % towards 0.01 %.
    expect(intervalRate(sum, time, fundingMost(4_000, 8))).toBe(1_213_207);
    // Long 0.5 BTC at a mark of 60,000 USDT, in millionths: 30,000 × 0.1213207 %.
    expect(fundingOwed(fraction(30_000_000_000), 1_213_207, 8)).toBe(36_396_210);
    // Over the 5 hours that lead back from hourly funding to the regular times.
    expect(fundingOwed(fraction(30_000_000_000), 1_213_207, 5)).toBe(22_747_632);
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
