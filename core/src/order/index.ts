// Exports of what all order book products share.

export { OrderCommands } from './commands.ts';
export type { OrderRules } from './face.ts';
export { type FeeContext, splitFee } from './fees.ts';
export { OrderBooks } from './order-books.ts';
export { CUT_TIME } from './cut-quotes.ts';
export { FrozenOrders } from './frozen.ts';
export { levelFits } from './levels.ts';
export { ORDER_SHARES, tableShare } from './order-share.ts';
export { OrderAccounts } from './order-accounts.ts';
export { quotesNothing, StaleQuotes } from './stale-quotes.ts';
export { MEETING, mostMet, stepsMet, SWEEP_BUDGET } from './sweep-budget.ts';
export { isBeyond, isDry, nearIndex } from './triggers.ts';
export {
  emitChanged,
  emitClosed,
  emitFill,
  emitNoLevel,
  emitTrade,
  emitTriggered,
  openQuote,
  putLevel,
} from './events.ts';
