// When instruments with trading hours are open: sessions by calendar, in absolute time.

import { MAX_SESSIONS } from '../schema/index.ts';
import { pool, type Registry, table } from '../state/index.ts';

const MAX_CALENDARS = 255;
/** Enough for every calendar to be full: `fits` limits each to `MAX_SESSIONS`. */
const MAX_ALL_SESSIONS = MAX_CALENDARS * MAX_SESSIONS;

export class Calendars {
  private readonly rows;
  private readonly sessions;

  constructor(registry: Registry) {
    this.rows = registry.add(table('calendars', { first: 'i32', due: 'f64' }, MAX_CALENDARS));
    this.sessions = registry.add(
      pool('sessions', { opens: 'f64', closes: 'f64', next: 'i32' }, MAX_ALL_SESSIONS, 'next'),
    );
  }

  /**
   * Whether a calendar is open at `time`: from `opens` (included) to `closes` (excluded). Calendar 0 is always open.
   */
  open(calendar: number, time: number): boolean {
    if (calendar === 0) return true;
    const s = this.at(calendar, time);
    return s !== 0 && time >= (this.sessions.opens[s] as number);
  }

  /** Whether it is open from `from` to `to` (both included) without a break. Sessions may be adjacent. */
  openThrough(calendar: number, from: number, to: number): boolean {
    let time = from;
    // Bounded by MAX_SESSIONS: each round is a later session of the chain.
    for (; time <= to; time = this.closesAt(calendar, time)) {
      if (!this.open(calendar, time)) return false;
      if (calendar === 0) return true;
    }
    return true;
  }

  /** When it next opens (0: open now, or unknown). */
  opensAt(calendar: number, time: number): number {
    if (calendar === 0) return 0;
    const s = this.at(calendar, time);
    return s === 0 || time >= (this.sessions.opens[s] as number) ? 0 : (this.sessions.opens[s] as number);
  }

  /** When the current session closes (0: closed now, or never). */
  closesAt(calendar: number, time: number): number {
    if (calendar === 0) return 0;
    const s = this.at(calendar, time);
    return s !== 0 && time >= (this.sessions.opens[s] as number) ? (this.sessions.closes[s] as number) : 0;
  }

  /**
   * The next close after `time`, ms, 0 when none is known. Sets `reopens` to the next opening (0: unknown). A break of
   * at most `short` ms does not count as a close. While closed: the close of the next session.
   */
  nextClose(calendar: number, time: number, short: number): number {
    const { sessions } = this;
    let s = calendar === 0 ? 0 : this.at(calendar, time);
    this.reopens = 0;
    if (s === 0) return 0;
    // Bounded by MAX_SESSIONS: each round is a later session of the chain.
    for (;;) {
      const closes = sessions.closes[s] as number;
      const next = sessions.next[s] as number;
      if (next === 0) return closes;
      const opens = sessions.opens[next] as number;
      if (opens - closes > short) {
        this.reopens = opens;
        return closes;
      }
      s = next;
    }
  }
  /** Set by the last `nextClose`. Not part of the state. */
  reopens = 0;

  /**
   * The first time from `now` (included) to `until` (excluded) that is open as published and would be closed by the
   * sessions at `at` (in the format of `set`); 0 when there is none.
   */
  firstShut(calendar: number, words: Float64Array, at: number, count: number, now: number, until: number): number {
    if (calendar > this.rows.top || count === 0) return 0;
    const from = Math.max(now, words[at] as number);
    const { sessions } = this;
    let row = 0;
    // Bounded by MAX_SESSIONS of both lists.
    for (let s = this.rows.first[calendar] as number; s !== 0; s = sessions.next[s] as number) {
      let open = Math.max(from, sessions.opens[s] as number);
      const end = Math.min(until, sessions.closes[s] as number);
      while (open < end) {
        while (row < count && (words[at + row * 2 + 1] as number) <= open) row += 1;
        if (row === count || (words[at + row * 2] as number) > open) return open;
        open = words[at + row * 2 + 1] as number;
      }
    }
    return 0;
  }

  /** The next time after `time` at which `open` changes its answer; 0 when none is known. */
  boundary(calendar: number, time: number): number {
    const s = this.at(calendar, time);
    if (s === 0) return 0;
    const opens = this.sessions.opens[s] as number;
    return opens > time ? opens : (this.sessions.closes[s] as number);
  }

  /** Due time of the calendar's current timer. */
  due(calendar: number): number {
    return this.rows.due[calendar] as number;
  }
  setDue(calendar: number, due: number): void {
    this.rows.due[calendar] = due;
  }

  /** Whether the sessions at `at` (pairs of opens, closes) are sorted and do not overlap. */
  sound(words: Float64Array, at: number, count: number): boolean {
    let before = 0;
    for (let row = 0; row < count; row += 1) {
      const opens = words[at + row * 2] as number;
      const closes = words[at + row * 2 + 1] as number;
      if (opens < before || closes <= opens) return false;
      before = closes;
    }
    return true;
  }

  /** How many sessions a calendar would have after `set`; more than `MAX_SESSIONS` is too many. */
  after(calendar: number, words: Float64Array, at: number, count: number, now: number): number {
    const from = count === 0 ? Infinity : (words[at] as number);
    let kept = calendar > this.rows.top ? 0 : (this.rows.first[calendar] as number);
    let sum = count;
    // Bounded by MAX_SESSIONS, which no chain exceeds.
    for (; kept !== 0; kept = this.sessions.next[kept] as number)
      if ((this.sessions.closes[kept] as number) > now && (this.sessions.opens[kept] as number) < from) sum += 1;
    return sum;
  }

  /** Replaces the calendar's sessions from the first new session's start on. Drops sessions that ended before `now`. */
  set(calendar: number, words: Float64Array, at: number, count: number, now: number): void {
    const { rows, sessions } = this;
    rows.reach(calendar);
    const from = count === 0 ? Infinity : (words[at] as number);
    let kept = 0;
    let next = 0;
    for (let s = rows.first[calendar] as number; s !== 0; s = next) {
      next = sessions.next[s] as number;
      const opens = sessions.opens[s] as number;
      if ((sessions.closes[s] as number) <= now || opens >= from) {
        sessions.free(s);
        continue;
      }
      if ((sessions.closes[s] as number) > from) sessions.closes[s] = from;
      this.chain(calendar, kept, s);
      kept = s;
    }
    for (let row = 0; row < count; row += 1) {
      const s = sessions.take();
      sessions.opens[s] = words[at + row * 2] as number;
      sessions.closes[s] = words[at + row * 2 + 1] as number;
      this.chain(calendar, kept, s);
      kept = s;
    }
    this.chain(calendar, kept, 0);
  }

  private chain(calendar: number, before: number, s: number): void {
    if (before === 0) this.rows.first[calendar] = s;
    else this.sessions.next[before] = s;
  }

  /** The session of `time`, or the next one; 0 when none is known. */
  private at(calendar: number, time: number): number {
    if (calendar > this.rows.top) return 0;
    let s = this.rows.first[calendar] as number;
    while (s !== 0 && (this.sessions.closes[s] as number) <= time) s = this.sessions.next[s] as number;
    return s;
  }
}
