// Idempotency keys, kept 25 hours by minute of the key's own time; a minute is dropped whole (calls §1, core §6).

import { MINUTE } from '../clock/index.ts';
import { quotient } from '../number/index.ts';
import type { Registry } from '../state/index.ts';
import { KEY_BOUNDS, type KeyBounds, keyRoom, keysOf, MAX_KEYS, MOST_A_KEY } from './bounds.ts';
import { KeyMinute, MAX_RECORDS } from './minute.ts';

/** Keys with an older time are refused. */
export const KEY_AGE = 24 * 60 * MINUTE;
/** Keys this far ahead are refused beyond. */
export const KEY_AHEAD = MINUTE;
/** Minutes a key's answer is kept. */
export const KEY_MINUTES = 25 * 60;
/** Keys of one user before rules `keyRoom`. */
const MAX_USER_KEYS = 1_000_000;
/** More than the minutes that are kept or ahead. */
const RING = 2_048;
const RING_MASK = RING - 1;
const PREFIX = 'keys.';
/** Of a key's four words in a command: keyTime, keyHigh, keyLow, bodyHash. */
const BODY = 3;

/** Counts of remembered keys by user. */
export interface KeyCounts {
  /** One key of the user is forgotten. */
  forgot(user: number): void;
}

/** One key at a time is looked at: `find` it, then either read its answer or `add` one. */
export class Keys {
  /** Narrower ones are for tests and the simulator. */
  bounds: KeyBounds = KEY_BOUNDS;
  private readonly registry: Registry;
  private readonly ring: (KeyMinute | undefined)[] = [];
  private total = 0;
  private oldest = 0;
  /** The minute of the key that was looked for. */
  private at: KeyMinute | undefined;

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

  /** Looks for a user's key, whose four words stand at `from`. Its record, 0 when it never came. */
  find(words: Float64Array, from: number, user: number): number {
    const minute = quotient(words[from] as number, MINUTE);
    let at = this.at;
    if (at === undefined || at.minute !== minute) {
      at = this.ring[minute & RING_MASK];
      if (at === undefined || at.minute !== minute) {
        this.at = undefined;
        return 0;
      }
      this.at = at;
    }
    return at.find(words, from, user);
  }

  /** Of the record found: whether its body was that of the four words at `from`. */
  sameBody(record: number, words: Float64Array, from: number): boolean {
    return this.found().sameBody(record, words[from + BODY] as number);
  }

  /** Of the record found: the code that was answered. */
  code(record: number): number {
    return this.found().code(record);
  }

  /** Of the record found: the number of the command that was answered. */
  seq(record: number): number {
    return this.found().records.seq[record] as number;
  }

  /** Of the record found: what was made, or of a refusal the number expected. */
  result(record: number): number {
    return this.found().records.result[record] as number;
  }

  /** Of the record found: of a refusal the number got. */
  got(record: number): number {
    return this.found().got(record);
  }

  /** Room for the key that `find` did not know (`ROOM`), of a user of that stage that has `own`. */
  room(own: number, stage: number, unverified: number): number {
    return keyRoom(own, stage, unverified, this.total, this.at === undefined ? 0 : this.at.records.top, this.bounds);
  }

  /** Keys a user of that stage may have. */
  mostOf(stage: number): number {
    return keysOf(stage, this.bounds);
  }

  /** Before rules `keyRoom`: whether the key that `find` did not know is one too many, for a user that has `own`. */
  full(own: number): boolean {
    return (
      own >= MAX_USER_KEYS ||
      this.total >= MAX_KEYS ||
      (this.at !== undefined && this.at.records.top + MOST_A_KEY > MAX_RECORDS)
    );
  }

  /** Remembers the key (its words at `from`) that `find` has just not known, and its answer. */
  add(words: Float64Array, from: number, user: number, seq: number, code: number, result: number, got: number): void {
    const at = this.at ?? this.begin(words, from, user);
    at.add(words[from + BODY] as number, seq, code, result, got);
    this.total += 1;
  }

  /** Drops the minutes that are over at `now`. */
  expire(now: number, counts: KeyCounts): void {
    const last = quotient(now, MINUTE) - KEY_MINUTES;
    if (this.oldest === 0 || this.oldest >= last) return;
    this.at = undefined;
    let next = 0;
    for (let place = 0; place < RING; place += 1) {
      const of = this.ring[place];
      if (of === undefined) continue;
      if (of.minute >= last) {
        if (next === 0 || of.minute < next) next = of.minute;
        continue;
      }
      for (let record = 1; record <= of.records.top; record += 1) {
        const user = of.of(record);
        if (user !== 0) counts.forgot(user);
      }
      this.total -= of.keys;
      this.registry.drop(of.records.name);
      this.ring[place] = undefined;
    }
    this.oldest = next;
  }

  /** On load: makes the table of a snapshot's part, if it is one of the keys'. */
  declare(name: string): boolean {
    if (!name.startsWith(PREFIX)) return false;
    this.make(Number.parseInt(name.slice(PREFIX.length), 10));
    return true;
  }

  /** On load: the indexes and counts again. */
  rebuild(): void {
    for (const of of this.ring) {
      if (of === undefined) continue;
      of.rebuild();
      this.total += of.keys;
      if (this.oldest === 0 || of.minute < this.oldest) this.oldest = of.minute;
    }
  }

  /** Makes the minute of its first key, with the room the minute before it needed. */
  private begin(words: Float64Array, from: number, user: number): KeyMinute {
    const minute = quotient(words[from] as number, MINUTE);
    const at = this.make(minute);
    const before = this.ring[(minute - 1) & RING_MASK];
    if (before?.minute === minute - 1) at.expect(before.keys);
    if (this.oldest === 0 || minute < this.oldest) this.oldest = minute;
    at.find(words, from, user);
    this.at = at;
    return at;
  }

  private make(minute: number): KeyMinute {
    const made = new KeyMinute(minute, PREFIX + minute.toFixed(0));
    this.registry.add(made.records);
    this.ring[minute & RING_MASK] = made;
    return made;
  }

  private found(): KeyMinute {
    if (this.at === undefined) throw new Error('Expected a key that was found.');
    return this.at;
  }
}
