// The cost of a spot order: the same figures for the exchange and for the page (money §2).

import { DOWN, mulDiv, quotient, UP } from '../number/index.ts';

/** Most distance of a market order from the best price, in percent. */
export const PROTECTION = 5;
/** Price band: a buy further above the index or a sell further below it is refused, in percent. */
export const BAND = 20;
/** Passive orders may rest down to a tenth of the index and up to ten times it. */
export const FAR = 10;
/** A stop-market buy by quantity holds quantity × trigger × 1.05. */
export const STOP_HOLD = 105;
const HUNDRED = 100;

/** Value in quote atoms of lots at a price: exact while the result is below 2^53. */
export function valueOf(lots: number, ticks: number, atomsPerTickLot: number): number {
  return lots * ticks * atomsPerTickLot;
}

/** Highest price of a buy, in ticks, at an index in cents (ticks ÷ 100): index + 20 %. */
export function highestBuy(cents: number): number {
  return quotient(cents * (HUNDRED + BAND), HUNDRED * HUNDRED);
}

/** Lowest price of a sell: index − 20 %, rounded up to a tick. */
export function lowestSell(cents: number): number {
  const scaled = cents * (HUNDRED - BAND);
  return quotient(scaled + HUNDRED * HUNDRED - 1, HUNDRED * HUNDRED);
}

/** Lowest price at which a buy may rest: a tenth of the index, rounded up, at least one tick. */
export function lowestBuy(cents: number): number {
  const least = quotient(cents + FAR * HUNDRED - 1, FAR * HUNDRED);
  return least < 1 ? 1 : least;
}

/** Highest price at which a sell may rest: ten times the index, at most `mostTicks`. */
export function highestSell(cents: number, mostTicks: number): number {
  const most = quotient(cents * FAR, HUNDRED);
  return most < mostTicks ? most : mostTicks;
}

/** Limit of a market order: 5 % beyond the best price or at the band, whichever is nearer. `side` 1 buy, 2 sell. */
export function marketLimit(side: number, touch: number, cents: number): number {
  if (side === 1) {
    const far = quotient(touch * (HUNDRED + PROTECTION), HUNDRED);
    const band = highestBuy(cents);
    return far < band ? far : band;
  }
  const far = quotient(touch * (HUNDRED - PROTECTION) + HUNDRED - 1, HUNDRED);
  const band = lowestSell(cents);
  return far > band ? far : band;
}

/** Quote atoms a stop-market buy by quantity holds until it is triggered. */
export function stopHold(lots: number, trigger: number, atomsPerTickLot: number): number {
  return mulDiv(lots * trigger * atomsPerTickLot, STOP_HOLD, HUNDRED, UP);
}

/** Whole lots that `amount` quote atoms buy at a price. */
export function lotsFor(amount: number, ticks: number, atomsPerTickLot: number): number {
  return mulDiv(amount, 1, ticks * atomsPerTickLot, DOWN);
}
