// Matching, one step at a time. The caller asks for the next maker, settles the step, and asks again.
//
//   for (let step = next(…); step !== STEP.dry; step = next(…)) {
//     const maker = book.front(opposite(side));          // price: orders.price[maker * ROW32], lots: orders.rest[maker * ROW64]
//     if (step === STEP.fill) { settle; book.reduce(maker, lots); }
//     if (step === STEP.expireMaker || step === STEP.expireBoth) { book.remove(maker); release its hold }
//     if (step === STEP.expireTaker || step === STEP.expireBoth) break;
//   }

import { SIDE } from '../enum/index.ts';
import { type Book, NONE, opposite, type OrderColumns, type Side, ROW32, ROW64 } from './face.ts';

/**
 * Most orders of others that one order may match in one command, since rules `boundedSweep`. Each is filled or removed.
 * The unfilled part of the order does not rest across the book.
 */
export const MAX_SWEEP = 5_000;

/** What happens next to a taker. The expiring ones are the self-trade modes plus 1. */
export const STEP = {
  /** No order within the limit price. */
  dry: 0,
  /** The best order of the other side fills the taker. */
  fill: 1,
  /** The best order is the taker's own: the rest of the taker expires. */
  expireTaker: 2,
  /** The best order is the taker's own and expires; the taker continues. */
  expireMaker: 3,
  /** Both expire. */
  expireBoth: 4,
} as const;

/** Self-trade modes of the commands: 1 expire taker, 2 expire maker, 3 expire both. */
export type SelfTrade = 1 | 2 | 3;

/** Whether a taker's `limit` on its side reaches the other side's `price`. */
export function reaches(side: Side, limit: number, price: number): boolean {
  return price !== 0 && (side === SIDE.buy ? price <= limit : price >= limit);
}

/** Whether an order at `limit` would match at once, which post-only refuses. */
export function crosses(book: Book, side: Side, limit: number): boolean {
  return reaches(side, limit, book.best(opposite(side)));
}

/**
 * The next step for a taker of `user`: one of `STEP`. The taker's self-trade mode decides about own orders (money §2).
 * Allocates and changes nothing.
 */
export function next(
  book: Book,
  orders: OrderColumns,
  side: Side,
  limit: number,
  user: number,
  selfTrade: SelfTrade,
): number {
  return stepAt(orders, book.front(opposite(side)), side, limit, user, selfTrade);
}

/** The same, where the next maker is `maker` (0 none) instead of the best order. */
export function stepAt(
  orders: OrderColumns,
  maker: number,
  side: Side,
  limit: number,
  user: number,
  selfTrade: SelfTrade,
): number {
  if (maker === NONE || !reaches(side, limit, orders.price[maker * ROW32] as number)) return STEP.dry;
  return orders.user[maker * ROW32] === user ? selfTrade + 1 : STEP.fill;
}

/**
 * How many lots, at most `wanted`, a taker could fill now within its limit: the check for fill-or-kill. The taker's own
 * orders end the walk (expire taker, expire both) or are skipped (expire maker). Reads only.
 */
export function feasible(
  book: Book,
  orders: OrderColumns,
  side: Side,
  limit: number,
  user: number,
  selfTrade: SelfTrade,
  wanted: number,
): number {
  let found = 0;
  // Bounded by the orders of one side, and so by the table's MAX_ORDERS.
  for (let slot = book.front(opposite(side)); slot !== NONE && found < wanted; slot = book.after(slot)) {
    if (!reaches(side, limit, orders.price[slot * ROW32] as number)) break;
    if (orders.user[slot * ROW32] !== user) found += orders.rest[slot * ROW64] as number;
    else if (selfTrade !== 2) break;
  }
  return found < wanted ? found : wanted;
}
