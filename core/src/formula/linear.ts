// Linear contracts, settled in USDT: value of fills and at marks, profit (money §3). perLot is K: atoms of value per
// lot and tick. Marks are cents, ticks ÷ 100. Side 1 long, 2 short.

import { POSITION_SIDE } from '../enum/index.ts';
import { type Direction, DOWN, mulDiv, UP } from '../number/index.ts';
import { type Fraction, minus, negative, over, plus, times, ZERO } from './fraction.ts';

const CENTS = 100;

/** Value of a fill, settle atoms: exact, the same for both sides. */
export function linearValue(lots: number, ticks: number, perLot: number): number {
  return lots * ticks * perLot;
}

/** Value at a mark, settle atoms, rounded in the named direction. */
export function linearValueAt(lots: number, cents: number, perLot: number, direction: Direction): number {
  return mulDiv(lots * perLot, cents, CENTS, direction);
}

/** Unrealised PnL of lots with cost `cost`, at a mark, settle atoms, rounded down. */
export function linearProfitAt(side: number, lots: number, cost: number, cents: number, perLot: number): number {
  return side === POSITION_SIDE.long
    ? linearValueAt(lots, cents, perLot, DOWN) - cost
    : cost - linearValueAt(lots, cents, perLot, UP);
}

/** Exact profit of a quantity between two prices, in the quote unit. */
export function linearProfit(side: number, quantity: Fraction, entry: Fraction, exit: Fraction): Fraction {
  const up = times(quantity, minus(exit, entry));
  return side === POSITION_SIDE.long ? up : negative(up);
}

/** Exact average price of fills of (quantity, price): total cost divided by total quantity. */
export function linearEntry(fills: readonly (readonly [quantity: Fraction, price: Fraction])[]): Fraction {
  let quantity = ZERO;
  let cost = ZERO;
  for (const [part, price] of fills) {
    quantity = plus(quantity, part);
    cost = plus(cost, times(part, price));
  }
  return over(cost, quantity);
}
