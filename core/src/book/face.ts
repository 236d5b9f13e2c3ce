// The order book interface: one market's resting orders in price-time order. A book knows neither money nor fees.

import { SIDE } from '../enum/index.ts';

/** 1 buy, 2 sell, as in commands. */
export type Side = 1 | 2;

/** No order. Slot 0 of the order table is never used. */
export const NONE = 0;

/** The other side of the book. */
export function opposite(side: Side): Side {
  return side === SIDE.buy ? SIDE.sell : SIDE.buy;
}

/** 32-bit and 64-bit words in an order's row of 96 bytes. */
export const ROW32 = 24;
export const ROW64 = 12;

/**
 * Columns of the shared order table that a book reads and writes. They are interleaved: the fields of one row are
 * adjacent, so an order takes two cache lines, not one per column. The field of a slot is `price[slot * ROW32]` or
 * `rest[slot * ROW64]`. The arrays are replaced when the table grows: never keep one across a call that may add an
 * order.
 */
export interface OrderColumns {
  /** Limit price in ticks, below 2^24. */
  readonly price: Int32Array;
  /** Lots not yet filled. The book lowers it in `reduce`. */
  readonly rest: Float64Array;
  /** Next and previous order at the same price (0: none). They are state, because they record time priority. */
  readonly next: Int32Array;
  readonly previous: Int32Array;
  readonly user: Int32Array;
  /** Market × 2 + (side − 1): which book and which side of it. */
  readonly place: Int32Array;
}

/**
 * One market's resting orders. Methods accept only orders in this book; anything else is a caller's bug and throws.
 * Nothing allocates except `add`, which may open a page.
 */
export interface Book {
  readonly market: number;
  /** Best price of a side in ticks, 0 when the side is empty. */
  best(side: Side): number;
  /** First order in price-time priority, 0 when the side is empty. */
  front(side: Side): number;
  /** The order after `slot` on its side, 0 at the end. */
  after(slot: number): number;
  /** The next price of a side that is worse than `price` and has orders, 0 when there is none. */
  worse(side: Side, price: number): number;
  /** Lots at one price of a side. */
  lotsAt(side: Side, price: number): number;
  /** First order at one price of a side, 0 when there is none. */
  headAt(side: Side, price: number): number;
  /**
   * Whether an order can rest at a price.
   * @param near whether the price is near the index, for which pages are reserved
   */
  fits(price: number, near: boolean): boolean;
  /** Adds an order (price, rest and place set) at the end of its price's queue. It must not cross. */
  add(slot: number): void;
  /** Removes an order, filled or not. Its `rest` does not change. */
  remove(slot: number): void;
  /**
   * Takes `lots` off a resting order (a fill or a smaller amend). It keeps its priority, and leaves the book at rest 0.
   */
  reduce(slot: number, lots: number): void;
}
