// The states of a second contract and their transitions, as one table (money §5, calls §9).

/** States of a contract: generating, countdown, settled, void. The last two are final: the row is freed. */
export const STATE = { waiting: 0, open: 1, settled: 2, void: 3 } as const;

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
  [STATE.open, STATE.void, NONE, NONE],
  [NONE, NONE, STATE.settled, STATE.void],
  [NONE, NONE, NONE, NONE],
  [NONE, NONE, NONE, NONE],
];

/** The state after an input, NONE when it changes nothing. */
export function after(state: number, input: number): number {
  return NEXT[state]?.[input] ?? NONE;
}
