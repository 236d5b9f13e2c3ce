// The formulas of staking and finance, exhaustively for small principals (money §1, §6, §12.10).
import { describe, expect, it } from 'vitest';
import { EARN_KIND } from '../../src/enum/index.ts';
import { earlyPenalty, MAX_PRINCIPAL, yieldOf, yieldOfDay } from '../../src/index.ts';

/** Daily and yearly rates in billionths: those of the defaults, and some one can see on small principals. */
const RATES = [0, 1, 50_000, 100_000, 220_000, 40_000_000, 333_333_333, 999_999_999, 1_000_000_000];
const KINDS = [EARN_KIND.staking, EARN_KIND.finance];
const DAYS = 12;

describe('money §6 yields', () => {
  it('are ⌊principal × rate × days⌋, by wide integers', () => {
    for (const kind of KINDS)
      for (const rate of RATES)
        for (const principal of [0, 1, 7, 99, 100, 10 ** 9 + 7, MAX_PRINCIPAL])
          for (const days of [1, 2, 7, kind === EARN_KIND.staking ? 8 : 90]) {
            const parts = kind === EARN_KIND.staking ? 10n ** 9n : 365n * 10n ** 9n;
            expect(yieldOf(kind, principal, rate, days)).toBe(
              Number((BigInt(principal) * BigInt(rate) * BigInt(days)) / parts),
            );
          }
  });

  it('day by day give what the term gives, for every principal from 0 to 100', () => {
    for (const kind of KINDS)
      for (const rate of RATES)
        for (let principal = 0; principal <= 100; principal += 1) {
          let sum = 0;
          for (let day = 1; day <= DAYS; day += 1) {
            const paid = yieldOfDay(kind, principal, rate, day);
            expect(paid).toBeGreaterThanOrEqual(0);
            sum += paid;
            expect(sum).toBe(yieldOf(kind, principal, rate, day));
          }
        }
  });

  it('no splitting of a principal or of a term yields more than the whole', () => {
    for (const kind of KINDS)
      for (const rate of RATES)
        for (let principal = 0; principal <= 100; principal += 1)
          for (let part = 0; part <= principal; part += 1)
            expect(
              yieldOf(kind, part, rate, DAYS) + yieldOf(kind, principal - part, rate, DAYS),
              `${principal} in ${part} and the rest`,
            ).toBeLessThanOrEqual(yieldOf(kind, principal, rate, DAYS));
    for (const rate of RATES)
      for (let principal = 0; principal <= 100; principal += 1)
        for (let days = 1; days < DAYS; days += 1)
          expect(
            yieldOf(EARN_KIND.finance, principal, rate, days) +
              yieldOf(EARN_KIND.finance, principal, rate, DAYS - days),
          ).toBeLessThanOrEqual(yieldOf(EARN_KIND.finance, principal, rate, DAYS));
  });
});

describe('money §6 the penalty', () => {
  it('is owed and rounds up; splitting a principal saves nothing, and none is greater than the principal', () => {
    for (const ppm of [0, 1, 10_000, 333_333, 999_999, 1_000_000])
      for (let principal = 0; principal <= 100; principal += 1) {
        const whole = earlyPenalty(principal, ppm);
        expect(whole * 1_000_000).toBeGreaterThanOrEqual(principal * ppm);
        expect((whole - 1) * 1_000_000).toBeLessThan(principal * ppm);
        expect(whole).toBeLessThanOrEqual(principal);
        for (let part = 0; part <= principal; part += 1)
          expect(earlyPenalty(part, ppm) + earlyPenalty(principal - part, ppm)).toBeGreaterThanOrEqual(whole);
      }
  });
});
