// A small market for the book's tests: an order table, a taker's loop, and the outcome as text.

import { type Book, NONE, opposite, type OrderColumns, type Side, ROW32, ROW64 } from '../../src/book/face.ts';
import { crosses, feasible, next, type SelfTrade, STEP } from '../../src/book/match.ts';

/** Columns of fixed size, enough for one test. */
export function columns(size: number): OrderColumns {
  return {
    price: new Int32Array(size * ROW32),
    rest: new Float64Array(size * ROW64),
    next: new Int32Array(size * ROW32),
    previous: new Int32Array(size * ROW32),
    user: new Int32Array(size * ROW32),
    place: new Int32Array(size * ROW32),
  };
}

export type Action =
  | { kind: 'place'; side: Side; price: number; lots: number; user: number; mode: SelfTrade; force: 1 | 2 | 3 | 4 }
  | { kind: 'cancel'; pick: number }
  | { kind: 'less'; pick: number; lots: number }
  | { kind: 'move'; pick: number; price: number };

/** Drives one book; slots are given in order, so two worlds with the same actions give the same slots. */
export class World {
  readonly orders: OrderColumns;
  readonly book: Book;
  /** Slots that rest, in the order of their arrival. */
  live: number[] = [];
  log: string[] = [];
  private nextSlot = 1;

  constructor(size: number, make: (orders: OrderColumns) => Book) {
    this.orders = columns(size);
    this.book = make(this.orders);
  }

  run(action: Action): void {
    if (action.kind === 'place') {
      const slot = this.nextSlot;
      this.nextSlot += 1;
      this.orders.user[slot * ROW32] = action.user;
      this.orders.place[slot * ROW32] = 2 * this.book.market + action.side - 1;
      this.orders.price[slot * ROW32] = action.price;
      this.orders.rest[slot * ROW64] = action.lots;
      this.enter(slot, action.mode, action.force);
      return;
    }
    const slot = this.live[action.pick % Math.max(1, this.live.length)];
    if (slot === undefined) return;
    if (action.kind === 'cancel') this.leave(slot, 'cancelled', () => this.book.remove(slot));
    else if (action.kind === 'less') {
      const lots = Math.min(action.lots, this.orders.rest[slot * ROW64]!);
      this.book.reduce(slot, lots);
      if (this.orders.rest[slot * ROW64] === 0) this.leave(slot, 'emptied', () => {});
    } else {
      this.leave(slot, 'moved', () => this.book.remove(slot));
      this.orders.price[slot * ROW32] = action.price;
      this.enter(slot, 1, 1);
    }
  }

  /** The whole outcome: what happened, and both sides in order with the totals of each level. */
  digest(): string {
    const parts = [...this.log];
    for (const side of [1, 2] as const) {
      parts.push(`side ${side} best ${this.book.best(side)}`);
      for (let slot = this.book.front(side); slot !== NONE; slot = this.book.after(slot))
        parts.push(`${slot}@${this.orders.price[slot * ROW32]}×${this.orders.rest[slot * ROW64]}`);
      for (let price = this.book.best(side); price !== 0; price = this.book.worse(side, price))
        parts.push(`${price}:${this.book.lotsAt(side, price)}/${this.book.headAt(side, price)}`);
    }
    return parts.join('\n');
  }

  private leave(slot: number, why: string, out: () => void): void {
    out();
    this.live = this.live.filter((other) => other !== slot);
    this.log.push(`${slot} ${why}`);
  }

  private enter(slot: number, mode: SelfTrade, force: number): void {
    const { book, orders } = this;
    const side = ((orders.place[slot * ROW32]! & 1) + 1) as Side;
    const limit = orders.price[slot * ROW32]!;
    const user = orders.user[slot * ROW32]!;
    const wanted = orders.rest[slot * ROW64]!;
    if (force === 4 && crosses(book, side, limit)) return void this.log.push(`${slot} would cross`);
    if (force === 3) {
      const found = feasible(book, orders, side, limit, user, mode, wanted);
      if (found < wanted) return void this.log.push(`${slot} finds ${found} of ${wanted}`);
    }
    let stopped = false;
    while (orders.rest[slot * ROW64]! > 0 && !stopped) {
      const step = next(book, orders, side, limit, user, mode);
      if (step === STEP.dry) break;
      const maker = book.front(opposite(side));
      if (step === STEP.fill) {
        const lots = Math.min(orders.rest[slot * ROW64]!, orders.rest[maker * ROW64]!);
        this.log.push(`${slot} takes ${lots} of ${maker} at ${orders.price[maker * ROW32]}`);
        orders.rest[slot * ROW64]! -= lots;
        book.reduce(maker, lots);
        if (orders.rest[maker * ROW64] === 0) this.leave(maker, 'filled', () => {});
      }
      if (step === STEP.expireMaker || step === STEP.expireBoth) this.leave(maker, 'expired', () => book.remove(maker));
      if (step === STEP.expireTaker || step === STEP.expireBoth) stopped = true;
    }
    if (orders.rest[slot * ROW64] === 0) return void this.log.push(`${slot} done`);
    if (stopped || force !== 1) {
      if (force === 3) throw new Error(`Fill-or-kill ${slot} was feasible and did not fill`);
      if (stopped || force === 2) return void this.log.push(`${slot} rest cancelled`);
    }
    book.add(slot);
    this.live.push(slot);
    this.log.push(`${slot} rests`);
  }
}
