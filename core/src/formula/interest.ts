// Interest on borrowed money (money §4): simple, on principal, by clock hours; exact until it is paid.

import { quotient } from '../number/index.ts';
import { ceiling, type Fraction, fraction, plain, times } from './fraction.ts';

const HOUR = 3_600_000;
const BILLION = 1_000_000_000;
/** Hours that a daily rate covers. */
export const DAY_HOURS = 24;

/**
 * Hours counted between two times (ms): the hour of borrowing, then each full clock hour begun. An hour has begun when
 * the clock is past its start, as for all timers. So borrowing exactly on the hour counts that hour once.
 */
export function interestHours(borrowed: number, repaid: number): number {
  const hours = quotient(repaid + HOUR - 1, HOUR) - quotient(borrowed, HOUR);
  return hours < 1 ? 1 : hours;
}

/** Exact interest of a principal at a rate per hour. */
export function simpleInterest(principal: Fraction, hourly: Fraction, hours: number): Fraction {
  return times(times(principal, hourly), fraction(hours));
}

/** Interest to pay: whole atoms, rounded up; hourly rate in 10⁻⁹. */
export function interestDue(principal: number, hourly: number, hours: number): number {
  return plain(ceiling(simpleInterest(fraction(principal), fraction(hourly, BILLION), hours)));
}

/** Whole atoms of one hour's interest plus the `rest` (10⁻⁹ atoms) carried from earlier hours. */
export function hourWhole(principal: number, hourly: number, rest: number): number {
  return plain((BigInt(principal) * BigInt(hourly) + BigInt(rest)) / BigInt(BILLION));
}

/** The new carry, 10⁻⁹ atoms. */
export function hourRest(principal: number, hourly: number, rest: number): number {
  return plain((BigInt(principal) * BigInt(hourly) + BigInt(rest)) % BigInt(BILLION));
}
