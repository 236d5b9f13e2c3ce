// The core's face: the exchange, its vocabulary, its numbers, its formulas, what is listed at the first start.

export { openExchange, restoreExchange, WORK_STEPS } from './exchange.ts';
export type { Exchange } from './face.ts';
export * from './formula/index.ts';
export * from './market/index.ts';
export * from './number/index.ts';
export { MOST_SHARES } from './party/index.ts';
export { FILL_SHARE, HOUR_LOSS, HOUR_SHARE } from './perpetual/index.ts';
export { allows, NO, USE, type Use, whyNot, YES } from './price/index.ts';
export { activations, NEWEST_RULES, RULE, RULES, RULES_NOTICE, type RuleVersion } from './rules.ts';
export * from './schema/index.ts';
export { MAX_OPEN } from './spot/index.ts';
export type { ColumnPart, SnapshotParts, TablePart } from './state/index.ts';
export { WordHash } from './state/index.ts';
export { SMALL_WITHDRAWAL } from './wallet/index.ts';
