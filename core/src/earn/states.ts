// The states of a stake in staking or finance and their transitions, as one table (money §6, calls §9).

import { EARN_KIND } from '../enum/index.ts';

/** States of a stake: in progress, completed, redeemed. The last two are final: the row is freed. */
export const STATE = { running: 0, completed: 1, redeemed: 2 } as const;

/** When a product pays: staking daily; locked finance at the end; flexible finance by days that renew. */
export const PLAN = { daily: 0, atEnd: 1, renewing: 2 } as const;

/** Inputs of the table. */
export const INPUT = {
  /** A day ended that is not the last. */
  day: 0,
  /** The last day ended; on flexible finance: a day ended and cannot renew. */
  end: 1,
  /** The owner redeems before the end. */
  redeem: 2,
} as const;

/** No transition. */
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
  if (kind === EARN_KIND.staking) return PLAN.daily;
  return kind === EARN_KIND.finance && flexible === 1 ? PLAN.renewing : PLAN.atEnd;
}
