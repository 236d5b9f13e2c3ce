// The start of "today".

const DAY_MS = 86_400_000;

/** Midnight UTC of the day that `now` is in. */
export function dayStart(now: number): number {
  return now - (now % DAY_MS);
}
