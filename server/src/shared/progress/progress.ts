// Progress of a start: a long one says how far it is, so that nobody takes it for one that hangs.

/** How often progress is reported, ms. */
const PROGRESS_EVERY = 5_000;

/**
 * Returns what is called after each row; it calls `report` at most once in a while.
 * @param every ms; tests report each row.
 */
export function progressReporter(report: (row: number) => void, every: number = PROGRESS_EVERY): (row: number) => void {
  let last = performance.now();
  return (row) => {
    const now = performance.now();
    if (now - last < every) return;
    last = now;
    report(row);
  };
}
