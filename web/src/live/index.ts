// Live data: sockets, the message feed, the server's clock, and their stores. Only this folder knows the frame format.
export {
  groupRows,
  groupTicks,
  makeRows,
  MAX_LEVELS,
  BookStore,
  type BookLevel,
  type BookRow,
  type BookScale,
} from './stores/book-store.ts';
export { candleStart, INTERVALS, isInterval, type Interval } from './candle-time.ts';
export { ServerClock } from './clock.ts';
export { FundsStore, MAX_FUNDS, type LiveRecord, type LiveRecords, withLive } from './stores/funds-store.ts';
export { AGING_MS, type Freshness, FreshnessBook, judgeAge, STALE_MS } from './freshness.ts';
export { createFrames, type FrameScheduler, LAYOUT, type Level, pageFrames, VALUES } from './feeds/frame.ts';
export type { Candle, KlineStore } from './stores/kline-store.ts';
export { Live, type LivePorts } from './live.ts';
export type { Refresh } from './feeds/message-feed.ts';
export { freshnessKeys, KLINE_PAGE, type KlineSeries, type PriceBasis, type ReadKlines } from './feeds/public-feed.ts';
export { hasTraded, sameFigures, useHeldDetail, usePricePart } from './price.ts';
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
export { readSettled } from './stores/settled.ts';
export type { LineStatus } from './feeds/socket.ts';
export { decimalsOfStep, fromSteps, toDrawn, toSteps } from './stores/steps.ts';
export { PositionsStore, type Settlement, SettlementsStore } from './stores/position-store.ts';
export { LiveStore, sameMembers, selection } from './stores/store.ts';
export { type IndexTick, MAX_TICKS_KEPT, type TickSource, type TickStore } from './stores/tick-store.ts';
export type { LivePrice, TickerStore } from './stores/ticker-store.ts';
export type { PublicTrade, TradesStore } from './stores/trades-store.ts';
export type { UserFeed, UserNotice } from './feeds/user-feed.ts';
export {
  BalancesStore,
  FillsStore,
  type LiveBalance,
  type OrderProduct,
  OrdersStore,
  productOf,
} from './stores/user-store.ts';
export { symbolKey } from './feeds/wire.ts';
