// Exports of the formulas: pure and exact, for the exchange and for the page.

export {
  CENTS_A_TICK,
  fillValue,
  gainsBy,
  maintenanceAt,
  openingLoss,
  realisedProfit,
  releasedCost,
  tierValue,
  unrealisedAt,
  valueAt,
} from './contract.ts';
export {
  CLOSING_CUT,
  CLOSING_NOTICE,
  CLOSING_REACH,
  closingLeverage,
  closingLimit,
  closingPhase,
  closingRate,
  coveringMargin,
  crossedShare,
  LONG_CLOSE,
  lotsCovered,
  marginToCover,
  openingMargin,
  PHASE,
  SHORT_BREAK,
} from './closing.ts';
export { BILLION, dayParts, earlyPenalty, MOST_YIELD, YEAR_DAYS, yieldOf, yieldOfDay } from './earn.ts';
export { exactShares, excessAfter, feeOf, feeShare, wholeFee } from './fee.ts';
export * as exact from './fraction.ts';
export type { Fraction } from './fraction.ts';
export {
  FUNDING_CLAMP,
  FUNDING_HOURS,
  FUNDING_INTEREST,
  FUNDING_MOST,
  fundingDue,
  fundingFlow,
  fundingIndex,
  fundingMost,
  fundingOwed,
  fundingPayment,
  fundingRate,
  fundingShares,
  hourlyFundingMost,
  intervalRate,
  minutePremium,
  PREMIUM_MOST,
  PREMIUM_TIME,
  premiumOf,
  tickPremium,
} from './funding.ts';
export { DAY_HOURS, hourRest, hourWhole, interestDue, interestHours, simpleInterest } from './interest.ts';
export { inverseEntry, inverseProfit, inverseProfitAt, inverseValue, inverseValueAt } from './inverse.ts';
export {
  bankruptcyOf,
  bankruptcyOver,
  bankruptcyValue,
  exactMaintenance,
  exactProfit,
  exactSurplus,
  exactValue,
  healthOf,
  insuranceDelta,
  insuranceOf,
  inverseLiquidation,
  type Leg,
  legAt,
  legOf,
  linearLiquidation,
  rankOf,
  shownTrigger,
  type Step,
  type Terms,
  tieredLiquidation,
  triggerOf,
} from './liquidation.ts';
export { linearEntry, linearProfit, linearProfitAt, linearValue, linearValueAt } from './linear.ts';
export { dealWorth } from './otc.ts';
export { breakEven, secondResult, secondWin } from './second.ts';
export {
  type Instalment,
  INSTALMENT_DAYS,
  instalmentOf,
  instalmentsOf,
  LOAN_DAYS,
  overdueRate,
  planOf,
} from './loan.ts';
export {
  accrue,
  centOf,
  FORCED_NEAR,
  FORCED_REACH,
  forcedLimit,
  grossOf,
  HOUR,
  hoursBegun,
  hoursCovered,
  isolatedLiquidation,
  lastOfWallet,
  levelOf,
  mostLent,
  mostOut,
  safeMove,
  stands,
  worthOf,
  worthOfUsdt,
} from './margin.ts';
export {
  averagePrice,
  breakEvenPrice,
  type CrossWallet,
  type PositionFigures,
  positionFigures,
  type PositionWords,
  standingAt,
} from './position.ts';
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
export { highestTake, lowestTake, marketReach, MOST_TICKS, REACH } from './reach.ts';
export { FROZEN_REACH, frozenLimit, LAST_REACH, lastCounts, STOP_REACH, stopLimit } from './stop.ts';
export { movedBeyond, swapAt, swapHalf, type SwapLeg, swapRange, swapReceive, swapWorth, wholeWorth } from './swap.ts';
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
