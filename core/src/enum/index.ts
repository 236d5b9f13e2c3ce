// The exchange's closed lists of numbers, in one place (`@vitrine/core/enum`). The numbers are frozen: they are in
// journals. A lint rule refuses a second declaration (`vitrine/one-enum`).

export { CATEGORY, MARKET_STATE, MARKET_TYPE, PRICE_STATE } from './market.ts';
export {
  CLOSE_REASON,
  FIRST_TRIGGER,
  ORDER_STATUS,
  ORDER_TYPE,
  SELF_TRADE,
  type SelfTrade,
  SIDE,
  type Side,
  TIME_IN_FORCE,
  TRIGGER_BY,
} from './order.ts';
export { CONTRACT_DIRECTION, LIQUIDATION_STEP, MARGIN_MODE, POSITION_SIDE, TPSL } from './position.ts';
export {
  DEBT_CHANGE,
  DEBT_KIND,
  EARN_KIND,
  LOAN_STATUS,
  OFFER_SIDE,
  SECOND_DIRECTION,
  SECOND_RESULT,
  SECOND_STATUS,
} from './product.ts';
export { LOCK, MARKET_MAKER } from './user.ts';
export { ACCOUNT_CLASS, WALLET } from './wallet.ts';
