// The states of a second contract and what moves it, as one table (money §5, calls §9).

/** What a contract is: generating, countdown, settled, void. The last two are final: its row is given back. */
export const STATE = { waiting: 0, open: 1, settled: 2, void: 3 } as const;

/** What may happen to it. */
export const INPUT = {
  /** A valid tick, sequenced at its `opensFrom` or later. */
  tick: 0,
  /** The time in which that tick must come is over. */
  late: 1,
  /** It matured, and there is a valid tick of at most 2 s to settle by. */
  priced: 2,
  /** It matured, and there is none. */
  unpriced: 3,
} as const;

/** Nothing happens. */
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
