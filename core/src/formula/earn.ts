// Staking and finance: the yield of a term, the penalty of an early redemption (money §6).

import { EARN_KIND } from '../enum/index.ts';
import { DOWN, mulDiv, shareUp } from '../number/index.ts';

/** Rates are in billionths. */
export const BILLION = 1_000_000_000;
/** Days of a year of finance. */
export const YEAR_DAYS = 365;
/** Most yield of a term, in multiples of the principal. */
export const MOST_YIELD = 8;

/** Divisor of `rate` for one day, by kind (1 staking: daily; 2 finance: for a year of 365 days). */
export function dayParts(kind: number): number {
  return kind === EARN_KIND.staking ? BILLION : BILLION * YEAR_DAYS;
}

/**
 * Yield in atoms of `days` whole days on a principal, rounded down as a whole: ⌊principal × rate × days ÷ parts⌋.
 * principal ≤ 2^48, rate × days ≤ 8 × parts.
 */
export function yieldOf(kind: number, principal: number, rate: number, days: number): number {
  return mulDiv(principal, rate * days, dayParts(kind), DOWN);
}

/**
 * Yield of day `day` alone (from 1): the yield up to this day less that up to the day before. So no day is paid twice
 * or lost.
 */
export function yieldOfDay(kind: number, principal: number, rate: number, day: number): number {
  return yieldOf(kind, principal, rate, day) - yieldOf(kind, principal, rate, day - 1);
}

/** Penalty of an early redemption, atoms of the principal; `penalty` in millionths, rounded up because it is owed. */
export function earlyPenalty(principal: number, penalty: number): number {
  return shareUp(principal, penalty);
}
