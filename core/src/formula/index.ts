// The formulas' face: pure and exact, for the exchange and for the page.

export { excessAfter, feeOf, feeShare, wholeFee } from './fee.ts';
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
