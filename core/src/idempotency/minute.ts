// The keys of one minute of their own time: 40-byte records in order of arrival, and an index to find them.

import { remainder } from '../number/index.ts';
import { MINUTE } from '../clock/index.ts';
import { answered, CODE_BITS, kept } from './codes.ts';
import { type Table, TableBase } from '../state/index.ts';

/** Most records of a minute: an index entry has 23 bits for a record's number. */
export const MAX_RECORDS = 8_000_000;
const NUMBER_BITS = 23;
const NUMBER_MASK = 2 ** NUMBER_BITS - 1;
const FIRST_PLACES = 64;
const MS_MASK = 2 ** 16 - 1;
/** Index positions between adjacent milliseconds, and over how many positions a key is first spread. */
const MS_PLACES = 64;
const FIRST_SPREAD = 4_096;
/** Probes to find a free position: the accepted mean per key, and by how many the total may exceed it. */
const MEAN_STEPS = 32;
const MOST_STEPS = 8_192;
const PART = 2 ** -32;
const CODE_MASK = 2 ** CODE_BITS - 1;

const RECORD = {
  /** Low 32 bits of `keyHigh`; then its other 16 bits above the key's ms within its minute. */
  high: 'i32',
  highTime: 'i32',
  /** Low 32 bits of `keyLow`; then its other 16 bits above the other 16 bits of the body's hash. */
  low: 'i32',
  lowBody: 'i32',
  /** Low 32 bits of the body's hash. */
  body: 'i32',
  /** User × 4,096 + the packed code. 0: not a key but the previous refusal's actual number, in `result`. */
  who: 'i32',
  /** Sequence number of the answered command. */
  seq: 'f64',
  /** What it made, or the expected number of a refusal. */
  result: 'f64',
} as const;

/** Declared one by one, so that the engine compiles columns as fields of one object shape. */
class Records extends TableBase implements Omit<Table<typeof RECORD>, keyof TableBase> {
  declare high: Int32Array;
  declare highTime: Int32Array;
  declare low: Int32Array;
  declare lowBody: Int32Array;
  declare body: Int32Array;
  declare who: Int32Array;
  declare seq: Float64Array;
  declare result: Float64Array;

  constructor(name: string) {
    super(name, RECORD, MAX_RECORDS, '', false);
  }

  override append(): number {
    if (this.top + 1 >= this.who.length || this.top >= this.most) return super.append();
    this.top += 1;
    return this.top;
  }
}

/** High 16 of 48 bits. */
function upper(word: number): number {
  return (word * PART) | 0;
}

/** Size of an index that is at most three quarters full. */
function placesFor(keys: number): number {
  let places = FIRST_PLACES;
  while (keys * 4 > (places - 1) * 3) places *= 2;
  return places;
}

/** An index entry: a record's number below 9 bits of its hash. */
function tagged(hash: number, record: number): number {
  return (hash & ~NUMBER_MASK) | record;
}

function mix(low: number, high: number, highTime: number, user: number): number {
  let h = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 15) ^ highTime, 0x2c1b3c6d) ^ Math.imul(user, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 13), 0x297a2d39);
  return h ^ (h >>> 16);
}

export class KeyMinute {
  readonly minute: number;
  readonly records: Records;
  /**
   * Open addressing. An entry is a record's number below 9 bits of its hash, so other keys' records are rarely read.
   * Derived.
   *
   * Keys arrive nearly in order of their own time. So the time decides a key's approximate position and the hash only
   * spreads it over a window from there: the cache lines that one batch touches are still cached from the last one.
   * When too many keys name one millisecond the window is widened, in the end to the whole index.
   */
  private places = new Int32Array(FIRST_PLACES);
  private mask = FIRST_PLACES - 1;
  private spread = FIRST_SPREAD;
  private overdrawn = 0;
  private count = 0;
  /** Taken from the minute's first key, so that an attacker cannot choose keys that collide in the index. */
  private salt = 0;

  // The key last passed to `find`, as its record will store it, and its position in the index.
  private high = 0;
  private highTime = 0;
  private low = 0;
  private lowTop = 0;
  private user = 0;
  private hash = 0;
  private place = 0;
  private steps = 0;

  constructor(minute: number, name: string) {
    this.minute = minute;
    this.records = new Records(name);
  }

  /** Number of keys. */
  get keys(): number {
    return this.count;
  }

  /** Reserves space for `keys` keys without growing. */
  expect(keys: number): void {
    this.records.reserve(keys);
    this.index(placesFor(keys));
  }

  /** The record of a user's key (its words keyTime, keyHigh, keyLow at `from`), 0 when it is new. */
  find(words: Float64Array, from: number, user: number): number {
    const high = words[from + 1] as number;
    const low = words[from + 2] as number;
    this.high = high | 0;
    this.highTime = (upper(high) << 16) | remainder(words[from] as number, MINUTE);
    this.low = low | 0;
    this.lowTop = upper(low);
    this.user = user;
    if (this.count === 0) this.salt = this.low;
    this.hash = mix(this.low ^ this.salt, this.high, this.highTime, user);
    const { places, mask, hash } = this;
    const first = this.first(hash, this.highTime);
    let place = first;
    for (let entry = places[place] as number; entry !== 0; entry = places[place] as number) {
      if ((entry ^ hash) >>> NUMBER_BITS === 0 && this.holds(entry & NUMBER_MASK)) return entry & NUMBER_MASK;
      place = (place + 1) & mask;
    }
    this.place = place;
    this.steps = (place - first) & mask;
    return 0;
  }

  /** First position to probe for a key: from its ms, modulo the index, spread by its hash. */
  private first(hash: number, highTime: number): number {
    return ((highTime & MS_MASK) * MS_PLACES + (hash & (this.spread - 1))) & this.mask;
  }

  private holds(record: number): boolean {
    const r = this.records;
    return (
      r.high[record] === this.high &&
      r.highTime[record] === this.highTime &&
      r.low[record] === this.low &&
      (r.lowBody[record] as number) >>> 16 === this.lowTop &&
      (r.who[record] as number) >>> CODE_BITS === this.user
    );
  }

  /** Stores the key that `find` has just not found, with its answer. */
  add(body: number, seq: number, code: number, result: number, got: number): void {
    const r = this.records;
    const record = r.append();
    r.high[record] = this.high;
    r.highTime[record] = this.highTime;
    r.low[record] = this.low;
    r.lowBody[record] = (this.lowTop << 16) | upper(body);
    r.body[record] = body | 0;
    r.who[record] = (this.user << CODE_BITS) | kept(code);
    r.seq[record] = seq;
    r.result[record] = result;
    this.places[this.place] = tagged(this.hash, record);
    this.count += 1;
    if (got !== 0) this.addGot(got);
    const overdrawn = this.overdrawn + this.steps - MEAN_STEPS;
    this.overdrawn = overdrawn > 0 ? overdrawn : 0;
    if (this.count * 4 > this.mask * 3) this.index(this.places.length * 2);
    else if (overdrawn > MOST_STEPS) this.widen();
  }

  /** An actual number is rare, so it takes an extra record after the refusal's. */
  private addGot(got: number): void {
    const r = this.records;
    const record = r.append();
    r.result[record] = got;
  }

  /** The user of a record, 0 when it belongs to the refusal before it. */
  of(record: number): number {
    return (this.records.who[record] as number) >>> CODE_BITS;
  }

  code(record: number): number {
    return answered((this.records.who[record] as number) & CODE_MASK);
  }

  got(record: number): number {
    const { top, who, result } = this.records;
    return record < top && who[record + 1] === 0 ? (result[record + 1] as number) : 0;
  }

  /** Whether a record is for a request with this body. */
  sameBody(record: number, body: number): boolean {
    const r = this.records;
    return r.body[record] === (body | 0) && ((r.lowBody[record] as number) & 0xffff) === upper(body);
  }

  /** Rebuilds the index, on load. */
  rebuild(): void {
    const r = this.records;
    this.salt = r.low[1] as number;
    for (let record = 1; record <= r.top; record += 1) if (this.of(record) !== 0) this.count += 1;
    this.index(placesFor(this.count));
  }

  /** Widens the window, because many keys share one millisecond. */
  private widen(): void {
    if (this.spread > this.mask) return;
    this.spread *= 2;
    this.index(this.places.length);
  }

  /** Builds the index of all records with `length` positions. */
  private index(length: number): void {
    const r = this.records;
    const places = new Int32Array(length);
    const mask = length - 1;
    this.mask = mask;
    this.overdrawn = 0;
    for (let record = 1; record <= r.top; record += 1) {
      const user = this.of(record);
      if (user === 0) continue;
      const low = r.low[record] as number;
      const hash = mix(low ^ this.salt, r.high[record] as number, r.highTime[record] as number, user);
      let place = this.first(hash, r.highTime[record] as number);
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = tagged(hash, record);
    }
    this.places = places;
  }
}
