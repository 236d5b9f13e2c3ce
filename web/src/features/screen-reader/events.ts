// Decides when to announce a price again: after some time, or after a large move. Also describes a book as text.

import { compareDecimal, parseDecimal } from '@vitrine/ui';

/** Minimum time between announcements, s; 0: only on request. */
export const SAY_EVERY = [0, 10, 30, 60] as const;
export type SayEvery = (typeof SAY_EVERY)[number];
/** A move of this many basis points is announced early. */
const MOVE_BP = 25n;
const BP = 10_000n;

export interface Said {
  /** The last announced price, decimal; undefined: none yet. */
  readonly price: string | undefined;
  /** ms. */
  readonly at: number;
}

/** Whether `to` differs from `from` by more than that move; both are plain decimals. */
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

/** Whether to announce the price now. Never the same price twice, and nothing within 3 s. */
export function isToSay(said: Said, price: string | undefined, every: SayEvery, now: number): boolean {
  if (every === 0 || price === undefined) return false;
  if (said.price === undefined) return true;
  if (compareDecimal(said.price, price) === 0 || now - said.at < LEAST_GAP_MS) return false;
  return now - said.at >= every * 1_000 || movedFar(said.price, price);
}

const LEAST_GAP_MS = 3_000;
