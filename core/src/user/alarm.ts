// One timer for many items of one kind that all wait equally long. It is set for the earliest, and again after it
// fires. So items withdrawn early leave no timer behind, however many there are.

import type { Timers } from '../clock/index.ts';
import { type Registry, table } from '../state/index.ts';

const ROW = 1;

export class Alarm {
  private readonly row;
  private readonly timers: Timers;
  private readonly kind: number;

  constructor(registry: Registry, timers: Timers, name: string, kind: number) {
    this.row = registry.add(table(name, { due: 'f64' }, 1));
    this.timers = timers;
    this.kind = kind;
  }

  /** Sets the timer for `time` (ms), unless it is set for something earlier. */
  set(time: number): void {
    this.row.reach(ROW);
    if (this.row.due[ROW] !== 0) return;
    this.row.due[ROW] = time - 1;
    this.timers.add(time - 1, this.kind, 0);
  }

  /** Clears the timer after it fired. */
  rang(): void {
    this.row.due[ROW] = 0;
  }

  /** Due time of the timer, 0 when none is set. */
  due(): number {
    return this.row.top === 0 ? 0 : (this.row.due[ROW] as number);
  }
}
