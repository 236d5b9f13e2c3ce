// A desk left alone: after the time the server gives, the page signs out by itself, though its own asking keeps the session alive.
// Pure reckoning here; session-life.ts acts on it.

/** What to do about a person who does nothing. */
export type Idle = 'working' | 'warn' | 'leave';

/** The warning stands for this long before the sign-out, ms. */
export const warnBefore = 60_000;

/**
 * @param still milliseconds since the last key or pointer
 * @param idleMs how long somebody may do nothing
 * @param ends when the session ends in any case, ms UTC
 */
export function idleState(still: number, idleMs: number, now: number, ends: number): Idle {
  const left = Math.min(idleMs - still, ends - now);
  if (left <= 0) return 'leave';
  return left <= warnBefore ? 'warn' : 'working';
}
