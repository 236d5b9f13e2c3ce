// The result of a swap and the value of an amount: index prices, half a spread on each side, one rounding (money §8).

import { MILLION, mulDiv, shareDown, UP } from '../number/index.ts';

/** Denominator of half a spread in millionths. */
const HALVES = 2_000_000;

/**
 * Atoms received for `amount` atoms: at the two indexes in cents, less half the spread of each asset (ppm), rounded
 * down once. `fromParts`: cents of one USDT × atoms of one whole of `from`, as (10^(tickDecimals + 2), 10^scale). USDT
 * itself has 1 cent and 1 part.
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

/** Half-spreads and ranges are in billionths. */
const BILLION = 1_000_000_000;
/** Half of a millionth, ppb. */
const HALF_OF_PPM = 500;
/** A range at which a leg pays its whole value, so nothing is left to swap. */
const WHOLE_RANGE = 2 * BILLION;
const MAX_WORTH = 2 ** 52;

/** One leg of a swap. USDT itself has 1 cent and 1 part. */
export interface SwapLeg {
  /** The index, cents; cents of one USDT, as 10^(tickDecimals + 2). */
  readonly cents: number;
  readonly parts: number;
  /** Atoms of one whole, as 10^scale. */
  readonly unit: number;
  /** Half-spread: what the leg pays of its value, ppb. */
  readonly half: number;
}

/** (high − low) ÷ low of an index, cents, in ppb, rounded up; at most 2 × 10^9, at which nothing is received. */
export function swapRange(low: number, high: number): number {
  return high - low >= low * 2 ? WHOLE_RANGE : mulDiv(high - low, BILLION, low, UP);
}

/**
 * The half-spread of a leg, ppb: h₀ × (1 + q ÷ D) + r ÷ 2, each part rounded up. h₀ is half of `spread` (ppm), q the
 * magnitude of the net `flow` with this swap, D the `depth` (both millionths of a USDT), r the `range` (ppb). At most
 * 10^9.
 */
export function swapHalf(spread: number, flow: number, depth: number, range: number): number {
  const q = flow < 0 ? 0 - flow : flow;
  const half = mulDiv(spread * HALF_OF_PPM, depth + q, depth, UP) + (range + (range % 2)) / 2;
  return half < BILLION ? half : BILLION;
}

/** Value of `amount` atoms at an index, millionths of a USDT, rounded up; at most 2^52. */
export function swapWorth(amount: number, { cents, parts, unit }: Omit<SwapLeg, 'half'>): number {
  const whole = BigInt(unit) * BigInt(parts);
  const worth = (BigInt(amount) * BigInt(cents) * BigInt(MILLION) + whole - 1n) / whole;
  return worth < MAX_WORTH ? Number(worth) : MAX_WORTH;
}

/** Atoms of `to` for `amount` atoms of `from`: at both indexes, less the half-spread of each leg, rounded down once. */
export function swapAt(amount: number, from: SwapLeg, to: SwapLeg): number {
  const gives = BigInt(amount) * BigInt(from.cents) * BigInt(to.parts) * BigInt(to.unit) * BigInt(BILLION - from.half);
  const costs = BigInt(from.unit) * BigInt(from.parts) * BigInt(to.cents) * BigInt(BILLION + to.half);
  return Number(gives / costs);
}

/** Whether an index has moved by more than half the spread (ppm) since a quote was made at `then`; both in cents. */
export function movedBeyond(then: number, now: number, spread: number): boolean {
  const moved = now > then ? now - then : then - now;
  // Twice the move is whole, so it exceeds spread × then exactly when it exceeds the whole part of that.
  return moved * 2 > shareDown(then, spread);
}

/** Value of `atoms` in whole USDT at an index in cents, rounded up, so that many small amounts cannot evade a limit. */
export function wholeWorth(atoms: number, unit: number, cents: number, parts: number): number {
  const whole = BigInt(unit) * BigInt(parts);
  return Number((BigInt(atoms) * BigInt(cents) + whole - 1n) / whole);
}
