// How near the index a stop or take-profit order fills, and a last price triggers (money §2). For the exchange and the
// page. Prices in ticks, the index in cents (ticks ÷ 100).

import { quotient } from '../number/index.ts';
import { MOST_TICKS } from './reach.ts';

/** Most distance from the index at which a triggered order fills, in percent: BTC and ETH, all others. */
export const STOP_REACH = { majors: 2, others: 5 } as const;
/** Most distance from the index at which a last price triggers, in percent: BTC and ETH, all others. */
export const LAST_REACH = { majors: 1, others: 2 } as const;
const HUNDRED = 100;

/** Most distance from the index at which a frozen user's position closes, in percent. */
export const FROZEN_REACH = 1;

/**
 * The worst price at which a triggered order fills: the highest for a buy (side 1), rounded down; the lowest for a
 * sell.
 */
export function stopLimit(side: number, index: number, major: boolean): number {
  return indexLimit(side, index, major ? STOP_REACH.majors : STOP_REACH.others);
}

/** The worst price at which a frozen user's position closes, ticks: 1 % from the index, rounded towards it. */
export function frozenLimit(side: number, index: number): number {
  return indexLimit(side, index, FROZEN_REACH);
}

/** The price `percent` beyond the index, ticks: above it for a buy, rounded down; below it for a sell, rounded up. */
function indexLimit(side: number, index: number, percent: number): number {
  if (side === 1) {
    const most = quotient(index * (HUNDRED + percent), HUNDRED * HUNDRED);
    return most < MOST_TICKS ? most : MOST_TICKS;
  }
  const least = quotient(index * (HUNDRED - percent) + HUNDRED * HUNDRED - 1, HUNDRED * HUNDRED);
  return least < 1 ? 1 : least;
}

/** Whether a last price, also in cents, is near enough to the index to trigger. */
export function lastCounts(last: number, index: number, major: boolean): boolean {
  const apart = last > index ? last - index : index - last;
  return apart * HUNDRED <= index * (major ? LAST_REACH.majors : LAST_REACH.others);
}
