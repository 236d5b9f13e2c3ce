// The public books: for each market and side the price levels with lots, orders and the market maker's share.

import type { Lots, MarketId, Millis, Seq, Ticks } from '@vitrine/core';
import type { Book, Level } from './face.ts';

/** Most levels per side that are ever shown (money.md §2). */
export const LEVELS_SHOWN = 2_000;

interface LevelRow {
  price: Ticks;
  lots: Lots;
  orders: number;
  house: Lots;
}

/** One side, best first. Bids descend, asks ascend. */
class Side {
  readonly #sign: 1 | -1;
  readonly #rows: LevelRow[] = [];

  constructor(side: number) {
    this.#sign = side === 1 ? -1 : 1;
  }

  /** Index of `price`, or where it would be inserted. */
  #place(price: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.#rows[middle];
      if (row !== undefined && (row.price - price) * this.#sign < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  find(price: number): LevelRow | undefined {
    const row = this.#rows[this.#place(price)];
    return row?.price === price ? row : undefined;
  }

  /** Adds (or removes) lots, customers' orders and the market maker's lots; an empty level is removed. */
  change(price: Ticks, lots: number, orders: number, house: number): void {
    const at = this.#place(price);
    const found = this.#rows[at];
    const row: LevelRow =
      found !== undefined && found.price === price ? found : { price, lots: 0 as Lots, orders: 0, house: 0 as Lots };
    if (row !== found) this.#rows.splice(at, 0, row);
    const hadHouse = row.house > 0 ? 1 : 0;
    row.house = (row.house + house) as Lots;
    row.lots = (row.lots + lots + house) as Lots;
    row.orders += orders + (row.house > 0 ? 1 : 0) - hadHouse;
    if (row.lots < 0 || row.house < 0 || row.orders < 0) {
      throw new Error(
        `live book: level ${price} fell to ${row.lots} lots (house ${row.house}, ${row.orders} orders); an event is missing`,
      );
    }
    if (row.lots === 0) this.#rows.splice(at, 1);
  }

  list(limit: number): Level[] {
    return this.#rows.slice(0, limit).map((row) => ({ ...row }));
  }
}

export class MarketBook {
  readonly #market: MarketId;
  readonly #bids = new Side(1);
  readonly #asks = new Side(2);
  /** Levels changed since the last `takeTouched`, as side and price. */
  readonly #touched = new Map<number, { side: number; price: Ticks }>();
  #seq = 0 as Seq;
  #time = 0 as Millis;

  constructor(market: MarketId) {
    this.#market = market;
  }

  #side(side: number): Side {
    return side === 1 ? this.#bids : this.#asks;
  }

  /** A customer's lots are added (positive) or removed; `orders` 1, 0 or −1. */
  customer(side: number, price: Ticks, lots: number, orders: number): void {
    this.#side(side).change(price, lots, orders, 0);
    this.#touched.set(price * 2 + (side - 1), { side, price });
  }

  /** The market maker now has `lots` at this level. */
  quote(side: number, price: Ticks, lots: Lots): void {
    const had = this.#side(side).find(price)?.house ?? 0;
    if (had === lots) return;
    this.#side(side).change(price, 0, 0, lots - had);
    this.#touched.set(price * 2 + (side - 1), { side, price });
  }

  /** This many of the market maker's lots at this level were filled. */
  quoteFilled(side: number, price: Ticks, lots: Lots): void {
    this.#side(side).change(price, 0, 0, -lots);
    this.#touched.set(price * 2 + (side - 1), { side, price });
  }

  /** Current figures of the levels changed since the last call; stamps the book if there are any. */
  takeTouched(seq: Seq, time: Millis): { side: number; level: Level }[] {
    if (this.#touched.size === 0) return [];
    const out = [...this.#touched.values()].map(({ side, price }) => ({
      side,
      level: this.level(side, price) ?? { price, lots: 0 as Lots, orders: 0, house: 0 as Lots },
    }));
    this.#touched.clear();
    this.#seq = seq;
    this.#time = time;
    return out;
  }

  level(side: number, price: number): Level | undefined {
    const row = this.#side(side).find(price);
    return row === undefined ? undefined : { ...row };
  }

  show(limit: number): Book {
    const most = Math.min(limit, LEVELS_SHOWN);
    return {
      market: this.#market,
      bids: this.#bids.list(most),
      asks: this.#asks.list(most),
      seq: this.#seq,
      time: this.#time,
    };
  }
}
