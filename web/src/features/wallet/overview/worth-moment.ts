// The time that a point of the 30-day value refers to.

const DAY_MS = 86_400_000;

/**
 * A point is the value at the end of its UTC day; that of the current day is the value now.
 * @param day beginning of the UTC day, ms UTC
 * @param now the server's time, ms UTC
 */
export function worthMoment(day: number, now: number): number {
  return Math.min(day + DAY_MS, now);
}
