// Public exports of the core: the exchange, its schema, numbers, formulas, and the listings of the first start.

export { dayOf } from './clock/index.ts';
export { openExchange, restoreExchange, tighten } from './exchange.ts';
export { WORK_STEPS } from './steps.ts';
export type { KeyBounds } from './idempotency/index.ts';
export type { Exchange } from './face.ts';
export * from './formula/index.ts';
export * from './market/index.ts';
export * from './number/index.ts';
export { LINK_NOTICE, MAX_LINKED, MOST_SHARES } from './user/index.ts';
export {
  CUT_REACH,
  DELEVERAGE_KEPT,
  DELEVERAGE_LISTED,
  FILL_SHARE,
  HOUR_LOSS,
  HOUR_SHARE,
  MAX_CERTAIN,
  RANKED_AT_ONCE,
} from './perpetual/index.ts';
export { DISPUTE_MOST, STALE_AFTER } from './price/index.ts';
export { allows, NO, USE, type Use, whyNot, YES } from './price/index.ts';
export { activations, NEWEST_RULES, RULE, RULES, RULES_NOTICE, type RuleVersion } from './rules.ts';
export * from './schema/index.ts';
export { CLAIM_NOTICE } from './otc/index.ts';
export { ORDER_SHARES } from './order/index.ts';
export { MAX_OPEN } from './spot/index.ts';
export type { ColumnPart, SnapshotParts, TablePart } from './state/index.ts';
export { WordHash } from './state/index.ts';
export { ALLOWANCE_PARTS, LARGE_SHARE, SMALL_WITHDRAWAL, SWAP_DEPTH } from './wallet/index.ts';
