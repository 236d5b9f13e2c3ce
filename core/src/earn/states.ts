// The states of a stake in staking or finance and what moves it, as one table (money §6, calls §9).

import { FINANCE, STAKING } from '../formula/index.ts';

/** What a stake is: in progress, completed, redeemed. The last two are final: its row is given back. */
export const STATE = { running: 0, completed: 1, redeemed: 2 } as const;

/** How a product pays: staking by the day; locked finance at the end; flexible finance by days that renew. */
export const PLAN = { daily: 0, atEnd: 1, renewing: 2 } as const;

/** What may happen to a stake. */
export const INPUT = {
  /** A day is over that is not its last. */
  day: 0,
  /** Its last day is over; of flexible finance: a day is over and the next one cannot be had. */
  end: 1,
  /** Its owner takes it back before the end. */
  redeem: 2,
} as const;

/** Nothing happens. */
export const NONE = -1;

const running = [STATE.running, STATE.completed, STATE.redeemed];
const over = [NONE, NONE, NONE];

/** Plan × state × input, in the order of `PLAN`, `STATE` and `INPUT`. */
export const NEXT: readonly (readonly (readonly number[])[])[] = [
  [running, over, over],
  // Locked finance counts no days.
  [[NONE, STATE.completed, STATE.redeemed], over, over],
  [running, over, over],
];

/** The state after an input, NONE when it changes nothing. */
export function after(plan: number, state: number, input: number): number {
  return NEXT[plan]?.[state]?.[input] ?? NONE;
}

export function planOf(kind: number, flexible: number): number {
  if (kind === STAKING) return PLAN.daily;
  return kind === FINANCE && flexible === 1 ? PLAN.renewing : PLAN.atEnd;
}
