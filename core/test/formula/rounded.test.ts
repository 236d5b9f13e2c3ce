// What the exchange keeps in whole numbers is the exact formula, rounded once: fees' shares, interest by the hour.

import { describe, expect, it } from 'vitest';
import {
  exact,
  exactShares,
  feeShare,
  hourRest,
  hourWhole,
  interestDue,
  interestHours,
} from '../../src/formula/index.ts';
import { random } from '../exchange/small-world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';

const { seed } = randomTests(import.meta.url);

const HOUR = 3_600_000;

describe('whole numbers', () => {
  it(`shares of a fee are the exact shares, rounded down (seed ${seed})`, () => {
    const pick = random(seed);
    for (let run = 0; run < runs(300); run += 1) {
      const fee = pick(1_000_000);
      const ppm = [pick(1_000_000), pick(500_000)];
      const shares = ppm.map((share) => exact.fraction(share, 1_000_000));
      const { parts, rest } = exactShares(exact.fraction(fee), shares, exact.ONE);
      const own = ppm.map((share) => feeShare(fee, share));
      expect(parts.map((part) => Number(exact.floor(part)))).toEqual(own);
      expect(Number(exact.floor(rest))).toBe(fee - own[0]! - own[1]!);
    }
  });

  it('interest kept by the hour with its rest is the whole interest, rounded up when it is paid', () => {
    const pick = random(seed + 1);
    for (let run = 0; run < runs(100); run += 1) {
      const principal = 1 + pick(2 ** 30);
      const hourly = pick(1_000_000);
      const hours = 1 + pick(60);
      let whole = 0;
      let rest = 0;
      for (let hour = 0; hour < hours; hour += 1) {
        whole += hourWhole(principal, hourly, rest);
        rest = hourRest(principal, hourly, rest);
      }
      expect(whole + (rest > 0 ? 1 : 0)).toBe(interestDue(principal, hourly, hours));
    }
  });

  it('the hour of borrowing counts, then each begun; on the hour it counts once (money §4)', () => {
    const at = (hours: number, minutes: number) => (hours * 60 + minutes) * (HOUR / 60);
    expect(interestHours(at(13, 20), at(13, 20))).toBe(1);
    expect(interestHours(at(13, 20), at(14, 0))).toBe(1);
    expect(interestHours(at(13, 20), at(14, 0) + 1)).toBe(2);
    expect(interestHours(at(13, 0), at(13, 0))).toBe(1);
    expect(interestHours(at(13, 0), at(14, 0))).toBe(1);
    expect(interestHours(at(13, 59), at(15, 1))).toBe(3);
  });
});
