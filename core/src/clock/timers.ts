// Timers: a heap of (due, kind, id) in the state. A timer due at T fires when the clock first passes T.

import { RULE } from '../rules.ts';
import { type Registry, SLOT_SPAN, table } from '../state/index.ts';
import type { Clock } from './time.ts';
import type { Expect } from '../expect.ts';

/** Most timers at once: more than all rows that have a timer, with three per loan (core §6). */
export const MAX_TIMERS = 20_000_000;

/**
 * The part of them for what the desk lists: instruments, calendars, contracts (two each), coins, campaigns, and kinds
 * with a single timer.
 */
export const LISTED_TIMERS = 400_000;

/** Purposes of timers. Among timers due at one time the lower kind fires first. */
export const TIMER = {
  instrument: 1,
  calendar: 2,
  day: 3,
  /** Second contracts: no tick came to open at; matured. */
  secondOpen: 4,
  secondMature: 5,
  /** Contracts: a market's funding; a minute's premium. */
  funding: 6,
  premium: 7,
  /** The next hour of a margin debt. */
  interest: 8,
  earnDay: 9,
  earnEnd: 10,
  loanDue: 11,
  loanDay: 12,
  /** The payment window of an OTC deal ends. */
  deal: 13,
  proposal: 14,
  /** A parameter change takes effect. */
  change: 15,
  /** A reward campaign ends. */
  campaign: 17,
  /** The next collection of an overdue loan; before rules `rowTimers` a `loanDay` too. */
  loanCollect: 18,
  /** A skipped withdrawal returns to the queue; an approved withdrawal that is not signed is checked. */
  withdrawalTurn: 19,
  /** The next minute of a coin with queued withdrawals. */
  withdrawalMinute: 20,
  /** A pending swap without an index is due, or its waiting time ends. */
  swap: 21,
  /** A calendar reaches the last hour or the last ten minutes before a close. */
  closing: 22,
  /** A minute begins in which the insurance fund unwinds inventory; the random time drawn within it. */
  unwind: 23,
  /** The claim period of an ended OTC deal is over. */
  claimable: 26,
  /** A proposal that needs notice expires. */
  noticed: 27,
  /** An hour begins: what it adds to withdrawal allowances. */
  withdrawalHour: 30,
  /** Second contracts of one moment matured (since rules `secondsInSteps`). */
  secondEnd: 28,
} as const;

/**
 * Kinds whose timer belongs to a row. A row has at most one timer of each kind, and cancels it when it ends earlier.
 */
const OF_ROWS: readonly number[] = [
  TIMER.calendar,
  TIMER.secondOpen,
  TIMER.secondMature,
  TIMER.earnDay,
  TIMER.earnEnd,
  TIMER.loanDue,
  TIMER.loanDay,
  TIMER.loanCollect,
  TIMER.deal,
  TIMER.withdrawalTurn,
  TIMER.swap,
  TIMER.closing,
  TIMER.claimable,
];
const FIRST_PLACES = 64;

export class Timers {
  private readonly heap;
  private readonly clock: Clock;
  /** For `OF_ROWS`: by kind, then by row slot, the timer's position in the heap. Derived; 0: none. */
  private readonly places: (Int32Array | undefined)[] = [];

  constructor(registry: Registry, clock: Clock) {
    this.clock = clock;
    this.heap = registry.add(table('timers', { due: 'f64', kind: 'i32', item: 'f64' }, MAX_TIMERS));
    for (const kind of OF_ROWS) {
      while (this.places.length <= kind) this.places.push(undefined);
      this.places[kind] = new Int32Array(FIRST_PLACES);
    }
  }

  /** Timers that are set. */
  get count(): number {
    return this.heap.live;
  }

  /** Rebuilds the positions of the rows' timers, on load. */
  rebuild(): void {
    for (let at = 1; at <= this.heap.live; at += 1) this.note(at, at);
  }

  /** The earliest due time, Infinity when no timer is set. */
  next(): number {
    return this.heap.live === 0 ? Infinity : (this.heap.due[1] as number);
  }

  kind(): number {
    return this.heap.kind[1] as number;
  }

  id(): number {
    return this.heap.item[1] as number;
  }

  /** Whether `timers` more can be set for something new that a user opens. */
  fits(timers: number): boolean {
    return this.heap.live + timers <= this.heap.most - LISTED_TIMERS;
  }

  add(due: number, kind: number, id: number): void {
    const heap = this.heap;
    if (heap.live >= heap.most) throw new RangeError(`Expected a free timer, all ${heap.most} are in use.`);
    heap.live += 1;
    heap.reach(heap.live);
    this.rise(heap.live, due, kind, id);
  }

  /** Removes the earliest timer. */
  pop(): void {
    this.remove(1);
  }

  /**
   * Cancels a row's timer because the row ends earlier. Before rules `rowTimers` the timer stays, and finds no row when
   * it fires.
   */
  cancel(kind: number, id: number): void {
    if (this.clock.rules < RULE.rowTimers) return;
    const at = this.places[kind]?.[slotOf(id)] ?? 0;
    if (at !== 0) this.remove(at);
  }

  /** Removes timers of the given kinds for which `keeps` is false. Runs when rules `rowTimers` take effect. */
  keep(kinds: readonly number[], keeps: (due: number, kind: number, id: number) => boolean): void {
    const heap = this.heap;
    const waiting = heap.live;
    for (let at = 1; at <= waiting; at += 1) this.note(at, 0);
    heap.live = 0;
    for (let at = 1; at <= waiting; at += 1) {
      const due = heap.due[at] as number;
      const kind = heap.kind[at] as number;
      const id = heap.item[at] as number;
      this.clear(at);
      if (kinds.includes(kind) && !keeps(due, kind, id)) continue;
      heap.live += 1;
      this.rise(heap.live, due, kind, id);
    }
  }

  /** Checks the heap's order and the position of each row's timer. */
  audit(expect: Expect): void {
    const heap = this.heap;
    for (let at = 2; at <= heap.live; at += 1)
      expect(
        !this.less(heap.due[at] as number, heap.kind[at] as number, heap.item[at] as number, at >> 1),
        () => `timer ${at} not before timer ${at >> 1}`,
      );
    if (this.clock.rules < RULE.rowTimers) return;
    for (let at = 1; at <= heap.live; at += 1) {
      const place = this.places[heap.kind[at] as number]?.[slotOf(heap.item[at] as number)];
      expect(
        place === undefined || place === at,
        () => `one timer of kind ${heap.kind[at]} for ${heap.item[at]}, at ${at}, got ${place}`,
      );
    }
  }

  /** Removes the timer at a heap position; the last timer takes its position. */
  private remove(place: number): void {
    const heap = this.heap;
    this.note(place, 0);
    const last = heap.live;
    const due = heap.due[last] as number;
    const kind = heap.kind[last] as number;
    const id = heap.item[last] as number;
    this.clear(last);
    heap.live -= 1;
    if (last === place) return;
    if (place > 1 && this.less(due, kind, id, place >> 1)) this.rise(place, due, kind, id);
    else this.sink(place, due, kind, id);
  }

  /** Writes a timer at a free position, or moves it up to where it belongs. */
  private rise(from: number, due: number, kind: number, id: number): void {
    let at = from;
    while (at > 1) {
      const parent = at >> 1;
      if (!this.less(due, kind, id, parent)) break;
      this.move(parent, at);
      at = parent;
    }
    this.write(at, due, kind, id);
  }

  /** Writes a timer at a free position, or moves it down to where it belongs. */
  private sink(from: number, due: number, kind: number, id: number): void {
    const heap = this.heap;
    let at = from;
    for (let child = at * 2; child <= heap.live; child = at * 2) {
      if (
        child < heap.live &&
        this.less(heap.due[child + 1] as number, heap.kind[child + 1] as number, heap.item[child + 1] as number, child)
      )
        child += 1;
      if (this.less(due, kind, id, child)) break;
      this.move(child, at);
      at = child;
    }
    this.write(at, due, kind, id);
  }

  private less(due: number, kind: number, id: number, at: number): boolean {
    const heap = this.heap;
    if (due !== heap.due[at]) return due < (heap.due[at] as number);
    if (kind !== heap.kind[at]) return kind < (heap.kind[at] as number);
    return id < (heap.item[at] as number);
  }

  private move(from: number, to: number): void {
    const heap = this.heap;
    this.write(to, heap.due[from] as number, heap.kind[from] as number, heap.item[from] as number);
  }

  private write(at: number, due: number, kind: number, id: number): void {
    const heap = this.heap;
    heap.due[at] = due;
    heap.kind[at] = kind;
    heap.item[at] = id;
    this.note(at, at);
  }

  private clear(at: number): void {
    const heap = this.heap;
    heap.due[at] = 0;
    heap.kind[at] = 0;
    heap.item[at] = 0;
  }

  /** Records `place` as the position of the timer at `at`. */
  private note(at: number, place: number): void {
    const kind = this.heap.kind[at] as number;
    let places = this.places[kind];
    if (places === undefined) return;
    const slot = slotOf(this.heap.item[at] as number);
    if (slot >= places.length) {
      let length = places.length;
      while (length <= slot) length *= 2;
      const longer = new Int32Array(length);
      longer.set(places);
      places = longer;
      this.places[kind] = places;
    }
    places[slot] = place;
  }
}

/** The slot of a row's id. A calendar is its own slot. */
function slotOf(id: number): number {
  return id & (SLOT_SPAN - 1);
}
