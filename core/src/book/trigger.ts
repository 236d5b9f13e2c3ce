// Stop and take-profit orders that wait for their trigger price. Each market has a heap each for rising and falling
// triggers, by index and by last price, and one per side for triggered orders that are not yet filled. All derived from
// the order table. A tick costs only as much as the orders it triggers.

import { SIDE, TRIGGER_BY } from '../enum/index.ts';
import { NONE, ROW32, type Side } from './face.ts';
import type { Orders } from './orders.ts';

/** Bins of a market: the price an order waits for, and in which direction. */
export const INDEX_RISING = 0;
export const INDEX_FALLING = 1;
export const LAST_RISING = 2;
export const LAST_FALLING = 3;
/** Triggered orders that the price bound around the index left unfilled: first buys, then sells. */
const TRIGGERED_BUY = 4;
const BINS = 6;

/** Order types 5 and 6 are take-profit; 3 and 4 are stop. */
const FIRST_TAKE_PROFIT = 5;
const CENTS_A_TICK = 100;
const FIRST_SLOTS = 64;

/** Columns of the order table that triggers read, by slot. */
export interface TriggerColumns {
  /** Trigger price in ticks. */
  readonly trigger: Int32Array;
  /** Market × 2 + (side − 1). */
  readonly place: Int32Array;
  /** The order's id breaks ties between equal triggers. */
  id(slot: number): number;
}

/** The bin of an order: stop buys and take-profit sells wait for a rise, the others for a fall. */
export function bin(triggerBy: number, side: number, type: number): number {
  const rising = (side === SIDE.buy) === type < FIRST_TAKE_PROFIT;
  return (triggerBy === TRIGGER_BY.last ? LAST_RISING : INDEX_RISING) + (rising ? 0 : 1);
}

/** The bin that holds a waiting order. */
export function binOf(orders: Orders, slot: number): number {
  if (orders.triggered(slot)) return TRIGGERED_BUY + orders.side(slot) - SIDE.buy;
  return bin(orders.triggerBy(slot), orders.side(slot), orders.type(slot));
}

/** Whether a price in cents (ticks × 100) reaches a trigger in ticks, in the direction of `bin`. */
export function hits(of: number, trigger: number, cents: number): boolean {
  return (of & 1) === 0 ? trigger * CENTS_A_TICK <= cents : trigger * CENTS_A_TICK >= cents;
}

export class Triggers {
  private readonly orders: TriggerColumns;
  /** By market × 4 + bin. */
  private readonly heaps: (Heap | undefined)[] = [];
  /** The position of each waiting order in its heap, by slot. */
  private readonly where = new Places();

  constructor(orders: TriggerColumns) {
    this.orders = orders;
  }

  /** Adds an order that now waits. */
  add(slot: number, of: number): void {
    const at = ((this.orders.place[slot * ROW32] as number) >> 1) * BINS + of;
    while (this.heaps.length <= at) this.heaps.push(undefined);
    const heap = this.heaps[at] ?? new Heap(this.orders, this.where, (of & 1) === 0);
    this.heaps[at] = heap;
    heap.add(slot);
  }

  /** Removes an order that no longer waits. */
  remove(slot: number, of: number): void {
    this.heap(((this.orders.place[slot * ROW32] as number) >> 1) * BINS + of).remove(slot);
  }

  /**
   * The first waiting order of a bin that a price (in ticks ÷ 100) triggers; 0 when none. Ordered as a moving price
   * crosses the triggers, then by id. The order stays until `remove`.
   */
  first(market: number, of: number, cents: number): number {
    const heap = this.heaps[market * BINS + of];
    if (heap === undefined) return NONE;
    const slot = heap.top();
    return slot !== NONE && hits(of, this.orders.trigger[slot * ROW32] as number, cents) ? slot : NONE;
  }

  /** The first triggered, unfilled order of a side, by trigger, then by id; 0 when none. */
  triggered(market: number, side: Side): number {
    return this.heaps[market * BINS + TRIGGERED_BUY + side - SIDE.buy]?.top() ?? NONE;
  }

  /** How many orders of a market wait in a bin. */
  count(market: number, of: number): number {
    return this.heaps[market * BINS + of]?.count ?? 0;
  }

  private heap(at: number): Heap {
    const heap = this.heaps[at];
    if (heap === undefined)
      throw new Error(
        `Expected orders to wait in bin ${at % BINS} of market ${(at - (at % BINS)) / BINS}; none ever did.`,
      );
    return heap;
  }
}

/** Positions by slot. Grows when a higher slot comes. */
class Places {
  of = new Int32Array(FIRST_SLOTS);

  set(slot: number, place: number): void {
    if (slot >= this.of.length) {
      let length = this.of.length;
      while (length <= slot) length *= 2;
      const longer = new Int32Array(length);
      longer.set(this.of);
      this.of = longer;
    }
    this.of[slot] = place;
  }
}

/** A binary heap of slots with back-pointers. The order of slots is total, so the result does not depend on history. */
class Heap {
  count = 0;
  private slots = new Int32Array(FIRST_SLOTS);
  private readonly orders: TriggerColumns;
  private readonly where: Places;
  private readonly rising: boolean;

  constructor(orders: TriggerColumns, where: Places, rising: boolean) {
    this.orders = orders;
    this.where = where;
    this.rising = rising;
  }

  top(): number {
    return this.count === 0 ? NONE : (this.slots[0] as number);
  }

  add(slot: number): void {
    if (this.count === this.slots.length) {
      const longer = new Int32Array(this.count * 2);
      longer.set(this.slots);
      this.slots = longer;
    }
    this.count += 1;
    this.rise(slot, this.count - 1);
  }

  remove(slot: number): void {
    const at = this.where.of[slot] as number;
    if (at >= this.count || this.slots[at] !== slot)
      throw new Error(`Expected order slot ${slot} to wait for its trigger; it does not.`);
    this.count -= 1;
    const last = this.slots[this.count] as number;
    if (last === slot) return;
    if (at > 0 && this.before(last, this.slots[(at - 1) >> 1] as number)) this.rise(last, at);
    else this.sink(last, at);
  }

  private before(one: number, other: number): boolean {
    const step = (this.orders.trigger[one * ROW32] as number) - (this.orders.trigger[other * ROW32] as number);
    if (step !== 0) return this.rising ? step < 0 : step > 0;
    return this.orders.id(one) < this.orders.id(other);
  }

  private put(slot: number, at: number): void {
    this.slots[at] = slot;
    this.where.set(slot, at);
  }

  private rise(slot: number, from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.slots[parent] as number;
      if (!this.before(slot, above)) break;
      this.put(above, at);
      at = parent;
    }
    this.put(slot, at);
  }

  private sink(slot: number, from: number): void {
    let at = from;
    for (let child = 2 * at + 1; child < this.count; child = 2 * at + 1) {
      if (child + 1 < this.count && this.before(this.slots[child + 1] as number, this.slots[child] as number))
        child += 1;
      const under = this.slots[child] as number;
      if (!this.before(under, slot)) break;
      this.put(under, at);
      at = child;
    }
    this.put(slot, at);
  }
}
