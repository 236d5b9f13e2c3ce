// Staking and finance: what a term yields, what an early way out costs (money §6).

import { DOWN, mulDiv, shareUp } from '../number/index.ts';

/** Rates are in billionths. */
export const BILLION = 1_000_000_000;
/** Days of a year of finance. */
export const YEAR_DAYS = 365;
export const STAKING = 1;
export const FINANCE = 2;
/** The whole yield of a term is at most so many principals. */
export const MOST_YIELD = 8;

/** Parts in which `rate` of a kind (1 staking: a day; 2 finance: a year of 365 days) counts one day. */
export function dayParts(kind: number): number {
  return kind === STAKING ? BILLION : BILLION * YEAR_DAYS;
}

/**
 * Yield in atoms of `days` whole days on a principal, rounded down as a whole: ⌊principal × rate × days ÷ parts⌋.
 * principal ≤ 2^48, rate × days ≤ 8 × parts.
 */
export function yieldOf(kind: number, principal: number, rate: number, days: number): number {
  return mulDiv(principal, rate * days, dayParts(kind), DOWN);
}

/** Yield of day `day` (from 1 on) alone: what the days together yield less what those before it did. No day is paid twice or lost. */
export function yieldOfDay(kind: number, principal: number, rate: number, day: number): number {
  return yieldOf(kind, principal, rate, day) - yieldOf(kind, principal, rate, day - 1);
}

/** Atoms of the principal kept on early redemption, `penalty` in millionths of it, rounded up: it is owed. */
export function earlyPenalty(principal: number, penalty: number): number {
  return shareUp(principal, penalty);
}
