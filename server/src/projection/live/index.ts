// Public interface of the live projection: balances, orders, books, prices and candles in memory.

export { INTERVALS } from '../handlers/index.ts';
export type {
  Asset,
  Balance,
  BillKind,
  Candle,
  CauseKind,
  Fill,
  Head,
  Instrument,
  Interval,
  Market,
  Order,
  PriceState,
  Subject,
  Tick,
  TickSource,
  Tier,
  Trade,
  User,
} from '../handlers/index.ts';
export type * from './face.ts';
export { CANDLES_KEPT, CLOSED_ORDERS_KEPT, MINUTES_KEPT, TICKS_KEPT, TRADES_KEPT } from './face.ts';
export { rolledFrom } from './candles.ts';
export { createLive } from './live.ts';
export type { BatchLink, LiveOptions } from './live.ts';
export {
  printAtoms,
  printAveragePrice,
  printCents,
  printChangePercent,
  printLots,
  printPriceOf,
  printRate,
  printTicks,
  printTurnover,
} from './print.ts';
