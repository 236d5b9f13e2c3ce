// Idempotency keys, kept 25 hours by minute of the key's own time; a minute is dropped whole (calls §1, core §6).

import { MINUTE } from '../clock/index.ts';
import { quotient, remainder } from '../number/index.ts';
import { Lookup, type Registry, type Table, table } from '../state/index.ts';

/** Keys with an older time are refused. */
export const KEY_AGE = 24 * 60 * MINUTE;
/** Keys this far ahead are refused beyond. */
export const KEY_AHEAD = MINUTE;
/** Minutes a key's answer is kept. */
export const KEY_MINUTES = 25 * 60;
/** Bounds: one user, all users. */
export const MAX_USER_KEYS = 1_000_000;
export const MAX_KEYS = 20_000_000;
const MAX_MINUTE_KEYS = 8_000_000;
/** More than the minutes that are kept or ahead. */
const RING = 2_048;
const RING_MASK = RING - 1;
const PREFIX = 'keys.';

const SHAPE = {
  high: 'f64',
  low: 'f64',
  body: 'f64',
  seq: 'f64',
  /** What it made, or of a refusal the number expected; and of a refusal the number got. */
  result: 'f64',
  got: 'f64',
  user: 'i32',
  ms: 'i32',
  code: 'i32',
} as const;

class KeyMinute {
  readonly minute: number;
  readonly rows: Table<typeof SHAPE>;
  readonly index = new Lookup();

  constructor(minute: number, registry: Registry) {
    this.minute = minute;
    this.rows = registry.add(table(PREFIX + minute.toFixed(0), SHAPE, MAX_MINUTE_KEYS, false));
  }
}

/** Where a key stands. Slot 0: nowhere. */
export class Keys {
  private readonly registry: Registry;
  private readonly ring: (KeyMinute | undefined)[] = [];
  private total = 0;
  private oldest = 0;

  constructor(registry: Registry) {
    this.registry = registry;
    for (let place = 0; place < RING; place += 1) this.ring.push(undefined);
  }

  get count(): number {
    return this.total;
  }

  /** Whether a key of this time is taken at `now`. */
  inTime(keyTime: number, now: number): boolean {
    return keyTime >= now - KEY_AGE && keyTime <= now + KEY_AHEAD;
  }

  /** The table of a key's minute and its row in it, 0 when it never came. */
  find(user: number, time: number, high: number, low: number): number {
    const of = this.minuteOf(time);
    if (of === undefined) return 0;
    const { rows, index } = of;
    const ms = remainder(time, MINUTE);
    // Equal fingerprints are told apart by probing on: the salt counts the rows that were looked at.
    for (let salt = 0; salt <= rows.top; salt += 1) {
      const slot = index.find(low | 0, (high | 0) ^ Math.imul(user, 0x9e3779b1), ms + salt * MINUTE);
      if (slot === 0) return 0;
      if (rows.user[slot] === user && rows.high[slot] === high && rows.low[slot] === low && rows.ms[slot] === ms)
        return slot;
    }
    return 0;
  }

  body(time: number, slot: number): number {
    return this.rows(time).body[slot] as number;
  }
  seq(time: number, slot: number): number {
    return this.rows(time).seq[slot] as number;
  }
  code(time: number, slot: number): number {
    return this.rows(time).code[slot] as number;
  }
  result(time: number, slot: number): number {
    return this.rows(time).result[slot] as number;
  }
  got(time: number, slot: number): number {
    return this.rows(time).got[slot] as number;
  }

  /** Whether a key more is too many, for a user that has `own`. */
  full(own: number): boolean {
    return own >= MAX_USER_KEYS || this.total >= MAX_KEYS;
  }

  /** Remembers a key that `find` did not know. */
  add(
    user: number,
    time: number,
    high: number,
    low: number,
    body: number,
    seq: number,
    code: number,
    result: number,
    got: number,
  ): void {
    const minute = quotient(time, MINUTE);
    let of = this.minuteOf(time);
    if (of === undefined) {
      of = new KeyMinute(minute, this.registry);
      this.ring[minute & RING_MASK] = of;
      if (this.oldest === 0 || minute < this.oldest) this.oldest = minute;
    }
    const { rows, index } = of;
    const slot = rows.append();
    const ms = remainder(time, MINUTE);
    rows.user[slot] = user;
    rows.high[slot] = high;
    rows.low[slot] = low;
    rows.ms[slot] = ms;
    rows.body[slot] = body;
    rows.seq[slot] = seq;
    rows.code[slot] = code;
    rows.result[slot] = result;
    rows.got[slot] = got;
    this.total += 1;
    this.enter(index, rows, slot);
  }

  /** Drops the minutes that are over at `now`; `keys` is the users' count of keys, lowered. */
  expire(now: number, keys: Int32Array): void {
    const last = quotient(now, MINUTE) - KEY_MINUTES;
    if (this.oldest === 0 || this.oldest >= last) return;
    let next = 0;
    for (let place = 0; place < RING; place += 1) {
      const of = this.ring[place];
      if (of === undefined) continue;
      if (of.minute >= last) {
        if (next === 0 || of.minute < next) next = of.minute;
        continue;
      }
      for (let slot = 1; slot <= of.rows.top; slot += 1) {
        const user = of.rows.user[slot] as number;
        keys[user] = (keys[user] as number) - 1;
      }
      this.total -= of.rows.top;
      this.registry.drop(of.rows.name);
      this.ring[place] = undefined;
    }
    this.oldest = next;
  }

  /** On load: makes the table of a snapshot's part, if it is one of the keys'. */
  declare(name: string): boolean {
    if (!name.startsWith(PREFIX)) return false;
    const minute = Number.parseInt(name.slice(PREFIX.length), 10);
    this.ring[minute & RING_MASK] = new KeyMinute(minute, this.registry);
    return true;
  }

  /** On load: the indexes and counts again. */
  rebuild(): void {
    for (const of of this.ring) {
      if (of === undefined) continue;
      this.total += of.rows.top;
      if (this.oldest === 0 || of.minute < this.oldest) this.oldest = of.minute;
      for (let slot = 1; slot <= of.rows.top; slot += 1) this.enter(of.index, of.rows, slot);
    }
  }

  private enter(index: Lookup, rows: Table<typeof SHAPE>, slot: number): void {
    const low = (rows.low[slot] as number) | 0;
    const mixed = ((rows.high[slot] as number) | 0) ^ Math.imul(rows.user[slot] as number, 0x9e3779b1);
    let salt = rows.ms[slot] as number;
    while (index.find(low, mixed, salt) !== 0) salt += MINUTE;
    index.add(low, mixed, salt, slot);
  }

  private minuteOf(time: number): KeyMinute | undefined {
    const minute = quotient(time, MINUTE);
    const of = this.ring[minute & RING_MASK];
    return of?.minute === minute ? of : undefined;
  }

  private rows(time: number): Table<typeof SHAPE> {
    const of = this.minuteOf(time);
    if (of === undefined) throw new Error(`Expected keys of the minute of ${time}.`);
    return of.rows;
  }
}
