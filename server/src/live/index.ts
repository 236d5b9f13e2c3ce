// The live fold's face: balances, orders, books, prices and candles in the edge's memory.

export type * from './face.ts';
export { CANDLES_KEPT, CLOSED_ORDERS_KEPT, INTERVALS, MINUTES_KEPT, TICKS_KEPT, TRADES_KEPT } from './face.ts';
