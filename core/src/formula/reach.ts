// How far from the mark an order of a contract may fill (money §3): ticks, from a mark in cents. For the exchange and
// the page.

import { quotient } from '../number/index.ts';

/**
 * Price band in percent: a limit order that could fill further beyond the mark is refused, and a market order stops
 * there.
 */
export const REACH = 5;
/** No price is above this many ticks. */
export const MOST_TICKS = 2 ** 24 - 1;
const HUNDRED = 100;

/** The highest price at which a buy may fill: mark + 5 %, rounded down. */
export function highestTake(mark: number): number {
  const most = quotient(mark * (HUNDRED + REACH), HUNDRED * HUNDRED);
  return most < MOST_TICKS ? most : MOST_TICKS;
}

/** The lowest price at which a sell may fill: mark − 5 %, rounded up. */
export function lowestTake(mark: number): number {
  const least = quotient(mark * (HUNDRED - REACH) + HUNDRED * HUNDRED - 1, HUNDRED * HUNDRED);
  return least < 1 ? 1 : least;
}

/** Limit of a market order: 5 % beyond the best price or at mark ± 5 %, whichever is nearer. Side 1 buys, 2 sells. */
export function marketReach(side: number, touch: number, mark: number): number {
  if (side === 1) {
    const far = quotient(touch * (HUNDRED + REACH), HUNDRED);
    const most = highestTake(mark);
    return far < most ? far : most;
  }
  const far = quotient(touch * (HUNDRED - REACH) + HUNDRED - 1, HUNDRED);
  const least = lowestTake(mark);
  return far > least ? far : least;
}
