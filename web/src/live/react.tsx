// React hooks for the live stores: through selectors, with a maximum rate, subscribed only while mounted.

import type { Order, Position } from '@vitrine/contract';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { BookScale, BookStore } from './stores/book-store.ts';
import type { Interval } from './candle-time.ts';
import { pageFrames, VALUES } from './feeds/frame.ts';
import type { Live } from './live.ts';
import type { KlineSeries, PriceBasis } from './feeds/public-feed.ts';
import type { LineStatus } from './feeds/socket.ts';
import type { PositionsStore } from './stores/position-store.ts';
import type { StatusStore } from './stores/status-store.ts';
import { type LiveStore, selection } from './stores/store.ts';
import type { TickStore } from './stores/tick-store.ts';
import type { LivePrice } from './stores/ticker-store.ts';
import type { TradesStore } from './stores/trades-store.ts';
import type { UserFeed } from './feeds/user-feed.ts';
import type { OrderProduct, OrdersStore } from './stores/user-store.ts';

/** Interval of text repaints, ms: at most 10 a second. */
export const READING_CADENCE_MS = 100;

const LiveContext = createContext<{ readonly live: Live; readonly user: UserFeed | undefined } | undefined>(undefined);

/** Provides the page's live part to all components below; `userId` signs it in. */
export function LiveProvider({
  live,
  userId,
  children,
}: {
  live: Live;
  userId: string | undefined;
  children: ReactNode;
}) {
  const user = useSignedIn(live, userId);
  useEffect(() => {
    live.start();
    return () => live.stop();
  }, [live]);
  const value = useMemo(() => ({ live, user }), [live, user]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

function useSignedIn(live: Live, userId: string | undefined): UserFeed | undefined {
  const subscribe = useCallback(
    (changed: () => void) => {
      live.signIn(userId);
      changed();
      return () => undefined;
    },
    [live, userId],
  );
  return useSyncExternalStore(subscribe, () => live.user);
}

function useLiveContext(): { readonly live: Live; readonly user: UserFeed | undefined } {
  const value = use(LiveContext);
  if (!value) throw new Error('expected a LiveProvider above');
  return value;
}

/** The page's live part. */
export function useLive(): Live {
  return useLiveContext().live;
}

/** The signed-in user's feed; undefined for a guest. */
export function useUserFeed(): UserFeed | undefined {
  return useLiveContext().user;
}

/**
 * The result of `select` on a store, updated at most once in `cadence` ms (the first immediately). `select` returns
 * values that `same` can compare; an undefined store gives `otherwise`.
 */
export function useSelected<S extends LiveStore, T>(
  store: S | undefined,
  select: (store: S) => T,
  otherwise: T,
  cadence: number = READING_CADENCE_MS,
  same?: (a: T, b: T) => boolean,
): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (!store) return () => undefined;
      const surface = pageFrames().surface(cadence, changed);
      const off = store.listen((level) => surface.invalidate(level));
      return () => {
        off();
        surface.dispose();
      };
    },
    [store, cadence],
  );
  const read = useMemo(
    () => (store ? selection(store, select, same) : () => otherwise),
    [store, select, same, otherwise],
  );
  return useSyncExternalStore(subscribe, read);
}

/** Calls `paint` through the page's scheduler after each store change: for content painted without React. */
export function usePaint(store: LiveStore | undefined, cadence: number, paint: () => void): void {
  useEffect(() => {
    if (!store) return undefined;
    const surface = pageFrames().surface(cadence, paint);
    const off = store.listen((level) => surface.invalidate(level));
    surface.invalidate(VALUES);
    return () => {
      off();
      surface.dispose();
    };
  }, [store, cadence, paint]);
}

/** The order book of a market, subscribed while mounted. */
export function useBook(symbol: string, kind: number, scale: BookScale): BookStore {
  const { feed } = useLive();
  const { tickDecimals, lotDecimals } = scale;
  useEffect(
    () => feed.holdBook(symbol, kind, { tickDecimals, lotDecimals }),
    [feed, symbol, kind, tickDecimals, lotDecimals],
  );
  return useMemo(
    () => feed.book(symbol, kind, { tickDecimals, lotDecimals }),
    [feed, symbol, kind, tickDecimals, lotDecimals],
  );
}

/** The last public trades of a market, subscribed while mounted. */
export function useTrades(symbol: string, kind: number): TradesStore {
  const { feed } = useLive();
  useEffect(() => feed.holdTrades(symbol, kind), [feed, symbol, kind]);
  return useMemo(() => feed.trades(symbol, kind), [feed, symbol, kind]);
}

/** The index ticks of a symbol, subscribed while mounted. */
export function useTicks(symbol: string): TickStore {
  const { feed } = useLive();
  useEffect(() => feed.holdTicks(symbol), [feed, symbol]);
  return useMemo(() => feed.ticks(symbol), [feed, symbol]);
}

/** A series of candles, subscribed while mounted. */
export function useKlines(symbol: string, basis: PriceBasis, interval: Interval): KlineSeries {
  const { feed } = useLive();
  useEffect(() => feed.holdKlines(symbol, basis, interval), [feed, symbol, basis, interval]);
  return useMemo(() => feed.klines(symbol, basis, interval), [feed, symbol, basis, interval]);
}

/** The current price of a market, with its detail subscribed while mounted. */
export function useDetail(symbol: string, kind: number): LivePrice | undefined {
  const { feed } = useLive();
  useEffect(() => feed.holdDetail(symbol, kind), [feed, symbol, kind]);
  return usePrice(symbol, kind);
}

/** The current price of a market from any feed; subscribes to nothing. */
export function usePrice(symbol: string, kind = 1): LivePrice | undefined {
  const { tickers } = useLive();
  return useSelected(
    tickers,
    useCallback((store) => store.get(symbol, kind), [symbol, kind]),
    undefined,
  );
}

/** The user's open orders of a product, newest first, subscribed while mounted. */
export function useOpenOrdersOf(product: OrderProduct): {
  readonly orders: readonly Order[];
  readonly loaded: boolean;
} {
  const user = useUserFeed();
  useEffect(() => user?.holdOrders(product), [user, product]);
  const orders = useSelected<OrdersStore, readonly Order[]>(
    user?.orders,
    useCallback((store) => store.listOf(product), [product]),
    noOrders,
    READING_CADENCE_MS,
    sameList,
  );
  const loaded = useSelected<OrdersStore, boolean>(
    user?.orders,
    useCallback((store) => store.loaded(product), [product]),
    false,
  );
  return { orders, loaded };
}

/** The user's open positions of a contract kind, newest first, subscribed while mounted. */
export function usePositions(contractType: Position['contractType']): {
  readonly positions: readonly Position[];
  readonly loaded: boolean;
} {
  const user = useUserFeed();
  useEffect(() => user?.holdPositions(), [user]);
  const positions = useSelected<PositionsStore, readonly Position[]>(
    user?.positions,
    useCallback((store) => store.list(contractType), [contractType]),
    noPositions,
    READING_CADENCE_MS,
    sameList,
  );
  const loaded = useSelected<PositionsStore, boolean>(user?.positions, readLoaded, false);
  return { positions, loaded };
}

const noOrders: readonly Order[] = [];
const noPositions: readonly Position[] = [];
const readLoaded = (store: PositionsStore): boolean => store.loaded;
const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((row, at) => row === b[at]);

/** The state of the public connection: open, reconnecting, offline. */
export function useLineStatus(): LineStatus {
  const { feed } = useLive();
  return useSelected(feed.status, readStatus, 'idle', 0);
}

const readStatus = (store: StatusStore): LineStatus => store.status;
