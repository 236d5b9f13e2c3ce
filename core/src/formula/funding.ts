// Funding between longs and shorts (money §3): premium, rate, payments. Rates per 8 hours. Exact, rounded at the end.

import { DOWN, MILLION, mulDiv } from '../number/index.ts';
import {
  ceiling,
  compare,
  type Fraction,
  floor,
  fraction,
  greatest,
  least,
  minus,
  negative,
  over,
  plain,
  plus,
  times,
  truncated,
  ZERO,
} from './fraction.ts';

const BILLION = 1_000_000_000;
const HOUR_SECONDS = 3_600;
/** Hours that a rate is quoted for. */
export const FUNDING_HOURS = 8;
/**
 * Interest of 0.01 % per 8 hours; the premium moves the rate from it by at most 0.05 %; no rate is beyond 2 %. All in
 * 10⁻⁹.
 */
export const FUNDING_INTEREST = 100_000;
export const FUNDING_CLAMP = 500_000;
export const FUNDING_MOST = 20_000_000;
/** A payment is at most three quarters of the first maintenance rate; while funding is hourly, one quarter. */
const PAYMENT_QUARTERS = 3;
const HOURLY_QUARTERS = 1;
const QUARTERS = 4;
/** A tick's premium counts until the next tick, at most this long, ms. */
export const PREMIUM_TIME = 2_000;
/**
 * A tick's premium counts as 5 % at most, 10⁻⁹. No interval is longer than a day, so the sum of premium × ms is at most
 * 50,000,000 × 86,400,000 = 4.32 × 10¹⁵ either way, below 2^52.
 */
export const PREMIUM_MOST = 50_000_000;

/** Limits a rate to −most … most. */
function within(rate: Fraction, most: Fraction): Fraction {
  return greatest(negative(most), least(most, rate));
}

/** (max(0, impact bid − index) − max(0, index − impact ask)) ÷ index. */
export function premiumOf(impactBid: Fraction, impactAsk: Fraction, index: Fraction): Fraction {
  const above = greatest(ZERO, minus(impactBid, index));
  const below = greatest(ZERO, minus(index, impactAsk));
  return over(minus(above, below), index);
}

/** F = P + clamp(I − P, ±clamp), without the limit. */
export function fundingRate(premium: Fraction, interest: Fraction, clamp: Fraction): Fraction {
  return plus(premium, within(minus(interest, premium), clamp));
}

/** What a side of `value` pays at a rate per 8 hours over `hours`. */
export function fundingPayment(value: Fraction, rate: Fraction, hours: Fraction): Fraction {
  return over(times(times(value, rate), hours), fraction(FUNDING_HOURS));
}

/** A position's cash flow of funding: a long pays a rate above 0, a short receives it. */
export function fundingFlow(side: number, value: Fraction, rate: Fraction, hours: Fraction): Fraction {
  const paid = fundingPayment(value, rate, hours);
  return side === 1 ? negative(paid) : paid;
}

/** Funding accrued on one unit of `value` in `seconds`, in parts of `unit`, toward zero. */
export function fundingIndex(value: Fraction, rate: Fraction, seconds: Fraction, unit: Fraction): bigint {
  return truncated(over(fundingPayment(value, rate, over(seconds, fraction(HOUR_SECONDS))), unit));
}

/** Premium of one minute in 10⁻⁹, toward zero; prices in one unit. */
export function minutePremium(impactBid: Fraction, impactAsk: Fraction, index: number): number {
  return plain(truncated(times(premiumOf(impactBid, impactAsk, fraction(index)), fraction(BILLION))));
}

/**
 * The maximum rate, 10⁻⁹ per 8 h, of a contract whose first maintenance rate is `rate` millionths, paid every `hours`
 * hours (money §3). A payment is at most three quarters of that rate, so a position above maintenance can pay it.
 */
export function fundingMost(rate: number, hours: number): number {
  return mostOf(rate, hours, PAYMENT_QUARTERS);
}

/** The same while funding is hourly: a payment is at most one quarter of the first maintenance rate. */
export function hourlyFundingMost(rate: number): number {
  return mostOf(rate, 1, HOURLY_QUARTERS);
}

function mostOf(rate: number, hours: number, quarters: number): number {
  const most = mulDiv(rate * (BILLION / MILLION), quarters * FUNDING_HOURS, QUARTERS * hours, DOWN);
  return most < FUNDING_MOST ? most : FUNDING_MOST;
}

/** Premium of one tick in 10⁻⁹, toward zero, `PREMIUM_MOST` at most either way; prices in one unit. */
export function tickPremium(impactBid: Fraction, impactAsk: Fraction, index: number): number {
  // Limited before the conversion: at an index of one cent the premium of a book exceeds 2^53.
  const premium = within(premiumOf(impactBid, impactAsk, fraction(index)), fraction(PREMIUM_MOST, BILLION));
  return plain(truncated(times(premium, fraction(BILLION))));
}

/**
 * Rate of an interval in 10⁻⁹ per 8 h, toward zero, at most `most` either way. Computed from the sum and the count of
 * its valid minutes (10⁻⁹), or from the sum of premium × time (10⁻⁹ × ms) and that time (ms). `count` is above 0.
 */
export function intervalRate(sum: number, count: number, most: number = FUNDING_MOST): number {
  const rate = fundingRate(
    fraction(sum, BigInt(count) * BigInt(BILLION)),
    fraction(FUNDING_INTEREST, BILLION),
    fraction(FUNDING_CLAMP, BILLION),
  );
  return plain(truncated(times(within(rate, fraction(most, BILLION)), fraction(BILLION))));
}

/** What a payer owes, rounded up; `rate` in 10⁻⁹, without its sign. */
export function fundingOwed(value: Fraction, rate: number, hours: number): number {
  return plain(ceiling(fundingPayment(value, fraction(rate < 0 ? -rate : rate, BILLION), fraction(hours))));
}

/**
 * What a receiver gets, rounded down. When payers paid only `paid` of the `owed` atoms, receivers share the shortfall
 * in proportion.
 */
export function fundingDue(value: Fraction, rate: number, hours: number, paid: number, owed: number): number {
  const whole = fundingPayment(value, fraction(rate < 0 ? -rate : rate, BILLION), fraction(hours));
  const due = paid >= owed ? whole : times(whole, fraction(paid, owed));
  return plain(floor(due));
}

/** Rounded funding of two sides with equal quantities: what each payer pays, each receiver gets, and the rest. */
export function fundingShares(
  longs: readonly Fraction[],
  shorts: readonly Fraction[],
  price: Fraction,
  rate: Fraction,
  unit: Fraction,
): { readonly pay: readonly bigint[]; readonly receive: readonly bigint[]; readonly residual: bigint } {
  const longsPay = compare(rate, ZERO) >= 0;
  const size = longsPay ? rate : negative(rate);
  const of = (quantity: Fraction): Fraction =>
    over(fundingPayment(times(quantity, price), size, fraction(FUNDING_HOURS)), unit);
  const pay = (longsPay ? longs : shorts).map((quantity) => ceiling(of(quantity)));
  const receive = (longsPay ? shorts : longs).map((quantity) => floor(of(quantity)));
  const sum = (parts: readonly bigint[]): bigint => parts.reduce((all, part) => all + part, 0n);
  return { pay, receive, residual: sum(pay) - sum(receive) };
}
