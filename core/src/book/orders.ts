// The table of all open orders of every market: 96 bytes per order, its fields adjacent.

import { remainder } from '../number/index.ts';
import { LAST_GENERATION, type Shape, SLOT_SPAN, type Table, TableBase } from '../state/index.ts';
import { NONE, type OrderColumns, type Side, ROW32, ROW64 } from './face.ts';
import type { TriggerColumns } from './trigger.ts';

/** Most open orders of the exchange, a bound of core §7. */
export const MAX_ORDERS = 4_000_000;

/** The doubles come first: a row holds these fields one after another. */
const ORDER_SHAPE = {
  /**
   * Total quantity in lots (0: a market buy by amount), and the part not filled (by amount: quote atoms left to spend).
   */
  lots: 'f64',
  rest: 'f64',
  /** Filled so far, quote atoms; fee so far, atoms of the asset the order receives. */
  value: 'f64',
  fee: 'f64',
  /** Limit price, ticks. */
  price: 'i32',
  /** In the book: links of the queue at its price. Free row: the next free slot. */
  next: 'i32',
  previous: 'i32',
  user: 'i32',
  /** Market × 2 + (side − 1). */
  place: 'i32',
  /** Account slots: the one with the hold, and the one that receives. */
  hold: 'i32',
  receive: 'i32',
  /** Fee rates when it was placed, millionths. */
  makerRate: 'i32',
  takerRate: 'i32',
  /** How much its fees so far were rounded up, millionths of an atom. */
  excess: 'i32',
  /** Trigger price in ticks, 0 none. */
  trigger: 'i32',
  traits: 'i32',
  /**
   * The order account (user, market, wallet) it belongs to, and links to that account's open orders in order of
   * arrival.
   */
  orderAccount: 'i32',
  newer: 'i32',
  older: 'i32',
  generation: 'i32',
} as const satisfies Shape;

/** Bit offsets of the fields in `traits`. */
const FORCE_SHIFT = 3;
const SELF_SHIFT = 6;
const BY_SHIFT = 8;
const WALLET_SHIFT = 10;
const WAITING_BIT = 1 << 14;
const TRIGGERED_BIT = 1 << 15;

/** An order's fixed properties in one word: type 1–6, time-in-force 1–4, self-trade 1–3, triggerBy 0–2, wallet 1–8. */
export function packTraits(type: number, force: number, selfTrade: number, triggerBy: number, wallet: number): number {
  return type | (force << FORCE_SHIFT) | (selfTrade << SELF_SHIFT) | (triggerBy << BY_SHIFT) | (wallet << WALLET_SHIFT);
}

const ROW_BYTES = 4 * ROW32;
const NAMES = Object.keys(ORDER_SHAPE) as (keyof typeof ORDER_SHAPE)[];

/** Byte offsets of a row's fields. */
function offsetsOf(): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const name of NAMES) {
    offsets.push(at);
    at += ORDER_SHAPE[name] === 'f64' ? 8 : 4;
  }
  if (at !== ROW_BYTES) throw new Error(`Expected orders of ${ROW_BYTES} bytes, their fields take ${at}.`);
  return offsets;
}

const OFFSETS = offsetsOf();

type Columns = Omit<Table<typeof ORDER_SHAPE>, keyof TableBase>;

export class Orders extends TableBase implements OrderColumns, TriggerColumns, Columns {
  declare lots: Float64Array;
  declare rest: Float64Array;
  declare value: Float64Array;
  declare fee: Float64Array;
  declare price: Int32Array;
  declare next: Int32Array;
  declare previous: Int32Array;
  declare user: Int32Array;
  declare place: Int32Array;
  declare hold: Int32Array;
  declare receive: Int32Array;
  declare makerRate: Int32Array;
  declare takerRate: Int32Array;
  declare excess: Int32Array;
  declare orderAccount: Int32Array;
  declare trigger: Int32Array;
  declare traits: Int32Array;
  declare newer: Int32Array;
  declare older: Int32Array;

  constructor() {
    super('orders', ORDER_SHAPE, MAX_ORDERS, 'next', true, { recorded: { orderAccount: 'seat' } });
    this.lay(this.capacity);
  }

  /** Allocates `rows` rows and copies the existing ones. */
  private lay(rows: number): void {
    const buffer = new ArrayBuffer(rows * ROW_BYTES);
    if (this.lots.buffer === this.price.buffer) new Float64Array(buffer).set(new Float64Array(this.lots.buffer));
    const columns = this.columns();
    for (const [at, name] of NAMES.entries()) {
      const offset = OFFSETS[at] as number;
      columns[name] = ORDER_SHAPE[name] === 'f64' ? new Float64Array(buffer, offset) : new Int32Array(buffer, offset);
    }
  }

  protected override grow(rows: number): void {
    if (rows <= this.capacity) return;
    while (this.capacity < rows) this.capacity *= 2;
    this.lay(this.capacity);
  }

  override column(name: string): Float64Array | Int32Array {
    const woven = this.columns()[this.properties[name] ?? ''];
    if (woven === undefined) throw new Error(`Expected a column ${name} of orders.`);
    const rows = this.top + 1;
    const wide = woven instanceof Float64Array;
    const column = wide ? new Float64Array(rows) : new Int32Array(rows);
    for (let slot = 0; slot < rows; slot += 1) column[slot] = woven[slot * (wide ? ROW64 : ROW32)] as number;
    return column;
  }

  protected override put(name: string, data: Float64Array | Int32Array): void {
    const woven = this.columns()[this.properties[name] ?? ''];
    if (woven === undefined) throw new Error(`Expected a column ${name} of orders.`);
    const step = woven instanceof Float64Array ? ROW64 : ROW32;
    for (let slot = 0; slot < data.length; slot += 1) woven[slot * step] = data[slot] as number;
  }

  override bytes(): number {
    return this.lots.buffer.byteLength;
  }

  override alive(slot: number): boolean {
    return ((this.generation[slot * ROW32] as number) & 1) === 1;
  }

  // The four methods below replace TableBase's, because rows are interleaved.

  override take(): number {
    if (this.exhausted()) this.throwFull();
    let slot = this.freeHead;
    if (slot === NONE) slot = this.append();
    else {
      this.freeHead = this.next[slot * ROW32] as number;
      if (this.freeHead === NONE) this.freeTail = NONE;
      this.next[slot * ROW32] = NONE;
      this.freeRows -= 1;
    }
    this.generation[slot * ROW32] = (this.generation[slot * ROW32] as number) + 1;
    return slot;
  }

  override free(slot: number): void {
    const generation = (this.generation[slot * ROW32] as number) + 1;
    this.generation[slot * ROW32] = generation;
    if (generation >= LAST_GENERATION * 2) return;
    this.next[slot * ROW32] = NONE;
    if (this.freeTail === NONE) this.freeHead = slot;
    else this.next[this.freeTail * ROW32] = slot;
    this.freeTail = slot;
    this.freeRows += 1;
  }

  override id(slot: number): number {
    return ((this.generation[slot * ROW32] as number) >> 1) * SLOT_SPAN + slot;
  }

  override find(id: number): number {
    const slot = remainder(id, SLOT_SPAN);
    if (slot === NONE || slot > this.top) return NONE;
    const generation = this.generation[slot * ROW32] as number;
    return (generation & 1) === 1 && (generation >> 1) * SLOT_SPAN + slot === id ? slot : NONE;
  }

  market(slot: number): number {
    return (this.place[slot * ROW32] as number) >> 1;
  }

  side(slot: number): Side {
    return (((this.place[slot * ROW32] as number) & 1) + 1) as Side;
  }

  type(slot: number): number {
    return (this.traits[slot * ROW32] as number) & 7;
  }

  timeInForce(slot: number): number {
    return ((this.traits[slot * ROW32] as number) >> FORCE_SHIFT) & 7;
  }

  selfTrade(slot: number): number {
    return ((this.traits[slot * ROW32] as number) >> SELF_SHIFT) & 3;
  }

  triggerBy(slot: number): number {
    return ((this.traits[slot * ROW32] as number) >> BY_SHIFT) & 3;
  }

  wallet(slot: number): number {
    return ((this.traits[slot * ROW32] as number) >> WALLET_SHIFT) & 15;
  }

  /** Whether it waits for its trigger, outside the book. */
  waiting(slot: number): boolean {
    return ((this.traits[slot * ROW32] as number) & WAITING_BIT) !== 0;
  }

  /** Whether it was triggered and still waits, because it found no counterparty near the index. */
  triggered(slot: number): boolean {
    return ((this.traits[slot * ROW32] as number) & TRIGGERED_BIT) !== 0;
  }

  setTriggered(slot: number): void {
    this.traits[slot * ROW32] = (this.traits[slot * ROW32] as number) | TRIGGERED_BIT;
  }

  setWaiting(slot: number, waiting: boolean): void {
    const traits = this.traits[slot * ROW32] as number;
    this.traits[slot * ROW32] = waiting ? traits | WAITING_BIT : traits & ~WAITING_BIT;
  }
}
