// One timer for many things of one kind that wait equally long: it stands for the earliest, and is set again when it
// rang. So what is withdrawn before its time leaves no timer behind, however often that happens.

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

  /** Something happens at `time` (ms): the timer fires with the clock there, unless it is set for something earlier. */
  set(time: number): void {
    this.row.reach(ROW);
    if (this.row.due[ROW] !== 0) return;
    this.row.due[ROW] = time - 1;
    this.timers.add(time - 1, this.kind, 0);
  }

  /** It rang. */
  rang(): void {
    this.row.due[ROW] = 0;
  }

  /** Due time of the timer that stands, 0 when none does. */
  due(): number {
    return this.row.top === 0 ? 0 : (this.row.due[ROW] as number);
  }
}
