// Idempotency keys, stored 25 hours by the minute of the key's own time. A minute is dropped whole (calls §1, core §6).

import { MINUTE } from '../clock/index.ts';
import { quotient } from '../number/index.ts';
import type { Registry } from '../state/index.ts';
import { KEY_BOUNDS, type KeyBounds, acceptsKey, keysOf, MAX_KEYS, MOST_A_KEY } from './bounds.ts';
import { KeyMinute, MAX_RECORDS } from './minute.ts';

/** Older keys are refused, ms. */
export const KEY_AGE = 24 * 60 * MINUTE;
/** Keys further in the future are refused, ms. */
export const KEY_AHEAD = MINUTE;
/** Minutes for which a key's answer is stored. */
export const KEY_MINUTES = 25 * 60;
/** Most keys of one user before rules `keyCapacity`. */
const MAX_USER_KEYS = 1_000_000;
/** More than the number of minutes stored or ahead. */
const RING = 2_048;
const RING_MASK = RING - 1;
const PREFIX = 'keys.';
/** Offset of the body hash in a key's four words: keyTime, keyHigh, keyLow, bodyHash. */
const BODY = 3;

/** Counts of stored keys by user. */
export interface KeyCounts {
  /** Called when a key of the user is dropped. */
  forgot(user: number): void;
}

/** Handles one key at a time: `find` it, then either read its answer or `add` it. */
export class Keys {
  /** Tests and the simulator set lower bounds. */
  bounds: KeyBounds = KEY_BOUNDS;
  private readonly registry: Registry;
  private readonly ring: (KeyMinute | undefined)[] = [];
  private total = 0;
  private oldest = 0;
  /** The minute of the last key passed to `find`. */
  private at: KeyMinute | undefined;

  constructor(registry: Registry) {
    this.registry = registry;
    for (let place = 0; place < RING; place += 1) this.ring.push(undefined);
  }

  get count(): number {
    return this.total;
  }

  /** Whether a key of this time is accepted at `now`. */
  inTime(keyTime: number, now: number): boolean {
    return keyTime >= now - KEY_AGE && keyTime <= now + KEY_AHEAD;
  }

  /** Finds a user's key, whose four words are at `from`. Returns its record, 0 when it is new. */
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

  /** Whether the found record has the same body as the four words at `from`. */
  sameBody(record: number, words: Float64Array, from: number): boolean {
    return this.found().sameBody(record, words[from + BODY] as number);
  }

  /** The answered code of the found record. */
  code(record: number): number {
    return this.found().code(record);
  }

  /** The sequence number of the command that the found record answers. */
  seq(record: number): number {
    return this.found().records.seq[record] as number;
  }

  /** Result of the found record: what was made, or the expected number of a refusal. */
  result(record: number): number {
    return this.found().records.result[record] as number;
  }

  /** The actual number of a refusal in the found record. */
  got(record: number): number {
    return this.found().got(record);
  }

  /** Which commands the new key is accepted for (`ACCEPTS`). The user is at `stage` and has `own` keys. */
  accepts(own: number, stage: number, unverified: number, sharesFairly: boolean): number {
    const records = this.at === undefined ? 0 : this.at.records.top;
    return acceptsKey(own, stage, unverified, this.total, records, this.bounds, sharesFairly);
  }

  /** Most keys of a user at that stage. */
  mostOf(stage: number): number {
    return keysOf(stage, this.bounds);
  }

  /** Before rules `keyCapacity`: whether the new key is one too many for a user with `own` keys. */
  full(own: number): boolean {
    return (
      own >= MAX_USER_KEYS ||
      this.total >= MAX_KEYS ||
      (this.at !== undefined && this.at.records.top + MOST_A_KEY > MAX_RECORDS)
    );
  }

  /** Stores the new key (its words at `from`) with its answer. Call it after `find` returned 0. */
  add(words: Float64Array, from: number, user: number, seq: number, code: number, result: number, got: number): void {
    const at = this.at ?? this.begin(words, from, user);
    at.add(words[from + BODY] as number, seq, code, result, got);
    this.total += 1;
  }

  /** Drops the minutes that have expired at `now`. */
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

  /** On load: creates the table for a snapshot part, if it holds keys. */
  declare(name: string): boolean {
    if (!name.startsWith(PREFIX)) return false;
    this.make(Number.parseInt(name.slice(PREFIX.length), 10));
    return true;
  }

  /** Rebuilds the indexes and counts, on load. */
  rebuild(): void {
    for (const of of this.ring) {
      if (of === undefined) continue;
      of.rebuild();
      this.total += of.keys;
      if (this.oldest === 0 || of.minute < this.oldest) this.oldest = of.minute;
    }
  }

  /** Creates a minute at its first key, with as much space as the previous minute needed. */
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
