// What each state of an index allows, as one table (money §11). Cancelling, repaying and adding margin are not listed:
// they are always allowed.

import { PRICE_STATE } from '../enum/index.ts';
import { rejects } from '../schema/index.ts';

/** Uses of a price. */
export const USE = {
  /** Opening a second contract, and the tick that opens or settles one. */
  second: 0,
  /** Opening or increasing debt or a leveraged position. */
  leverage: 1,
  /** Closing or reducing a position. */
  close: 2,
  /** Marks, liquidation, settlement of contracts. */
  settle: 3,
  spotLimit: 4,
  /** Spot market orders, and triggers by index. */
  spotMarket: 5,
} as const;
export type Use = (typeof USE)[keyof typeof USE];

/** Answers: no; yes; only reduce-only limit orders, which rest until the market opens. */
export const NO = 0;
export const YES = 1;
export const LIMITS = 2;

/** money §11, row by row: state × use in the order of `USE`. No state (an unlisted instrument) allows nothing. */
export const VALIDITY: readonly (readonly number[])[] = [
  [NO, NO, NO, NO, NO, NO],
  [YES, YES, YES, YES, YES, YES],
  [NO, YES, YES, YES, YES, YES],
  [NO, NO, YES, NO, YES, NO],
  [NO, NO, LIMITS, NO, NO, NO],
];

const USES = Object.keys(USE).length;
const cells = Uint8Array.from(VALIDITY.flat());

/** Whether an index in that state allows the use: NO, YES or LIMITS. */
export function allows(state: number, use: Use): number {
  return cells[state * USES + use] as number;
}

/** The refusal code of a state that does not allow a use. */
export function whyNot(state: number): number {
  return state === PRICE_STATE.closed
    ? rejects['market.closed']
    : state === PRICE_STATE.aging
      ? rejects['price.aging']
      : rejects['price.stale'];
}
