// The states of a second contract and their transitions, as one table (money §5, calls §9).

import { SECOND_STATUS } from '../enum/index.ts';

/** Inputs of the table. */
export const INPUT = {
  /** A valid tick, sequenced at its `opensFrom` or later. */
  tick: 0,
  /** The time for that tick is over. */
  late: 1,
  /** It matured, and a valid tick at most 2 s old settles it. */
  priced: 2,
  /** It matured without such a tick. */
  unpriced: 3,
} as const;

/** No transition. */
export const NONE = -1;

/** State × input, in the order of `STATE` and `INPUT`. */
export const NEXT: readonly (readonly number[])[] = [
  [SECOND_STATUS.countdown, SECOND_STATUS.void, NONE, NONE],
  [NONE, NONE, SECOND_STATUS.settled, SECOND_STATUS.void],
  [NONE, NONE, NONE, NONE],
  [NONE, NONE, NONE, NONE],
];

/** The state after an input, NONE when it changes nothing. */
export function after(state: number, input: number): number {
  return NEXT[state]?.[input] ?? NONE;
}
