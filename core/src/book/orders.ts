// The table of all open orders, of every market: columns by slot, 88 bytes an order. An order's id is its slot and the
// slot's generation; free slots are taken in the order in which they became free, and a spent one is retired.

import { NONE, type OrderColumns, type Side } from './face.ts';
import type { TriggerColumns } from './trigger.ts';

/** The most live orders of the house, a bound of core §7. */
export const MAX_ORDERS = 4_000_000;
/** An id is generation × 2^23 + slot. */
const SLOTS = 2 ** 23;
/** The last generation of a slot: ids stay under 2^52. */
export const LAST_GENERATION = 2 ** 29 - 1;
const FIRST_CAPACITY = 1_024;

/** How an order waits: 0 in the book, 4 for its trigger (the statuses of `order.opened`). */
export const RESTING = 0;
export const WAITING = 4;

/** The columns that hold whole numbers of up to 2^52, and those of 32 bits. Their order is the snapshot's. */
export const WIDE_COLUMNS = ['lots', 'rest', 'value', 'fee'] as const;
export const NARROW_COLUMNS = [
  'price',
  'next',
  'previous',
  'user',
  'place',
  'hold',
  'receive',
  'makerRate',
  'takerRate',
  'trigger',
  'traits',
  'newer',
  'older',
  'generation',
] as const;

/** Where the parts of `traits` begin; bit 0 says that the slot is in use. */
const TYPE_SHIFT = 1;
const FORCE_SHIFT = 4;
const SELF_SHIFT = 7;
const BY_SHIFT = 9;
const WALLET_SHIFT = 11;
const WAITING_BIT = 1 << 15;

/** What is fixed about an order in one word: type 1–6, time in force 1–4, self-trade 1–3, triggerBy 0–2, wallet 1–8. */
export function packTraits(type: number, force: number, selfTrade: number, triggerBy: number, wallet: number): number {
  return (
    1 |
    (type << TYPE_SHIFT) |
    (force << FORCE_SHIFT) |
    (selfTrade << SELF_SHIFT) |
    (triggerBy << BY_SHIFT) |
    (wallet << WALLET_SHIFT)
  );
}

export class Orders implements OrderColumns, TriggerColumns {
  /** Total quantity in lots (0: a market buy by amount), and what of it is not dealt (by amount: quote atoms to spend). */
  lots = new Float64Array(FIRST_CAPACITY);
  rest = new Float64Array(FIRST_CAPACITY);
  /** Dealt so far, in quote atoms; fee so far, in atoms of what the order receives. */
  value = new Float64Array(FIRST_CAPACITY);
  fee = new Float64Array(FIRST_CAPACITY);
  /** Limit, ticks. */
  price = new Int32Array(FIRST_CAPACITY);
  /** In the book: the queue of its price. Free: the next slot to be used again. */
  next = new Int32Array(FIRST_CAPACITY);
  previous = new Int32Array(FIRST_CAPACITY);
  user = new Int32Array(FIRST_CAPACITY);
  /** Market × 2 + (side − 1). */
  place = new Int32Array(FIRST_CAPACITY);
  /** Account slots: where its hold is, where it receives. */
  hold = new Int32Array(FIRST_CAPACITY);
  receive = new Int32Array(FIRST_CAPACITY);
  /** The fee rates it was placed with, millionths. */
  makerRate = new Int32Array(FIRST_CAPACITY);
  takerRate = new Int32Array(FIRST_CAPACITY);
  /** Ticks, 0 none. */
  trigger = new Int32Array(FIRST_CAPACITY);
  traits = new Int32Array(FIRST_CAPACITY);
  /** The user's open orders in the order of their arrival. */
  newer = new Int32Array(FIRST_CAPACITY);
  older = new Int32Array(FIRST_CAPACITY);
  generation = new Int32Array(FIRST_CAPACITY);
  /** Slots ever used, and the queue of free ones: state, for they decide the next id. */
  used = 1;
  firstFree = NONE;
  lastFree = NONE;
  count = 0;

  /** Whether one more order may be opened. */
  roomy(): boolean {
    return this.count < MAX_ORDERS;
  }

  /** A slot with all columns 0 but its generation. `roomy` was asked before. */
  open(): number {
    let slot = this.firstFree;
    if (slot === NONE) {
      if (this.used === this.price.length) this.grow();
      slot = this.used;
      this.used += 1;
    } else {
      this.firstFree = this.next[slot] as number;
      if (this.firstFree === NONE) this.lastFree = NONE;
      this.next[slot] = NONE;
    }
    this.count += 1;
    return slot;
  }

  /** An order is over and out of the book: its slot waits to be used again, under another id. */
  close(slot: number): void {
    if (((this.traits[slot] as number) & 1) === 0)
      throw new Error(`Expected order slot ${slot} in use, found it free.`);
    this.traits[slot] = 0;
    this.value[slot] = 0;
    this.fee[slot] = 0;
    this.trigger[slot] = 0;
    this.count -= 1;
    if (this.generation[slot] === LAST_GENERATION) return;
    this.generation[slot] = (this.generation[slot] as number) + 1;
    this.next[slot] = NONE;
    if (this.lastFree === NONE) this.firstFree = slot;
    else this.next[this.lastFree] = slot;
    this.lastFree = slot;
  }

  id(slot: number): number {
    return (this.generation[slot] as number) * SLOTS + slot;
  }

  /** The slot of a live order's id, 0 when it is no such id (any more). */
  find(id: number): number {
    const slot = id % SLOTS;
    if (slot >= this.used || this.generation[slot] !== (id - slot) / SLOTS) return NONE;
    return ((this.traits[slot] as number) & 1) === 1 ? slot : NONE;
  }

  live(slot: number): boolean {
    return ((this.traits[slot] as number) & 1) === 1;
  }

  market(slot: number): number {
    return (this.place[slot] as number) >> 1;
  }

  side(slot: number): Side {
    return (((this.place[slot] as number) & 1) + 1) as Side;
  }

  type(slot: number): number {
    return ((this.traits[slot] as number) >> TYPE_SHIFT) & 7;
  }

  timeInForce(slot: number): number {
    return ((this.traits[slot] as number) >> FORCE_SHIFT) & 7;
  }

  selfTrade(slot: number): number {
    return ((this.traits[slot] as number) >> SELF_SHIFT) & 3;
  }

  triggerBy(slot: number): number {
    return ((this.traits[slot] as number) >> BY_SHIFT) & 3;
  }

  wallet(slot: number): number {
    return ((this.traits[slot] as number) >> WALLET_SHIFT) & 15;
  }

  waiting(slot: number): boolean {
    return ((this.traits[slot] as number) & WAITING_BIT) !== 0;
  }

  setWaiting(slot: number, waiting: boolean): void {
    const traits = this.traits[slot] as number;
    this.traits[slot] = waiting ? traits | WAITING_BIT : traits & ~WAITING_BIT;
  }

  bytes(): number {
    return this.price.length * (WIDE_COLUMNS.length * 8 + NARROW_COLUMNS.length * 4);
  }

  private grow(): void {
    const capacity = this.price.length * 2;
    for (const name of WIDE_COLUMNS) {
      const column = new Float64Array(capacity);
      column.set(this[name]);
      this[name] = column;
    }
    for (const name of NARROW_COLUMNS) {
      const column = new Int32Array(capacity);
      column.set(this[name]);
      this[name] = column;
    }
  }
}
