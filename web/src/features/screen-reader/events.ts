// When a price is worth saying again: after a while, or when it has moved far enough; and what a book comes to in words.

import { compareDecimal, parseDecimal } from '@vitrine/ui';

/** How often a price is said at most, s; 0: only when asked. */
export const SAY_EVERY = [0, 10, 30, 60] as const;
export type SayEvery = (typeof SAY_EVERY)[number];
/** A move of this many basis points is said before its time. */
const MOVE_BP = 25n;
const BP = 10_000n;

export interface Said {
  /** The price said last, decimal; undefined: none yet. */
  readonly price: string | undefined;
  /** ms. */
  readonly at: number;
}

/** Whether `to` is further than the move from `from`; both plain decimals. */
export function movedFar(from: string, to: string): boolean {
  const a = parseDecimal(from);
  const b = parseDecimal(to);
  if (a === undefined || b === undefined || a.units === 0n) return false;
  const scale = Math.max(a.scale, b.scale);
  const left = a.units * 10n ** BigInt(scale - a.scale);
  const right = b.units * 10n ** BigInt(scale - b.scale);
  const move = right > left ? right - left : left - right;
  return move * BP >= left * MOVE_BP;
}

/** Whether the price is to be said now. The same price is never said twice, nor anything within 3 s. */
export function isToSay(said: Said, price: string | undefined, every: SayEvery, now: number): boolean {
  if (every === 0 || price === undefined) return false;
  if (said.price === undefined) return true;
  if (compareDecimal(said.price, price) === 0 || now - said.at < LEAST_GAP_MS) return false;
  return now - said.at >= every * 1_000 || movedFar(said.price, price);
}

const LEAST_GAP_MS = 3_000;
