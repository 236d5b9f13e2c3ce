// Signs out an idle desk after the server's time limit, although automatic requests keep the session alive. Pure;
// session-life.ts acts on it.

/** What to do about an idle staff member. */
export type Idle = 'working' | 'warn' | 'leave';

/** Time from the warning to the sign-out, ms. */
export const warnBefore = 60_000;

/**
 * @param still milliseconds since the last key or pointer event
 * @param idleMs the time limit without input
 * @param ends when the session ends in any case, ms UTC
 */
export function idleState(still: number, idleMs: number, now: number, ends: number): Idle {
  const left = Math.min(idleMs - still, ends - now);
  if (left <= 0) return 'leave';
  return left <= warnBefore ? 'warn' : 'working';
}
