// The pure projection logic shared by both readers of events: the live one in memory and the one that writes SQL.

export { billKindNumber, billKindOf, CAUSE_KINDS, causeKindNumber, causeKindOf } from './cause.ts';
export type { BillKind, CauseKind } from './cause.ts';
export { addTurnover, growCandle, openCandle } from './candle.ts';
export type { OpenCandle } from './candle.ts';
export { intervalNext, intervalStart } from './interval.ts';
export { isAtPar } from './stablecoin.ts';
export { positionStepNumber, positionStepOf } from './positions.ts';
export { announcedClosingRate } from './announced.ts';
export type { EarnProduct, Stake, StakeChange } from './earnings.ts';
export { ringOf } from './links.ts';
export type { LinkFact } from './links.ts';
export { INTERVALS } from './shape.ts';
export type * from './product.ts';
export type * from './shape.ts';
export { debtKey, emptyState, leverageKey, quoteUnit, riskPrice, rulesInForce } from './state.ts';
export type {
  AccountRow,
  DebtRow,
  FeeShares,
  FoldState,
  OrderRow,
  PositionRow,
  SecondRow,
  StakeRow,
  SwapTerms,
} from './state.ts';
export { Walk } from './walk.ts';
export type { Bill, Cause, ListingKind, Share, ProjectionHandler, TradeFact } from './handler.ts';
export { practiceMark, type PracticeUsers } from './practice.ts';
