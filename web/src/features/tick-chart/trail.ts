// The way the index went, as it is drawn: one point a tick, bounded however long the page stays open.

import { type IndexTick, toDrawn } from '../../live/index.ts';

/** Points kept; beyond them the older half loses every second one. */
export const MAX_POINTS = 4_000;

/** A tick as it is drawn: time in ms UTC; the price as a float becomes pixels only, as text it is printed. */
export interface TrailPoint {
  readonly seq: number;
  readonly time: number;
  readonly value: number;
  readonly price: string;
}

export class TickTrail {
  #points: TrailPoint[] = [];

  /** Oldest first. Read only. */
  get points(): readonly TrailPoint[] {
    return this.#points;
  }

  get last(): TrailPoint | undefined {
    return this.#points.at(-1);
  }

  /** Takes what is newer than its last from ticks in the order of their numbers; what is no price is passed over. */
  take(ticks: readonly IndexTick[]): void {
    const after = this.last?.seq ?? -Infinity;
    let at = ticks.length;
    while (at > 0 && (ticks[at - 1]?.seq ?? -Infinity) > after) at -= 1;
    for (; at < ticks.length; at += 1) {
      const tick = ticks[at];
      const value = tick ? toDrawn(tick.price) : Number.NaN;
      if (tick && Number.isFinite(value))
        this.#points.push({ seq: tick.seq, time: tick.time, value, price: tick.price });
    }
    if (this.#points.length > MAX_POINTS) this.#thin();
  }

  /** Forgets what is older than `time`, but the last point before it: the line comes from there. */
  forgetBefore(time: number): void {
    let from = 0;
    while (from + 1 < this.#points.length && (this.#points[from + 1]?.time ?? Infinity) < time) from += 1;
    if (from > 0) this.#points.splice(0, from);
  }

  clear(): void {
    this.#points = [];
  }

  #thin(): void {
    const half = this.#points.length >>> 1;
    this.#points = this.#points.filter((_, at) => at >= half || at % 2 === 0);
  }
}
