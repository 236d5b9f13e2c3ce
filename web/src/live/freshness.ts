// The age of each stream's data: data frames count, heartbeats and pongs do not.

import { LiveStore } from './stores/store.ts';

/** A price older than this restricts trading step by step (money §11). */
export const AGING_MS = 2_000;
export const STALE_MS = 10_000;

export type Freshness = 'unknown' | 'fresh' | 'aging' | 'stale';

/** The meaning of an age; `undefined`: no data yet. */
export function judgeAge(ageMs: number | undefined): Freshness {
  if (ageMs === undefined) return 'unknown';
  if (ageMs > STALE_MS) return 'stale';
  return ageMs > AGING_MS ? 'aging' : 'fresh';
}

/** The last data frame of each stream, by the stream's key; times of the local steady clock, ms. */
export class FreshnessBook extends LiveStore {
  readonly #last = new Map<string, number>();

  /** Records a data frame of the stream at `now`. */
  data(key: string, now: number): void {
    this.#last.set(key, now);
  }

  /** The stream was unsubscribed; its age is unknown again. */
  forget(key: string): void {
    this.#last.delete(key);
  }

  /** Milliseconds since the stream's last data frame, undefined when none came. */
  age(key: string, now: number): number | undefined {
    const last = this.#last.get(key);
    return last === undefined ? undefined : Math.max(0, now - last);
  }
}
