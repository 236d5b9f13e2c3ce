// What is due when: a heap of (due, kind, id) in the state. Due T fires when the clock first shows more than T.

import { type Registry, table } from '../state/index.ts';

/** Most timers at a time: a few an instrument and calendar, later one a contract. */
const MAX_TIMERS = 8_000_000;

/** What a timer is for; among timers of one time the lower kind goes first. */
export const TIMER = {
  instrument: 1,
  calendar: 2,
  day: 3,
  /** Second contracts: none came to open at; matured. */
  secondOpen: 4,
  secondMature: 5,
  /** Contracts: a market's funding; a minute's premium. */
  funding: 6,
  premium: 7,
  /** An hour of a margin debt. */
  interest: 8,
  earnDay: 9,
  earnEnd: 10,
  loanDue: 11,
  loanDay: 12,
  /** The time to pay of an OTC deal is over. */
  deal: 13,
  proposal: 14,
  /** A change of parameters takes effect. */
  change: 15,
  /** A campaign of rewards is over. */
  campaign: 17,
} as const;

export class Timers {
  private readonly heap;

  constructor(registry: Registry) {
    this.heap = registry.add(table('timers', { due: 'f64', kind: 'i32', item: 'f64' }, MAX_TIMERS));
  }

  /** The earliest due time, Infinity when nothing waits. */
  next(): number {
    return this.heap.live === 0 ? Infinity : (this.heap.due[1] as number);
  }

  kind(): number {
    return this.heap.kind[1] as number;
  }

  id(): number {
    return this.heap.item[1] as number;
  }

  add(due: number, kind: number, id: number): void {
    const heap = this.heap;
    heap.live += 1;
    heap.reach(heap.live);
    let at = heap.live;
    while (at > 1) {
      const parent = at >> 1;
      if (!this.less(due, kind, id, parent)) break;
      this.move(parent, at);
      at = parent;
    }
    heap.due[at] = due;
    heap.kind[at] = kind;
    heap.item[at] = id;
  }

  /** Takes the earliest timer away. */
  pop(): void {
    const heap = this.heap;
    const last = heap.live;
    const due = heap.due[last] as number;
    const kind = heap.kind[last] as number;
    const id = heap.item[last] as number;
    heap.due[last] = 0;
    heap.kind[last] = 0;
    heap.item[last] = 0;
    heap.live -= 1;
    if (heap.live === 0) return;
    let at = 1;
    for (let child = 2; child <= heap.live; child = at * 2) {
      if (
        child < heap.live &&
        this.less(heap.due[child + 1] as number, heap.kind[child + 1] as number, heap.item[child + 1] as number, child)
      )
        child += 1;
      if (this.less(due, kind, id, child)) break;
      this.move(child, at);
      at = child;
    }
    heap.due[at] = due;
    heap.kind[at] = kind;
    heap.item[at] = id;
  }

  private less(due: number, kind: number, id: number, at: number): boolean {
    const heap = this.heap;
    if (due !== heap.due[at]) return due < (heap.due[at] as number);
    if (kind !== heap.kind[at]) return kind < (heap.kind[at] as number);
    return id < (heap.item[at] as number);
  }

  private move(from: number, to: number): void {
    const heap = this.heap;
    heap.due[to] = heap.due[from] as number;
    heap.kind[to] = heap.kind[from] as number;
    heap.item[to] = heap.item[from] as number;
  }
}
