// The formulas' face: pure and exact, for the exchange and for the page.

export {
  fillValue,
  gainsBy,
  INVERSE,
  LINEAR,
  LONG,
  maintenanceAt,
  openingLoss,
  realisedProfit,
  releasedCost,
  SHORT,
  tierValue,
  unrealisedAt,
  valueAt,
} from './contract.ts';
export { excessAfter, feeOf, feeShare, wholeFee } from './fee.ts';
export { type Fraction, fraction } from './fraction.ts';
export { inverseEntry, inverseProfit, inverseProfitAt, inverseValue, inverseValueAt } from './inverse.ts';
export { linearEntry, linearProfit, linearProfitAt, linearValue, linearValueAt } from './linear.ts';
export {
  BAND,
  FAR,
  highestBuy,
  highestSell,
  lotsFor,
  lowestBuy,
  lowestSell,
  marketLimit,
  PROTECTION,
  STOP_HOLD,
  stopHold,
  valueOf,
} from './spot.ts';
export {
  cumulativeAmounts,
  greatestValue,
  initialMargin,
  inverseMaintenance,
  linearMaintenance,
  nextAmount,
  soundTiers,
  type TierColumns,
  tierOf,
} from './tiers.ts';
