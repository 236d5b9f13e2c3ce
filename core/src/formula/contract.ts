// One set of functions for linear and inverse contracts, in whole atoms with named rounding: the exchange settles with
// these. type 2 linear, 3 inverse (market types); side 1 long, 2 short.

import { MARKET_TYPE, POSITION_SIDE } from '../enum/index.ts';
import { type Direction, DOWN, mulDiv, UP } from '../number/index.ts';
import { inverseProfitAt, inverseValue, inverseValueAt } from './inverse.ts';
import { linearProfitAt, linearValue, linearValueAt } from './linear.ts';
import { inverseMaintenance, linearMaintenance, type TierColumns, tierOf } from './tiers.ts';

/** Marks are hundredths of a tick. */
export const CENTS_A_TICK = 100;

/** 1 when a position gains as its value in settle atoms rises (linear long, inverse short), else −1. */
export function gainsBy(type: number, side: number): 1 | -1 {
  return (type === MARKET_TYPE.linear) === (side === POSITION_SIDE.long) ? 1 : -1;
}

/** Value of a fill in settle atoms, the same for both sides; inverse: rounded once, against the taker. */
export function fillValue(type: number, perLot: number, lots: number, ticks: number, takerBuys: boolean): number {
  return type === MARKET_TYPE.linear ? linearValue(lots, ticks, perLot) : inverseValue(lots, ticks, perLot, takerBuys);
}

/** Value at a mark (cents) in settle atoms, rounded in the named direction. */
export function valueAt(type: number, perLot: number, lots: number, cents: number, direction: Direction): number {
  return type === MARKET_TYPE.linear
    ? linearValueAt(lots, cents, perLot, direction)
    : inverseValueAt(lots, cents, perLot, direction);
}

/** Unrealised PnL at a mark (cents), settle atoms, rounded down. */
export function unrealisedAt(
  type: number,
  side: number,
  perLot: number,
  lots: number,
  cost: number,
  cents: number,
): number {
  return type === MARKET_TYPE.linear
    ? linearProfitAt(side, lots, cost, cents, perLot)
    : inverseProfitAt(side, lots, cost, cents, perLot);
}

/**
 * Opening loss, settle atoms, rounded up: how much worse than the mark (cents) a fill of `value` is for the side it
 * opens; 0 when it is no worse (money §3).
 */
export function openingLoss(
  type: number,
  side: number,
  perLot: number,
  lots: number,
  value: number,
  cents: number,
): number {
  const profit = unrealisedAt(type, side, perLot, lots, value, cents);
  return profit < 0 ? 0 - profit : 0;
}

/** Cost released when `closed` of `lots` lots close, rounded against the user. The rest stays (money §3). */
export function releasedCost(type: number, side: number, cost: number, closed: number, lots: number): number {
  if (closed === lots) return cost;
  return mulDiv(cost, closed, lots, gainsBy(type, side) === 1 ? UP : DOWN);
}

/** Profit realised by a close, settle atoms: the fill's value against the cost it releases. */
export function realisedProfit(type: number, side: number, value: number, released: number): number {
  return gainsBy(type, side) === 1 ? value - released : released - value;
}

/**
 * The value that selects the maintenance tier: linear settle atoms at the mark (cents), rounded up; inverse whole USD,
 * at any mark.
 */
export function tierValue(type: number, perLot: number, face: number, lots: number, cents: number): number {
  return type === MARKET_TYPE.linear ? linearValueAt(lots, cents, perLot, UP) : lots * face;
}

/** Maintenance of a position at a mark (cents), settle atoms, rounded up, in the tier of its value at that mark. */
export function maintenanceAt(
  type: number,
  perLot: number,
  face: number,
  tiers: TierColumns,
  first: number,
  count: number,
  lots: number,
  cents: number,
): number {
  if (lots === 0) return 0;
  const row = tierOf(tiers, first, count, tierValue(type, perLot, face, lots, cents));
  const rate = tiers.rate[row] as number;
  const amount = tiers.amount[row] as number;
  return type === MARKET_TYPE.linear
    ? linearMaintenance(lots, cents, perLot, rate, amount)
    : inverseMaintenance(lots, cents, perLot, face, rate, amount);
}
