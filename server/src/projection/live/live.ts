// Connects the store to the link: seed, history, then every committed batch in order. Serves the `Live` interface.

import type { Lots, MarketId, Millis, Seq } from '@vitrine/core';
import { type AccountRow, type Balance, type OrderRow, type PracticeUsers, rulesInForce } from '../handlers/index.ts';
import type { BatchChange, DayBefore, HistoryLoader, Live } from './face.ts';
import { TICKS_KEPT, TRADES_KEPT } from './face.ts';
import { LEVELS_SHOWN } from './books.ts';
import { withDayBefore } from './day-before.ts';
import { createListings, type Listings } from './listings.ts';
import { productFace } from './product-face.ts';
import { type CommittedBatch, LiveStore, lotsAt, type SeedState } from './store.ts';
import { Waiters } from './waiters.ts';

/** The part of the exchange link that the projection follows. */
export interface BatchLink {
  onBatch(listener: (batch: CommittedBatch) => void): () => void;
  seed(): Promise<SeedState>;
}

export interface LiveOptions {
  /** Loads candles, trades and ticks from SQL; without it they start empty. */
  readonly history?: HistoryLoader;
  /** Prices from before an index's first tick; without it figures of 24 hours begin at that tick. */
  readonly dayBefore?: DayBefore;
  /** Users that are labelled as practice traders; without it trades have no such mark. */
  readonly practice?: PracticeUsers;
  /** Called when a batch cannot be applied: the API must stop serving. Without it the error is thrown to the link. */
  readonly onFault?: (error: Error) => void;
}

/** Seeds from the link, loads history, applies the batches that arrived meanwhile, then follows. */
export async function createLive(link: BatchLink, options: LiveOptions = {}): Promise<Live> {
  const store = new LiveStore(options.practice);
  const waiters = new Waiters();
  const listings = createListings(store.state);
  const listeners = new Set<(change: BatchChange) => void>();
  const early: CommittedBatch[] = [];
  let following = false;
  const fold = (batch: CommittedBatch): void => {
    if (batch.row <= store.head.row) return;
    try {
      const change = store.batch(batch);
      if (change.listings) listings.forget();
      for (const listener of listeners) listener(change);
      waiters.reached(store.head.seq);
    } catch (error) {
      stop();
      if (options.onFault === undefined) throw error;
      options.onFault(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const stopFollowing = link.onBatch((batch) => {
    if (following) fold(batch);
    else early.push(batch);
  });
  function stop(): void {
    stopFollowing();
    waiters.stop();
  }
  try {
    const seed = await link.seed();
    store.seed(seed);
    listings.forget();
    if (options.history !== undefined) store.history(await options.history(seed.row, seed.seq));
  } catch (error) {
    stop();
    throw error;
  }
  following = true;
  for (const batch of early.splice(0)) fold(batch);
  return face(store, waiters, listeners, stop, listings, options.dayBefore);
}

function face(
  store: LiveStore,
  waiters: Waiters,
  listeners: Set<(change: BatchChange) => void>,
  stop: () => void,
  listings: Listings,
  dayBefore: DayBefore | undefined,
): Live {
  const { state } = store;
  return {
    head: () => store.head,
    waitFor: (seq, ms) => (store.head.seq >= seq ? Promise.resolve(true) : waiters.wait(seq, ms)),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    assets: listings.assets,
    asset: (asset) => state.assets.get(asset),
    assetByCode: listings.assetByCode,
    instruments: listings.instruments,
    instrument: (instrument) => state.instruments.get(instrument),
    instrumentByName: listings.instrumentByName,
    markets: listings.markets,
    market: (market) => state.markets.get(market),
    marketOf: listings.marketOf,
    tiers: listings.tiers,
    rules() {
      const versions = [...state.rules].sort(([a], [b]) => a - b);
      return {
        version: rulesInForce(state),
        announced: versions
          .filter(([, from]) => from !== 0)
          .map(([version, from]) => ({ version, from: from as Millis })),
      };
    },

    user: (user) => state.users.get(user),
    balances: (user, wallet) =>
      store
        .accountsOf(user)
        .filter((row) => row.class === 1 && (wallet === undefined || row.wallet === wallet))
        .map(balanceOf),
    balance(user, wallet, asset, market = 0) {
      const row = store
        .accountsOf(user)
        .find((one) => one.class === 1 && one.wallet === wallet && one.asset === asset && one.market === market);
      return row === undefined ? undefined : balanceOf(row);
    },

    openOrders: (user, market) =>
      [...store.ordersOf(user)]
        .filter((row) => market === undefined || row.market === market)
        .map((row) => ({ ...row }))
        .sort(newestFirst),
    order(order) {
      const row = state.orders.get(order) ?? store.closedOrder(order);
      return row === undefined ? undefined : { ...row };
    },
    ownLots: (user, market, side, price): Lots => lotsAt(store.ordersOf(user), market, side, price),

    book: (market, limit = LEVELS_SHOWN) =>
      store.book(market)?.show(limit) ?? {
        market: market as MarketId,
        bids: [],
        asks: [],
        seq: 0 as Seq,
        time: 0 as Millis,
      },
    level: (market, side, price) => store.book(market)?.level(side, price),
    lastTrades: (market, limit = TRADES_KEPT) => store.tradeRing(market)?.newestFirst(limit) ?? [],
    ticker(market) {
      const listed = state.markets.get(market);
      if (listed === undefined) return undefined;
      return store.candleSet({ kind: listed.type as 1 | 2 | 3, id: market })?.ticker(store.head.time);
    },
    indexTicker(instrument) {
      const now = store.head.time;
      const ticker = store.candleSet({ kind: 'index', id: instrument })?.ticker(now);
      const opening = store.opening(instrument);
      if (ticker === undefined || opening === undefined || dayBefore === undefined) return ticker;
      return withDayBefore(ticker, instrument, opening, dayBefore, now);
    },
    opening: (instrument) => store.opening(instrument),

    candle: (subject, interval) => store.candleSet(subject)?.current(interval),
    candles: (subject, interval, limit = Number.MAX_SAFE_INTEGER) =>
      store.candleSet(subject)?.list(interval, limit) ?? [],

    tick: (instrument) => store.tickRing(instrument)?.newest(),
    ticks(instrument, bounds = {}) {
      const { fromSeq = 0, toSeq = Infinity, fromTime = 0, toTime = Infinity } = bounds;
      const kept = store.tickRing(instrument)?.newestFirst(TICKS_KEPT) ?? [];
      return kept
        .filter((tick) => tick.seq >= fromSeq && tick.seq <= toSeq && tick.time >= fromTime && tick.time <= toTime)
        .reverse();
    },
    priceState: (instrument) => state.priceStates.get(instrument),

    ...productFace(store),

    stop,
  };
}

function balanceOf(row: AccountRow): Balance {
  const { account, user, wallet, asset, market, available, held } = row;
  return { account, user, wallet, asset, market, available, held };
}

function newestFirst(a: OrderRow, b: OrderRow): number {
  return b.created - a.created || b.seq - a.seq || b.order - a.order;
}
