// Whether a time has passed since a stored moment. The machine's clock may be set back in between.

/**
 * Whether `rest` ms have passed. A moment that lies that far ahead of the clock was noted by a wrong clock, since set back:
 * waiting until it comes again would stop the work for as long as the clock was wrong.
 * @param at ms UTC, when it was noted
 * @param now ms UTC
 */
export function hasPassed(at: number, rest: number, now: number): boolean {
  return Math.abs(now - at) >= rest;
}
