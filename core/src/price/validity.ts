// When prices are not good: what each state of an index allows, as one table (money §11). Cancelling, repaying and
// adding margin are not in it: they are always allowed.

import { rejects } from '../schema/index.ts';

/** States of an index. */
export const VALID = 1;
export const AGING = 2;
export const STALE = 3;
export const CLOSED = 4;

/** What a price may be wanted for. */
export const USE = {
  /** A new second contract, and the tick that opens or settles one. */
  second: 0,
  /** Opening or adding to what is borrowed or levered. */
  leverage: 1,
  /** Closing or reducing a position. */
  close: 2,
  /** Marks, liquidation, settlement of contracts. */
  settle: 3,
  spotLimit: 4,
  /** Spot orders without a limit, and triggers by index. */
  spotMarket: 5,
} as const;
export type Use = (typeof USE)[keyof typeof USE];

/** Answers: no; yes; reduce-only limits, which rest until the market opens. */
export const NO = 0;
export const YES = 1;
export const LIMITS = 2;

/** money §11, row by row: state × use in the order of `USE`. No state (an instrument nobody listed) allows nothing. */
export const VALIDITY: readonly (readonly number[])[] = [
  [NO, NO, NO, NO, NO, NO],
  [YES, YES, YES, YES, YES, YES],
  [NO, YES, YES, YES, YES, YES],
  [NO, NO, YES, NO, YES, NO],
  [NO, NO, LIMITS, NO, NO, NO],
];

const USES = Object.keys(USE).length;
const cells = Uint8Array.from(VALIDITY.flat());

/** Whether an index in that state may be used so: NO, YES or LIMITS. */
export function allows(state: number, use: Use): number {
  return cells[state * USES + use] as number;
}

/** The code with which a state that does not allow something refuses it. */
export function whyNot(state: number): number {
  return state === CLOSED
    ? rejects['market.closed']
    : state === AGING
      ? rejects['price.aging']
      : rejects['price.stale'];
}
