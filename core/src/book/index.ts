// The book's face: price-time order, matching, triggers.

export { type Book, BUY, NONE, opposite, type OrderColumns, SELL, type Side } from './face.ts';
export {
  crosses,
  DRY,
  EXPIRE_BOTH,
  EXPIRE_MAKER,
  EXPIRE_TAKER,
  feasible,
  FILL,
  next,
  reaches,
  type SelfTrade,
} from './match.ts';
