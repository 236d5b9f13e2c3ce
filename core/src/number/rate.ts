// Shares by rates in millionths, computed within the safe integer range.

import { quotient } from './muldiv.ts';

/** Parts of one. */
export const MILLION = 1_000_000;

/** ⌊n × ppm ÷ 10^6⌋ for 0 ≤ n ≤ 2^52 and 0 ≤ ppm ≤ 10^6. */
export function shareDown(n: number, ppm: number): number {
  const millions = quotient(n, MILLION);
  return millions * ppm + quotient((n - millions * MILLION) * ppm, MILLION);
}

/** ⌈n × ppm ÷ 10^6⌉ for 0 ≤ n ≤ 2^52 and 0 ≤ ppm ≤ 10^6. */
export function shareUp(n: number, ppm: number): number {
  const millions = quotient(n, MILLION);
  return millions * ppm + quotient((n - millions * MILLION) * ppm + MILLION - 1, MILLION);
}
