// Batch times: a monotonic clock slewed to UTC that never goes back (design §2 time).

import type { ExchangeClock } from '../../shared/clock/index.ts';
import { IntakeError } from './link.ts';

/**
 * A UTC step back of more than this stops intake. A larger step forward, up to `LARGEST_LEAP`, is applied at once, ms.
 */
export const LARGEST_STEP = 500;
/** After a restart further behind the journal's last batch than this, intake stays stopped, ms. */
export const LARGEST_LAG = 60_000;
/** A step forward of more than this stops intake until two staff members confirm the clock, or it is set back, ms. */
export const LARGEST_LEAP = 60_000;
/**
 * Largest difference between the step of the machine's clock and the one that two staff members confirmed, ms: a further
 * step is not what they saw.
 */
export const CONFIRMED_WITHIN = LARGEST_LEAP;
/** How fast a small difference to UTC is corrected: this fraction of the time that passes. */
const SLEW = 0.05;

/** Source of time. */
export interface TimeSource {
  /** UTC, ms. */
  readonly utc: () => number;
  /** Monotonic, never steps, ms. */
  readonly monotonic: () => number;
}

/** The exchange's clock as a source. */
export function timeOf({ now, monotonic }: ExchangeClock): TimeSource {
  return { utc: now, monotonic };
}

/** A reading: the time to stamp a batch with, or why no batch may be stamped now. */
export type Reading = { readonly time: number } | { readonly blocked: string; readonly leap?: Leap };

/** The machine's clock is further ahead of the batch clock than time can have passed. Both in ms UTC. */
export interface Leap {
  readonly ours: number;
  readonly machine: number;
}

/** Whether both name the same step, or neither names one. */
export function sameLeap(one: Leap | undefined, other: Leap | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Math.abs(one.machine - one.ours - (other.machine - other.ours)) <= LARGEST_LEAP;
}

/** Produces batch times: whole milliseconds, never less than the previous one. */
export class BatchClock {
  readonly #source: TimeSource;
  /** Current batch time, ms with fractions. */
  #now: number;
  #lastUtc: number;
  #lastMonotonic: number;
  #blocked: boolean;
  #leapt = false;

  /** `last`: time of the journal's last batch, ms UTC (0: no batch). */
  constructor(source: TimeSource, last: number) {
    this.#source = source;
    this.#lastUtc = source.utc();
    this.#lastMonotonic = source.monotonic();
    this.#now = Math.max(last, this.#lastUtc);
    this.#blocked = last - this.#lastUtc > LARGEST_LAG;
  }

  /** Reads the clock. A block ends by itself once UTC is close to the batch time again. */
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

    // After a short pause the whole step is applied at once. Prices are stale until a new tick, as they should be.
    if (utc - this.#now > LARGEST_STEP) this.#now = utc;
    else {
      const off = utc - (this.#now + passed);
      const most = passed * SLEW;
      this.#now += passed + Math.min(Math.max(off, -most), most);
    }
    return { time: Math.floor(this.#now) };
  }

  /** Accepts the machine's clock if it stepped ahead by about `ahead` ms. Returns whether it did. */
  confirm(ahead: number): boolean {
    const utc = this.#source.utc();
    if (!this.#leapt || Math.abs(utc - this.#now - ahead) > CONFIRMED_WITHIN) return false;
    this.#leapt = false;
    this.#now = Math.max(this.#now, utc);
    return true;
  }
}

/**
 * From when a protective wait counts (a new address, a switched off allow-list, a changed credential): the later of the
 * machine's clock and the journal's newest row, ms UTC. By a clock that is behind, a wait would be over as soon as the
 * clock is right again.
 * @param journal time of the newest row that is known, ms UTC
 * @throws {IntakeError} 503 while the clock is further behind than a start accepts: how long it has been so is unknown.
 */
export function waitsFrom(now: number, journal: number): number {
  if (journal - now > LARGEST_LAG)
    throw new IntakeError(
      'server.notTaking',
      `the machine's clock is ${journal - now} ms behind the journal; nothing was done`,
    );
  return Math.max(now, journal);
}
