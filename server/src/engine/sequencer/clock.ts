// The time of batches: a monotonic clock slewed to UTC, never back (design §2 time).

import type { ExchangeClock } from '../../shared/clock/index.ts';

/** A step back of UTC beyond this stops intake; a step forward beyond it and within `LARGEST_LEAP` is taken at once, ms. */
export const LARGEST_STEP = 500;
/** A restart further behind the journal's last batch than this takes no orders, ms. */
export const LARGEST_LAG = 60_000;
/** A step forward beyond this stops intake until two people of the desk confirm the clock, or it goes back, ms. */
export const LARGEST_LEAP = 60_000;
/** The machine's clock may be so far from the time that two people confirmed, ms: they took a while. */
export const CONFIRMED_WITHIN = 15 * 60_000;
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
export type Reading = { readonly time: number } | { readonly blocked: string; readonly leap?: Leap };

/** The machine's clock is ahead of ours by more than time can have passed, both ms UTC. */
export interface Leap {
  readonly ours: number;
  readonly machine: number;
}

/** Gives batch times: whole milliseconds, never less than the one before. */
export class BatchClock {
  readonly #source: TimeSource;
  /** Our time, with fractions. */
  #now: number;
  #lastUtc: number;
  #lastMonotonic: number;
  #blocked: boolean;
  #leapt = false;

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

    if (step > LARGEST_LEAP && utc - this.#now - passed > LARGEST_LEAP) this.#leapt = true;
    if (this.#leapt) {
      this.#now += passed;
      const ours = Math.floor(this.#now);
      if (utc - this.#now > LARGEST_LEAP)
        return {
          blocked:
            `the clock of this machine stepped ${Math.round(utc - this.#now)} ms ahead (${new Date(utc).toISOString()}, ` +
            `by the time that passed it is ${new Date(ours).toISOString()}); orders are taken again once two people of ` +
            'the desk confirm it, or it is set back',
          leap: { ours, machine: Math.floor(utc) },
        };
      this.#leapt = false;
      return { time: ours };
    }

    // After a short pause the whole step is taken at once: prices are stale until a new tick, as they should be.
    if (utc - this.#now > LARGEST_STEP) this.#now = utc;
    else {
      const off = utc - (this.#now + passed);
      const most = passed * SLEW;
      this.#now += passed + Math.min(Math.max(off, -most), most);
    }
    return { time: Math.floor(this.#now) };
  }

  /** Takes the machine's clock after a step ahead, if it shows about `time`. Gives whether it did. */
  confirm(time: number): boolean {
    const utc = this.#source.utc();
    if (!this.#leapt || Math.abs(utc - time) > CONFIRMED_WITHIN) return false;
    this.#leapt = false;
    this.#now = Math.max(this.#now, utc);
    return true;
  }
}
