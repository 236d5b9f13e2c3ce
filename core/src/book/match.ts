// Matching, one step at a time: the caller asks what stands before the taker, settles it, and asks again.
//
//   for (let step = next(…); step !== DRY; step = next(…)) {
//     const maker = book.front(opposite(side));          // price: orders.price[maker * ROW32], lots: orders.rest[maker * ROW64]
//     if (step === FILL) { settle; book.reduce(maker, lots); }
//     if (step === EXPIRE_MAKER || step === EXPIRE_BOTH) { book.remove(maker); release its hold }
//     if (step === EXPIRE_TAKER || step === EXPIRE_BOTH) break;
//   }

import { type Book, BUY, NONE, opposite, type OrderColumns, type Side, ROW32, ROW64 } from './face.ts';

/**
 * Orders of others that one order meets in one command at most, since rules `boundedSweep`: each is a fill, or is taken out. What
 * is left of the order does not rest across the book.
 */
export const MAX_SWEEP = 5_000;

/** Nothing within the limit. */
export const DRY = 0;
/** The front of the other side fills the taker. */
export const FILL = 1;
/** The front is the taker's own order: the taker's rest is cancelled. */
export const EXPIRE_TAKER = 2;
/** The front is the taker's own order and is taken out; the taker goes on. */
export const EXPIRE_MAKER = 3;
/** Both go. */
export const EXPIRE_BOTH = 4;

/** Self-trade modes of the commands: 1 expire taker, 2 expire maker, 3 expire both. */
export type SelfTrade = 1 | 2 | 3;

/** Whether `limit` of a taker's side reaches `price` of the other. */
export function reaches(side: Side, limit: number, price: number): boolean {
  return price !== 0 && (side === BUY ? price <= limit : price >= limit);
}

/** Whether an order at `limit` would meet the other side at once: what post-only refuses. */
export function crosses(book: Book, side: Side, limit: number): boolean {
  return reaches(side, limit, book.best(opposite(side)));
}

/**
 * What stands before a taker of `user` now: one of the five steps above. Decided by the taker's mode alone
 * (money §2). Allocates nothing, changes nothing.
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

/** The same where another order than the front is the next one: `maker`, 0 none. */
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
 * How many lots, at most `wanted`, a taker could get now within its limit: the walk of fill-or-kill. Own orders in
 * the way end it (expire taker, expire both) or are passed over (expire maker). Reads only.
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
  // Bounded by the orders of one side, themselves by the table's MAX_ORDERS.
  for (let slot = book.front(opposite(side)); slot !== NONE && found < wanted; slot = book.after(slot)) {
    if (!reaches(side, limit, orders.price[slot * ROW32] as number)) break;
    if (orders.user[slot * ROW32] !== user) found += orders.rest[slot * ROW64] as number;
    else if (selfTrade !== 2) break;
  }
  return found < wanted ? found : wanted;
}
