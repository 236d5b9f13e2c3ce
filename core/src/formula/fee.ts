// Trading fees, cumulative over an order, so that splitting it does not change the total (money §2, §10).

import { MILLION, quotient, remainder, shareDown } from '../number/index.ts';
import { type Fraction, floor, fraction, minus, over, times } from './fraction.ts';

/**
 * Fee of one more receipt of `received` atoms at `rate` (millionths), when the order's earlier fees were rounded up by
 * `excess` millionths of an atom: ⌈rate × all received⌉ − earlier fees, whatever their rates. 0 ≤ received ≤ 2^52, 0 ≤
 * rate ≤ 10^6, 0 ≤ excess < 10^6.
 */
export function feeOf(received: number, rate: number, excess: number): number {
  const rest = remainder(received, MILLION);
  const due = rest * rate - excess;
  return ((received - rest) / MILLION) * rate + (due > 0 ? quotient(due + MILLION - 1, MILLION) : 0);
}

/** The excess after that fee: how much the fees exceed the exact fee, in millionths of an atom. */
export function excessAfter(received: number, rate: number, excess: number): number {
  const due = remainder(received, MILLION) * rate - excess;
  return due > 0 ? quotient(due + MILLION - 1, MILLION) * MILLION - due : 0 - due;
}

/** Fee of a whole receipt, rounded up. */
export function wholeFee(received: number, rate: number): number {
  return feeOf(received, rate, 0);
}

/** The share of the safety fund or a referrer: of the whole fee, rounded down. */
export function feeShare(fee: number, share: number): number {
  return shareDown(fee, share);
}

/**
 * Shares of a fee, each of the whole fee and rounded down to a multiple of `unit`, and the remainder. Exact: the rule
 * that `feeShare` applies in whole atoms.
 */
export function exactShares(
  fee: Fraction,
  shares: readonly Fraction[],
  unit: Fraction,
): { readonly parts: readonly Fraction[]; readonly rest: Fraction } {
  let rest = fee;
  const parts: Fraction[] = [];
  for (const share of shares) {
    const part = times(fraction(floor(over(times(fee, share), unit))), unit);
    parts.push(part);
    rest = minus(rest, part);
  }
  return { parts, rest };
}
