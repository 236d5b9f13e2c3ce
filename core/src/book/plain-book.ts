// The plain order book: two sorted lists, simple enough to be checked by reading. Tests compare the fast book with it.

import { SIDE } from '../enum/index.ts';
import { type Book, NONE, type OrderColumns, type Side, ROW32, ROW64 } from './face.ts';

export class PlainBook implements Book {
  readonly market: number;
  private readonly orders: OrderColumns;
  /** Slots in price-time order, best first. */
  private readonly bids: number[] = [];
  private readonly asks: number[] = [];

  constructor(market: number, orders: OrderColumns) {
    this.market = market;
    this.orders = orders;
  }

  /** It has no pages, so any price fits. */
  fits(): boolean {
    return true;
  }

  best(side: Side): number {
    const front = this.front(side);
    return front === NONE ? 0 : this.price(front);
  }

  front(side: Side): number {
    return this.queue(side)[0] ?? NONE;
  }

  after(slot: number): number {
    const queue = this.queueOf(slot);
    return queue[queue.indexOf(slot) + 1] ?? NONE;
  }

  worse(side: Side, price: number): number {
    const slot = this.queue(side).find((other) => better(side, price, this.price(other)));
    return slot === undefined ? 0 : this.price(slot);
  }

  lotsAt(side: Side, price: number): number {
    let lots = 0;
    for (const slot of this.queue(side))
      if (this.price(slot) === price) lots += this.orders.rest[slot * ROW64] as number;
    return lots;
  }

  headAt(side: Side, price: number): number {
    return this.queue(side).find((slot) => this.price(slot) === price) ?? NONE;
  }

  add(slot: number): void {
    const queue = this.queueOf(slot);
    const side = this.sideOf(slot);
    const behind = queue.findIndex((other) => better(side, this.price(slot), this.price(other)));
    queue.splice(behind < 0 ? queue.length : behind, 0, slot);
  }

  remove(slot: number): void {
    const queue = this.queueOf(slot);
    const at = queue.indexOf(slot);
    if (at < 0) throw new Error(`Expected order slot ${slot} in the book of market ${this.market}; it is not there.`);
    queue.splice(at, 1);
  }

  reduce(slot: number, lots: number): void {
    const rest = (this.orders.rest[slot * ROW64] as number) - lots;
    if (!(rest >= 0)) throw new Error(`Expected at most the order's rest to leave, ${lots} lots would leave ${rest}.`);
    this.orders.rest[slot * ROW64] = rest;
    if (rest === 0) this.remove(slot);
  }

  private price(slot: number): number {
    return this.orders.price[slot * ROW32] as number;
  }

  private sideOf(slot: number): Side {
    return (((this.orders.place[slot * ROW32] as number) & 1) + 1) as Side;
  }

  private queueOf(slot: number): number[] {
    return this.queue(this.sideOf(slot));
  }

  private queue(side: Side): number[] {
    return side === SIDE.buy ? this.bids : this.asks;
  }
}

/** Whether `price` is better than `other` on its side. */
function better(side: Side, price: number, other: number): boolean {
  return side === SIDE.buy ? price > other : price < other;
}
