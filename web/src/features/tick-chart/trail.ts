// The index history to draw: one point per tick, bounded however long the page stays open.

import { type IndexTick, toDrawn } from '../../live/index.ts';

/** Maximum points; beyond it, every second point of the older half is dropped. */
export const MAX_POINTS = 4_000;

/** A tick to draw: time in ms UTC; the price as a float for pixels, and as text for printing. */
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

  /** Adds the ticks newer than its last, in the order of their numbers; skips invalid prices. */
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

  /** Drops points older than `time`, except the last one before it, where the line starts. */
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
