// Exports of the order book: price-time order, matching, triggers.

export { FAR_PAGES, FastBook, NEAR_PAGES } from './book.ts';
export { type Book, NONE, opposite, type OrderColumns, ROW32, ROW64, type Side } from './face.ts';
export { isMarket, mayRest } from './kind.ts';
export { crosses, feasible, MAX_SWEEP, next, reaches, type SelfTrade, STEP, stepAt } from './match.ts';
export { MAX_ORDERS, Orders, packTraits } from './orders.ts';
export { MAX_PAGES, Pages } from './pages.ts';
export { PlainBook } from './plain-book.ts';
export { restoreBooks } from './restore.ts';
export {
  bin,
  binOf,
  hits,
  INDEX_FALLING,
  INDEX_RISING,
  LAST_FALLING,
  LAST_RISING,
  type TriggerColumns,
  Triggers,
} from './trigger.ts';
