// A token bucket of commands: how many the crowd may send now. What it refuses is not made up for later.

export interface Bucket {
  /** Adds the tokens of the time since the last call, at `rate` per second; at most its capacity. */
  fill(now: number, rate: number): void;
  /** Takes that many tokens, or none if there are fewer. */
  take(count: number): boolean;
  /** Whole tokens left. */
  readonly left: () => number;
}

/** A full bucket of `capacity` commands at `now`, ms. */
export function bucketOf(capacity: number, now: number): Bucket {
  let tokens = capacity;
  let filledAt = now;
  return {
    fill(time, rate) {
      // A clock that was set back adds nothing.
      const seconds = Math.max(0, time - filledAt) / 1_000;
      filledAt = time;
      tokens = Math.min(capacity, tokens + seconds * rate);
    },
    take(count) {
      if (count > tokens) return false;
      tokens -= count;
      return true;
    },
    left: () => Math.floor(tokens),
  };
}
