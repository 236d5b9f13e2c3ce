// The time of batches: a monotonic clock slewed to UTC, never back (design §2 time).

import type { ExchangeClock } from '../clock/index.ts';

/** A step back of UTC beyond this stops intake; a step forward beyond it is taken at once, ms. */
export const LARGEST_STEP = 500;
/** A restart further behind the journal's last batch than this takes no orders, ms. */
export const LARGEST_LAG = 60_000;
/** How fast a small difference to UTC is worked off: this part of the time that passes. */
const SLEW = 0.05;

/** Where time comes from. */
export interface TimeSource {
  /** UTC, ms. */
  readonly utc: () => number;
  /** Never steps, ms. */
  readonly monotonic: () => number;
}

/** The exchange's clock as a source. */
export function timeOf({ now, monotonic }: ExchangeClock): TimeSource {
  return { utc: now, monotonic };
}

/** A reading: a time to stamp a batch with, or why none may be stamped now. */
export type Reading = { readonly time: number } | { readonly blocked: string };

/** Gives batch times: whole milliseconds, never less than the one before. */
export class BatchClock {
  readonly #source: TimeSource;
  /** Our time, with fractions. */
  #now: number;
  #lastUtc: number;
  #lastMonotonic: number;
  #blocked: boolean;

  /** `last`: time of the journal's last batch, ms UTC (0: none). */
  constructor(source: TimeSource, last: number) {
    this.#source = source;
    this.#lastUtc = source.utc();
    this.#lastMonotonic = source.monotonic();
    this.#now = Math.max(last, this.#lastUtc);
    this.#blocked = last - this.#lastUtc > LARGEST_LAG;
  }

  /** Reads the clock. A block ends by itself once UTC is near our time again. */
  read(): Reading {
    const utc = this.#source.utc();
    const monotonic = this.#source.monotonic();
    const passed = Math.max(monotonic - this.#lastMonotonic, 0);
    const step = utc - this.#lastUtc - passed;
    this.#lastUtc = utc;
    this.#lastMonotonic = monotonic;

    if (step < -LARGEST_STEP && this.#now - utc > LARGEST_STEP) this.#blocked = true;
    if (this.#blocked) {
      const ahead = this.#now - utc;
      if (ahead > LARGEST_STEP) {
        return {
          blocked:
            `the clock of this machine is ${Math.round(ahead)} ms behind the last batch ` +
            `(${new Date(Math.floor(this.#now)).toISOString()}); orders are taken again once it is right`,
        };
      }
      this.#blocked = false;
      return { time: Math.floor(this.#now) };
    }

    // After sleep or a pause the whole step is taken at once: prices are stale until a new tick, as they should be.
    if (utc - this.#now > LARGEST_STEP) this.#now = utc;
    else {
      const off = utc - (this.#now + passed);
      const most = passed * SLEW;
      this.#now += passed + Math.min(Math.max(off, -most), most);
    }
    return { time: Math.floor(this.#now) };
  }
}
