// The day before an opening, for figures of the last 24 hours: the opening price, the high and the low from any minute
// on in one step.

import type { Extremes } from '../../projection/live/index.ts';
import type { PastCandle } from './past.ts';

export class LastDay {
  readonly #times: readonly number[];
  /** By minute: from it to the opening. */
  readonly #rest: readonly Extremes[];
  /** The last hours when the market was open, oldest first; the last ends at the opening. */
  readonly hours: readonly PastCandle[];

  /** @param minutes of the day, oldest first, without those when the market was closed. @param hours the same. */
  constructor(minutes: readonly PastCandle[], hours: readonly PastCandle[]) {
    this.hours = hours;
    this.#times = minutes.map(({ time }) => time);
    const rest: Extremes[] = [];
    let high = 0;
    let low = Infinity;
    for (const minute of minutes.toReversed()) {
      high = Math.max(high, minute.high);
      low = Math.min(low, minute.low);
      rest.push({ open: minute.open, high, low });
    }
    this.#rest = rest.toReversed();
  }

  /** From a time (ms UTC) to the opening; undefined if the market was closed throughout. */
  since(time: number): Extremes | undefined {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] ?? Infinity) < time) low = middle + 1;
      else high = middle;
    }
    return this.#rest[low];
  }
}
