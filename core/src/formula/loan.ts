// The cost and repayment of a loan (money §7): simple interest per day begun, equal instalments.

import { mulDiv, quotient, UP } from '../number/index.ts';
import { accrue } from './margin.ts';

const BILLION = 1_000_000_000;
const MILLION = 1_000_000;

/** Terms on offer, days: bit n of a product's `days` offers row n. */
export const LOAN_DAYS: readonly number[] = [7, 15, 30, 60];
/** Days between instalments by term, in the same order: each divides the term. */
export const INSTALMENT_DAYS: readonly number[] = [1, 5, 10, 10];

/** Number of instalments of a term: 1 at the end (repay type 1), else equal ones (type 2). 0: no such term. */
export function instalmentsOf(days: number, repayType: number): number {
  const row = LOAN_DAYS.indexOf(days);
  if (row < 0) return 0;
  return repayType === 1 ? 1 : quotient(days, INSTALMENT_DAYS[row] as number);
}

/**
 * The equal instalment of a loan of `principal` atoms at `rate` (billionths a day) in `count` parts of `days` each: P ×
 * i × (1 + i)^n ÷ ((1 + i)^n − 1) with i = rate × days, rounded up. The last instalment is the rest.
 */
export function instalmentOf(principal: number, rate: number, days: number, count: number): number {
  if (count === 1) return principal;
  const period = BigInt(rate) * BigInt(days);
  if (period === 0n) return quotient(principal + count - 1, count);
  const grown = power(BigInt(BILLION) + period, count);
  const flat = power(BigInt(BILLION), count);
  const above = BigInt(principal) * period * grown;
  const below = BigInt(BILLION) * (grown - flat);
  return Number((above + below - 1n) / below);
}

/** One instalment of a plan: atoms of interest and of principal. */
export interface Instalment {
  readonly interest: number;
  readonly principal: number;
}

/** All instalments of a loan paid in time: interest rounded up when paid; the last takes the rest. */
export function planOf(principal: number, rate: number, days: number, repayType: number): readonly Instalment[] {
  const count = instalmentsOf(days, repayType);
  const each = quotient(days, count);
  const instalment = instalmentOf(principal, rate, each, count);
  const plan: Instalment[] = [];
  let left = principal;
  let due = 0;
  let carry = 0;
  for (let part = 1; part <= count && left > 0; part += 1) {
    const more = accrue(left, rate, each, carry);
    const owed = due + more.whole + (more.carry > 0 ? 1 : 0);
    const all = part === count || instalment >= left + owed;
    const interest = all || instalment > due + more.whole ? owed : instalment;
    due = owed - interest;
    carry = interest === owed ? 0 : more.carry;
    const paid = all ? left : instalment - interest;
    left -= paid;
    plan.push({ interest, principal: paid });
  }
  return plan;
}

function power(base: bigint, exponent: number): bigint {
  let product = 1n;
  for (let step = 0; step < exponent; step += 1) product *= base;
  return product;
}

/** The daily rate of a loan that is overdue: rate × factor (millionths), rounded up to a billionth. */
export function overdueRate(rate: number, factor: number): number {
  return mulDiv(rate, factor, MILLION, UP);
}
