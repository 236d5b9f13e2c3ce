// Live data: sockets, the message feed, the server's clock, and the stores they fill. The only code that knows a frame.
export {
  groupRows,
  groupTicks,
  makeRows,
  MAX_LEVELS,
  BookStore,
  type BookLevel,
  type BookRow,
  type BookScale,
} from './book-store.ts';
export { candleStart, INTERVALS, isInterval, type Interval } from './candle-time.ts';
export { ServerClock } from './clock.ts';
export { FundsStore, MAX_FUNDS, type Told, type ToldRecords, withTold } from './funds-store.ts';
export { AGING_MS, type Freshness, FreshnessBook, judgeAge, STALE_MS } from './freshness.ts';
export { createFrames, type FrameScheduler, LAYOUT, type Level, pageFrames, VALUES } from './frame.ts';
export type { Candle, KlineStore } from './kline-store.ts';
export { Live, type LivePorts } from './live.ts';
export type { Refresh } from './message-feed.ts';
export { freshnessKeys, KLINE_PAGE, type KlineSeries, type PriceBasis, type ReadKlines } from './public-feed.ts';
export {
  LiveProvider,
  READING_CADENCE_MS,
  useBook,
  useDetail,
  useKlines,
  useLineStatus,
  useLive,
  useOpenOrdersOf,
  usePaint,
  usePositions,
  usePrice,
  useSelected,
  useTicks,
  useTrades,
  useUserFeed,
} from './react.tsx';
export { readSettled } from './settled.ts';
export type { LineStatus } from './socket.ts';
export { decimalsOfStep, fromSteps, toDrawn, toSteps } from './steps.ts';
export { PositionsStore, type Settlement, SettlementsStore } from './position-store.ts';
export { LiveStore, sameMembers, selection } from './store.ts';
export { type IndexTick, MAX_TICKS_KEPT, type TickSource, type TickStore } from './tick-store.ts';
export type { LivePrice, TickerStore } from './ticker-store.ts';
export type { PublicTrade, TradesStore } from './trades-store.ts';
export type { UserFeed, UserNotice } from './user-feed.ts';
export {
  BalancesStore,
  FillsStore,
  type LiveBalance,
  type OrderProduct,
  OrdersStore,
  productOf,
} from './user-store.ts';
export { symbolKey } from './wire.ts';
