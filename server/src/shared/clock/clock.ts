// The exchange's clock: the machine's, plus whatever offset a test has set. The start passes it to every part; threads
// share the offset.

/** The clock's offset from the machine, shared with threads; plain data for `workerData`. */
export type SharedAhead = SharedArrayBuffer;

export interface ExchangeClock {
  /** ms UTC. */
  readonly now: () => number;
  /** Never steps back, ms; advances with `now`. */
  readonly monotonic: () => number;
}

/** A clock with the shared offset; without it the machine's clock. */
export function clockOf(ahead?: SharedAhead): ExchangeClock {
  if (ahead === undefined) return { now: () => Date.now(), monotonic: () => performance.now() };
  const cell = new BigInt64Array(ahead);
  const ms = () => Number(Atomics.load(cell, 0));
  return { now: () => Date.now() + ms(), monotonic: () => performance.now() + ms() };
}
