// Rate allowance per source and minute. It refills continuously, so that waiting helps at once.

/** Most sources remembered; the least recently seen is dropped first. */
const SOURCES_MOST = 20_000;
const MINUTE = 60_000;

interface Spent {
  /** Units spent, as of `at`. */
  units: number;
  /** ms of a monotonic clock. */
  at: number;
}

/** An allowance of `most` units per minute for each source. */
export class Meter {
  readonly #most: number;
  readonly #now: () => number;
  readonly #spent = new Map<string, Spent>();

  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
  }

  /** Takes `units`; returns 0, or the whole seconds to wait if the allowance is used up, taking nothing. */
  take(source: string, units: number): number {
    const spent = this.#of(source);
    const over = spent.units + units - this.#most;
    if (over > 0) return Math.max(1, Math.ceil((over * MINUTE) / this.#most / 1_000));
    spent.units += units;
    return 0;
  }

  /** Takes units that are only known afterwards, even beyond the allowance: the next call waits for it. */
  charge(source: string, units: number): void {
    this.#of(source).units += units;
  }

  #of(source: string): Spent {
    const now = this.#now();
    const known = this.#spent.get(source);
    const spent = known ?? { units: 0, at: now };
    spent.units = Math.max(0, spent.units - ((now - spent.at) * this.#most) / MINUTE);
    spent.at = now;
    if (known !== undefined) this.#spent.delete(source);
    else if (this.#spent.size >= SOURCES_MOST) {
      const [oldest] = this.#spent.keys();
      if (oldest !== undefined) this.#spent.delete(oldest);
    }
    this.#spent.set(source, spent);
    return spent;
  }
}
