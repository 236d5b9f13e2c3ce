// Inverse contracts, settled in the coin: value of fills and at marks, profit (money §3). perLot is F: atoms × ticks of
// one contract, so that value = lots × F ÷ ticks. Marks are cents, ticks ÷ 100. Side 1 long, 2 short. A long gains as
// the value in coin falls.

import { POSITION_SIDE } from '../enum/index.ts';
import { type Direction, DOWN, mulDiv, UP } from '../number/index.ts';
import { type Fraction, minus, negative, over, plus, ZERO } from './fraction.ts';

const CENTS = 100;

/**
 * Value of a fill, settle atoms: rounded once, against the taker, then the same for both sides. A buyer wants it high
 * (it opens a long's cost or closes a short), a seller low. So it rounds down for a buying taker, up for a selling one.
 */
export function inverseValue(lots: number, ticks: number, perLot: number, takerBuys: boolean): number {
  return mulDiv(lots, perLot, ticks, takerBuys ? DOWN : UP);
}

/** Value at a mark, settle atoms, rounded in the named direction. */
export function inverseValueAt(lots: number, cents: number, perLot: number, direction: Direction): number {
  return mulDiv(lots, perLot * CENTS, cents, direction);
}

/** Unrealised PnL of lots with cost `cost`, at a mark, settle atoms, rounded down. */
export function inverseProfitAt(side: number, lots: number, cost: number, cents: number, perLot: number): number {
  return side === POSITION_SIDE.long
    ? cost - inverseValueAt(lots, cents, perLot, UP)
    : inverseValueAt(lots, cents, perLot, DOWN) - cost;
}

/** Exact profit in coin of a quantity (in the quote unit) between two prices. */
export function inverseProfit(side: number, quantity: Fraction, entry: Fraction, exit: Fraction): Fraction {
  const up = minus(over(quantity, entry), over(quantity, exit));
  return side === POSITION_SIDE.long ? up : negative(up);
}

/** Exact average price of fills of (quantity, price): total quantity divided by total cost in coin. */
export function inverseEntry(fills: readonly (readonly [quantity: Fraction, price: Fraction])[]): Fraction {
  let quantity = ZERO;
  let cost = ZERO;
  for (const [part, price] of fills) {
    quantity = plus(quantity, part);
    cost = plus(cost, over(part, price));
  }
  return over(quantity, cost);
}
