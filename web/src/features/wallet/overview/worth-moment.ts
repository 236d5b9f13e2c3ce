// The moment that a point of the worth over thirty days tells of.

const DAY_MS = 86_400_000;

/**
 * A point is what one had when its UTC day ended; that of the day that still runs is of now.
 * @param day beginning of the UTC day, ms UTC
 * @param now the server's time, ms UTC
 */
export function worthMoment(day: number, now: number): number {
  return Math.min(day + DAY_MS, now);
}
