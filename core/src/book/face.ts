// What a book is: the resting orders of one market in price-time order. It knows neither money nor fees.

/** 1 buy, 2 sell: the numbers of the commands. */
export type Side = 1 | 2;
export const BUY = 1;
export const SELL = 2;

/** No order: slot 0 of the order table is never used. */
export const NONE = 0;

/** The other side of the book. */
export function opposite(side: Side): Side {
  return side === BUY ? SELL : BUY;
}

/** Words of 32 and of 64 bits in an order's row of 96 bytes. */
export const ROW32 = 24;
export const ROW64 = 12;

/**
 * The columns of the shared order table that a book reads and writes. They are woven: a row's fields stand side by
 * side, so that an order is two lines of the cache, not one a column. Field of a slot: `price[slot * ROW32]`,
 * `rest[slot * ROW64]`. The arrays are replaced when the table grows: never keep one across a call that may add an
 * order.
 */
export interface OrderColumns {
  /** Limit in ticks, below 2^24. */
  readonly price: Int32Array;
  /** Lots not yet filled; a book lowers it in `reduce`. */
  readonly rest: Float64Array;
  /** Next and previous order of the same price (0: none). State, because they are the order of time. */
  readonly next: Int32Array;
  readonly previous: Int32Array;
  readonly user: Int32Array;
  /** Market × 2 + (side − 1): which book, and which side of it. */
  readonly place: Int32Array;
}

/**
 * The resting orders of one market. All methods are total for orders that stand in this book; anything else is a
 * mistake of the caller and throws. Nothing allocates save `add`, which may open a page.
 */
export interface Book {
  readonly market: number;
  /** Best price of a side in ticks, 0 when the side is empty. */
  best(side: Side): number;
  /** First order in price-time priority, 0 when the side is empty. */
  front(side: Side): number;
  /** The order that comes after `slot` on its side, 0 at the end. */
  after(slot: number): number;
  /** The next price of a side that is worse than `price` and has orders, 0 when there is none. */
  worse(side: Side, price: number): number;
  /** Lots at one price of a side. */
  lotsAt(side: Side, price: number): number;
  /** First order at one price of a side, 0 when there is none. */
  headAt(side: Side, price: number): number;
  /** Whether an order can rest at a price. `near`: near the index, where there is room longer than elsewhere. */
  fits(price: number, near: boolean): boolean;
  /** Puts an order (price, rest, place set) at the end of its price's queue. It must not cross. */
  add(slot: number): void;
  /** Takes an order out, whatever is left of it. Its `rest` stays as it is. */
  remove(slot: number): void;
  /** `lots` of a resting order leave (a fill, a smaller amend): it keeps its place, and leaves the book at rest 0. */
  reduce(slot: number, lots: number): void;
}
