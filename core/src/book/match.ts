// Matching, one step at a time. The caller asks for the next maker, settles the step, and asks again.
//
//   for (let step = next(…); step !== DRY; step = next(…)) {
//     const maker = book.front(opposite(side));          // price: orders.price[maker * ROW32], lots: orders.rest[maker * ROW64]
//     if (step === FILL) { settle; book.reduce(maker, lots); }
//     if (step === EXPIRE_MAKER || step === EXPIRE_BOTH) { book.remove(maker); release its hold }
//     if (step === EXPIRE_TAKER || step === EXPIRE_BOTH) break;
//   }

import { type Book, BUY, NONE, opposite, type OrderColumns, type Side, ROW32, ROW64 } from './face.ts';

/**
 * Most orders of others that one order may match in one command, since rules `boundedSweep`. Each is filled or removed.
 * The unfilled part of the order does not rest across the book.
 */
export const MAX_SWEEP = 5_000;

/** No order within the limit price. */
export const DRY = 0;
/** The best order of the other side fills the taker. */
export const FILL = 1;
/** The best order is the taker's own: the rest of the taker expires. */
export const EXPIRE_TAKER = 2;
/** The best order is the taker's own and expires; the taker continues. */
export const EXPIRE_MAKER = 3;
/** Both expire. */
export const EXPIRE_BOTH = 4;

/** Self-trade modes of the commands: 1 expire taker, 2 expire maker, 3 expire both. */
export type SelfTrade = 1 | 2 | 3;

/** Whether a taker's `limit` on its side reaches the other side's `price`. */
export function reaches(side: Side, limit: number, price: number): boolean {
  return price !== 0 && (side === BUY ? price <= limit : price >= limit);
}

/** Whether an order at `limit` would match at once, which post-only refuses. */
export function crosses(book: Book, side: Side, limit: number): boolean {
  return reaches(side, limit, book.best(opposite(side)));
}

/**
 * The next step for a taker of `user`: one of the five constants above. The taker's self-trade mode decides about own
 * orders (money §2). Allocates and changes nothing.
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
  if (maker === NONE || !reaches(side, limit, orders.price[maker * ROW32] as number)) return DRY;
  return orders.user[maker * ROW32] === user ? selfTrade + 1 : FILL;
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
