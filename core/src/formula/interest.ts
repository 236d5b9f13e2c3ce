// Interest of borrowed money (money §4): simple, on principal, by clock hours; exact until it is paid.

import { quotient } from '../number/index.ts';
import { ceiling, type Fraction, fraction, plain, times } from './fraction.ts';

const HOUR = 3_600_000;
const BILLION = 1_000_000_000;
/** Hours of a daily rate. */
export const DAY_HOURS = 24;

/**
 * Hours that count between two times (ms): that of borrowing, then each full clock hour begun. An hour has begun when
 * the clock shows more than its beginning, as all timers have it: borrowing exactly on the hour counts that hour once.
 */
export function interestHours(borrowed: number, repaid: number): number {
  const hours = quotient(repaid + HOUR - 1, HOUR) - quotient(borrowed, HOUR);
  return hours < 1 ? 1 : hours;
}

/** Exact interest of a principal at a rate per hour. */
export function simpleInterest(principal: Fraction, hourly: Fraction, hours: number): Fraction {
  return times(times(principal, hourly), fraction(hours));
}

/** What is paid of it: whole atoms, rounded up; hourly rate in 10⁻⁹. */
export function interestDue(principal: number, hourly: number, hours: number): number {
  return plain(ceiling(simpleInterest(fraction(principal), fraction(hourly, BILLION), hours)));
}

/** Whole atoms of one hour's interest and of the `rest` (10⁻⁹ atoms) carried from the hours before. */
export function hourWhole(principal: number, hourly: number, rest: number): number {
  return plain((BigInt(principal) * BigInt(hourly) + BigInt(rest)) / BigInt(BILLION));
}

/** What that leaves to be carried, 10⁻⁹ atoms. */
export function hourRest(principal: number, hourly: number, rest: number): number {
  return plain((BigInt(principal) * BigInt(hourly) + BigInt(rest)) % BigInt(BILLION));
}
