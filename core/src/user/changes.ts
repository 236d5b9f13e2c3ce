// Parameter changes that make terms stricter wait a day. The words of the allowed command are stored in the state, and
// decided and committed again when due (money §1). One change waits per command and subject; a newer one replaces it.

import type { CoreContext } from '../core-context.ts';
import { type Clock, DAY, TIMER } from '../clock/index.ts';
import { MARKET_MAKER } from '../enum/index.ts';
import { DONE, MAX_PROPOSED_WORDS, rejects, layoutOf } from '../schema/index.ts';
import { type EventBuffer, pool } from '../state/index.ts';
import { Alarm } from './alarm.ts';
import type { StoredWords } from './stored.ts';
import { type Users } from './users.ts';
import type { Expect } from '../expect.ts';

/** Most changes that wait at once. */
export const MAX_CHANGES = 256;
/** How long a stricter change is journalled and shown before it takes effect, ms. */
export const NOTICE = DAY;
const CHANGED = layoutOf('parameters.changed');

/** States of a change, as in `parameters.changed`. */
export const CHANGE = { announced: 1, inForce: 2, replaced: 3, unfit: 4 } as const;

export class Changes {
  /** True while the stored words of a due change are committed. Not state: true within one timer only. */
  taking = false;
  private readonly rows;
  private readonly alarm: Alarm;
  private readonly stored: StoredWords;
  private readonly out: EventBuffer;
  private readonly clock: Clock;
  private readonly users: Users;

  constructor(core: CoreContext, stored: StoredWords) {
    const { registry, out, clock, timers, users } = core;
    this.stored = stored;
    this.out = out;
    this.clock = clock;
    this.users = users;
    this.alarm = new Alarm(registry, timers, 'changes_alarm', TIMER.change);
    this.rows = registry.add(
      pool('changes', { from: 'f64', subject: 'f64', command: 'i32', first: 'i32', next: 'i32' }, MAX_CHANGES, 'next'),
    );
  }

  /**
   * For a domain's `decide`: 200, or 429 when the change must wait and too many do.
   * @param subject what the change concerns in the domain (a market, a product), 0 for the whole
   */
  decide(kind: number, subject: number, tightens: boolean): number {
    if (!this.mustWait(tightens) || this.find(kind, subject) !== 0 || !this.rows.full()) return DONE;
    return rejects['request.tooFrequent'];
  }

  /**
   * For a domain's `commit`. True when the change must wait: its words are stored, the event is emitted, and the domain
   * does nothing more until the change is due a day later. False: it takes effect at once. Either way it replaces an
   * older waiting change of the same subject.
   */
  waits(words: Float64Array, at: number, subject: number, tightens: boolean): boolean {
    const kind = words[at] as number;
    const older = this.find(kind, subject);
    if (older !== 0) this.close(older, CHANGE.replaced, 0);
    if (!this.mustWait(tightens)) return false;
    const { rows } = this;
    const row = rows.take();
    rows.command[row] = kind;
    rows.subject[row] = subject;
    rows.from[row] = this.clock.now + NOTICE;
    rows.first[row] = this.stored.keep(words, at);
    this.emit(row, CHANGE.announced, 0);
    this.alarm.set(rows.from[row] as number);
    return true;
  }

  /** After the timer fired: the first change due at `now` (ms), 0 when none is. */
  due(now: number): number {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1) if (rows.alive(row) && (rows.from[row] as number) <= now) return row;
    return 0;
  }

  /** Copies the words of a change. Returns its command's kind. */
  read(row: number, to: Float64Array): number {
    this.stored.read(this.rows.first[row] as number, to, 0);
    return this.rows.command[row] as number;
  }

  /** Ends a waiting change: in force, replaced, or refused with `code` because it no longer fits. */
  close(row: number, state: number, code: number): void {
    this.emit(row, state, code);
    this.stored.drop(this.rows.first[row] as number);
    this.rows.free(row);
  }

  /** After the timer fired: sets it for the earliest remaining change. */
  rearm(): void {
    this.alarm.rang();
    const { rows } = this;
    let earliest = 0;
    for (let row = 1; row <= rows.top; row += 1) {
      const from = rows.from[row] as number;
      if (rows.alive(row) && (earliest === 0 || from < earliest)) earliest = from;
    }
    if (earliest !== 0) this.alarm.set(earliest);
  }

  /** Emits all waiting changes, for a seed. */
  emitAll(): void {
    for (let row = 1; row <= this.rows.top; row += 1) if (this.rows.alive(row)) this.emit(row, CHANGE.announced, 0);
  }

  /** Every change has its words, one per subject, and a timer in time. Returns the number of stored words. */
  audit(expect: Expect): number {
    const { rows } = this;
    let words = 0;
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row)) continue;
      words += this.stored.length(rows.first[row] as number);
      const from = rows.from[row] as number;
      const due = this.alarm.due();
      expect(due !== 0 && due < from, () => `a timer before the change in row ${row}, got ${due}`);
      expect(from > this.clock.time, () => `change ${row} to have been taken by ${from}`);
      const first = this.find(rows.command[row] as number, rows.subject[row] as number);
      expect(first === row, () => `one change of a subject, rows ${first} and ${row} are two`);
    }
    return words;
  }

  /** Only stricter changes wait, only once users exist, and not when they are due. */
  private mustWait(tightens: boolean): boolean {
    return tightens && !this.taking && this.users.rows.top > MARKET_MAKER;
  }

  private find(kind: number, subject: number): number {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row) && rows.command[row] === kind && rows.subject[row] === subject) return row;
    return 0;
  }

  /** Emits `parameters.changed`. An announcement includes the words, so that everyone can see what will change. */
  private emit(row: number, state: number, code: number): void {
    const { rows, out, stored } = this;
    const first = rows.first[row] as number;
    const count = state === CHANGE.announced ? stored.length(first) : 0;
    if (count > MAX_PROPOSED_WORDS) throw new Error(`Expected at most ${MAX_PROPOSED_WORDS} words, got ${count}.`);
    const at = out.open(CHANGED.head, count);
    const w = out.words;
    w[at + CHANGED.change] = rows.id(row);
    w[at + CHANGED.command] = rows.command[row] as number;
    w[at + CHANGED.from] = rows.from[row] as number;
    w[at + CHANGED.state] = state;
    w[at + CHANGED.code] = code;
    w[at + CHANGED.words] = count;
    if (count > 0) stored.read(first, w, at + CHANGED.head.length);
  }
}
