// The exchange's clock: the machine's, or in a test as far ahead of it as the test has moved it. Every part gets it from
// the start; threads share how far ahead it is.

/** How far ahead of the machine the clock is, shared with threads; plain data for `workerData`. */
export type SharedAhead = SharedArrayBuffer;

export interface ExchangeClock {
  /** ms UTC. */
  readonly now: () => number;
  /** Never steps back, ms; moves on with `now`. */
  readonly monotonic: () => number;
}

/** A clock over what threads share; without it the machine's own. */
export function clockOf(ahead?: SharedAhead): ExchangeClock {
  if (ahead === undefined) return { now: () => Date.now(), monotonic: () => performance.now() };
  const cell = new BigInt64Array(ahead);
  const ms = () => Number(Atomics.load(cell, 0));
  return { now: () => Date.now() + ms(), monotonic: () => performance.now() + ms() };
}
