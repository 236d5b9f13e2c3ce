// What a swap gives, what an amount is worth: index prices, half a spread on each side, one rounding (money §8).

import { shareDown } from '../number/index.ts';

/** Half a spread in millionths has this denominator. */
const HALVES = 2_000_000;

/**
 * Atoms received for `amount` atoms: at the two indexes in cents, less half the spread of what is given and half that of
 * what is received (ppm each), rounded down once. `fromParts`: cents of one USDT × atoms of one whole of `from`, as
 * (10^(tickDecimals + 2), 10^scale); USDT itself stands at 1 cent with 1 part.
 */
export function swapReceive(
  amount: number,
  fromCents: number,
  fromParts: number,
  fromUnit: number,
  fromSpread: number,
  toCents: number,
  toParts: number,
  toUnit: number,
  toSpread: number,
): number {
  const gives = BigInt(amount) * BigInt(fromCents) * BigInt(toParts) * BigInt(toUnit) * BigInt(HALVES - fromSpread);
  const costs = BigInt(fromUnit) * BigInt(fromParts) * BigInt(toCents) * BigInt(HALVES + toSpread);
  return Number(gives / costs);
}

/** Whether an index has moved by more than half the spread (ppm) since a quote was made at `then`; both in cents. */
export function movedBeyond(then: number, now: number, spread: number): boolean {
  const moved = now > then ? now - then : then - now;
  // Twice the move is whole, so it exceeds spread × then exactly where it exceeds its whole part.
  return moved * 2 > shareDown(then, spread);
}

/** Whole USDT that `atoms` are worth at an index in cents, rounded up: limits are never fooled by parts. */
export function wholeWorth(atoms: number, unit: number, cents: number, parts: number): number {
  const whole = BigInt(unit) * BigInt(parts);
  return Number((BigInt(atoms) * BigInt(cents) + whole - 1n) / whole);
}
