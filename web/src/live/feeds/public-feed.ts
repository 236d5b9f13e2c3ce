// The public socket: market streams into stores, one store per stream, subscribed while a component needs it.

import { MARKET_TYPE } from '@vitrine/core/enum';
import { type BookScale, BookStore } from '../stores/book-store.ts';
import type { Interval } from '../candle-time.ts';
import type { ServerClock } from '../clock.ts';
import type { FreshnessBook } from '../freshness.ts';
import { KlineStore } from '../stores/kline-store.ts';
import { indexFold, markFold } from '../stores/running-candle.ts';
import { LiveSocket, type SocketHost } from './socket.ts';
import { StatusStore } from '../stores/status-store.ts';
import { type Sink, Subscriptions } from './subscriptions.ts';
import { TickStore } from '../stores/tick-store.ts';
import type { TickerStore } from '../stores/ticker-store.ts';
import { TradesStore } from '../stores/trades-store.ts';
import { type Frame, type Incoming, type StreamName, streamKey, symbolKey } from './wire.ts';

/** Kind of the USDT perpetuals' streams. */

/** Candles per page of history. */
export const KLINE_PAGE = 500;

/** The source of candles: trades of a market (1, 2, 3), its index, or the mark of its USDT perpetual. */
export type PriceBasis = 1 | 2 | 3 | 'index' | 'mark';

/** Reads a page of candles, oldest or newest first: `to` ms UTC, exclusive; without it the newest. */
export type ReadKlines = (query: {
  readonly symbol: string;
  readonly kind: PriceBasis;
  readonly interval: Interval;
  readonly to?: number;
  readonly limit: number;
}) => Promise<readonly unknown[]>;

export interface PublicFeedParts {
  /** Address of the socket with the client id. */
  readonly address: string;
  readonly host: SocketHost;
  readonly clock: ServerClock;
  readonly freshness: FreshnessBook;
  readonly tickers: TickerStore;
  readonly steadyNow: () => number;
  readonly readKlines: ReadKlines;
  readonly report: (error: unknown) => void;
}

/** A series of candles and the state of its history. */
export class KlineSeries {
  readonly store = new KlineStore();
  /** `loading` before the first page. */
  state: 'idle' | 'loading' | 'ready' | 'failed' = 'idle';
  loadingOlder = false;
}

export class PublicFeed {
  readonly status = new StatusStore();
  readonly #parts: PublicFeedParts;
  readonly #socket: LiveSocket;
  readonly #subscriptions: Subscriptions;
  readonly #books = new Map<string, { store: BookStore; sink: Sink }>();
  readonly #trades = new Map<string, { store: TradesStore; sink: Sink }>();
  readonly #ticks = new Map<string, { store: TickStore; sink: Sink }>();
  readonly #series = new Map<string, { series: KlineSeries; sink: Sink }>();
  readonly #details = new Map<number, Sink>();

  constructor(parts: PublicFeedParts) {
    this.#parts = parts;
    this.#subscriptions = new Subscriptions({
      send: (message) => this.#socket.send(message),
      after: parts.host.after,
      soon: (run) => queueMicrotask(run),
      onData: (key) => parts.freshness.data(key, parts.steadyNow()),
    });
    this.#socket = new LiveSocket(parts.host, {
      address: () => Promise.resolve(parts.address),
      onOpen: () => this.#subscriptions.reopened(),
      onIncoming: (incoming) => this.#receive(incoming),
      onStatus: (status) => this.status.set(status),
      onFault: parts.report,
    });
  }

  start(): void {
    this.#socket.start();
  }

  stop(): void {
    this.#socket.stop();
  }

  /** The book of a market; empty until subscribed. */
  book(symbol: string, kind: number, scale: BookScale): BookStore {
    return this.#bookOf(symbol, kind, scale).store;
  }

  holdBook(symbol: string, kind: number, scale: BookScale): () => void {
    return this.#subscriptions.hold(depthStream(symbol, kind), this.#bookOf(symbol, kind, scale).sink);
  }

  trades(symbol: string, kind: number): TradesStore {
    return this.#tradesOf(symbol, kind).store;
  }

  holdTrades(symbol: string, kind: number): () => void {
    return this.#subscriptions.hold({ channel: 'TRADE', symbol, kind }, this.#tradesOf(symbol, kind).sink);
  }

  ticks(symbol: string): TickStore {
    return this.#ticksOf(symbol).store;
  }

  holdTicks(symbol: string): () => void {
    return this.#subscriptions.hold(tickStream(symbol), this.#ticksOf(symbol).sink);
  }

  /** Writes the detail of one market into the tickers. */
  holdDetail(symbol: string, kind: number): () => void {
    let sink = this.#details.get(kind);
    if (!sink) {
      sink = { take: (frame) => (this.#parts.tickers.take(withSymbol(frame), kind), true) };
      this.#details.set(kind, sink);
    }
    return this.#subscriptions.hold(detailStream(symbol, kind), sink);
  }

  klines(symbol: string, basis: PriceBasis, interval: Interval): KlineSeries {
    return this.#seriesOf(symbol, basis, interval).series;
  }

  /**
   * Subscribes to a series: its newest page of history, then live candles. Index and mark candles are aggregated from
   * ticks and details.
   */
  holdKlines(symbol: string, basis: PriceBasis, interval: Interval): () => void {
    const { series, sink } = this.#seriesOf(symbol, basis, interval);
    if (series.state !== 'ready') this.#loadNewest(series, symbol, basis, interval);
    if (basis === 'index') return this.#subscriptions.hold(tickStream(symbol), sink);
    if (basis === 'mark') return this.#subscriptions.hold(detailStream(symbol, MARKET_TYPE.linear), sink);
    return this.#subscriptions.hold({ channel: 'KLINE', symbol, kind: basis, interval }, sink);
  }

  /** Reads the page of candles before the oldest; resolves when it has arrived. */
  async loadOlder(symbol: string, basis: PriceBasis, interval: Interval): Promise<void> {
    const { series } = this.#seriesOf(symbol, basis, interval);
    const to = series.store.candles[0]?.time;
    if (to === undefined || series.loadingOlder || series.store.complete) return;
    series.loadingOlder = true;
    try {
      const askedAt = series.store.version;
      const page = await this.#parts.readKlines({ symbol, kind: basis, interval, to, limit: KLINE_PAGE });
      series.store.history(page, askedAt, page.length < KLINE_PAGE);
    } finally {
      series.loadingOlder = false;
    }
  }

  /** Reads the newest page again, for a chart that failed to load. */
  reload(symbol: string, basis: PriceBasis, interval: Interval): void {
    this.#loadNewest(this.#seriesOf(symbol, basis, interval).series, symbol, basis, interval);
  }

  #receive(incoming: Incoming): void {
    if (incoming.is === 'answer') {
      this.#subscriptions.answer(incoming);
      return;
    }
    if (incoming.is === 'complaint') {
      this.#parts.report(new Error(`the public socket did not understand a message: ${incoming.code} ${incoming.key}`));
      return;
    }
    this.#parts.clock.frame(incoming.time);
    if (incoming.is === 'heartbeat') return;
    const frame = incoming;
    try {
      this.#subscriptions.frame(frame);
    } catch (error) {
      this.#parts.report(error);
    }
  }

  #loadNewest(series: KlineSeries, symbol: string, kind: PriceBasis, interval: Interval): void {
    const { store } = series;
    const askedAt = store.version;
    if (series.state !== 'ready') series.state = 'loading';
    this.#parts.readKlines({ symbol, kind, interval, limit: KLINE_PAGE }).then(
      (page) => {
        series.state = 'ready';
        store.history(page, askedAt, page.length < KLINE_PAGE);
      },
      (error: unknown) => {
        this.#parts.report(error);
        if (series.state === 'loading') series.state = 'failed';
        store.history([], askedAt, false);
      },
    );
  }

  #bookOf(symbol: string, kind: number, scale: BookScale): { store: BookStore; sink: Sink } {
    return once(this.#books, `${symbolKey(symbol)}|${kind}`, () => {
      const store = new BookStore(scale);
      return {
        store,
        sink: {
          take: ({ type, data, seq, time }) =>
            type === 'snapshot' ? store.snapshot(data, seq, time) : store.apply(data, seq, time),
          onTrouble: () => store.broken(),
        },
      };
    });
  }

  #tradesOf(symbol: string, kind: number): { store: TradesStore; sink: Sink } {
    return once(this.#trades, `${symbolKey(symbol)}|${kind}`, () => {
      const store = new TradesStore();
      const take = ({ type, data }: Frame): boolean => {
        if (type === 'snapshot') store.snapshot(data);
        else store.apply(data);
        return true;
      };
      return { store, sink: { take } };
    });
  }

  #ticksOf(symbol: string): { store: TickStore; sink: Sink } {
    return once(this.#ticks, symbolKey(symbol), () => {
      const store = new TickStore();
      return { store, sink: { take: ({ data }) => (store.take(data), true) } };
    });
  }

  #seriesOf(symbol: string, basis: PriceBasis, interval: Interval): { series: KlineSeries; sink: Sink } {
    return once(this.#series, `${symbolKey(symbol)}|${basis}|${interval}`, () => {
      const series = new KlineSeries();
      const fold =
        basis === 'index'
          ? indexFold(series.store, interval)
          : basis === 'mark'
            ? markFold(series.store, interval)
            : undefined;
      let seen = false;
      const take = ({ type, data }: Frame): boolean => {
        if (fold) fold(data);
        else series.store.live(data);
        // A second snapshot follows a gap: candles may be missing in it.
        if (type === 'snapshot' && seen) this.#loadNewest(series, symbol, basis, interval);
        seen = true;
        return true;
      };
      return { series, sink: { take } };
    });
  }
}

/** DETAIL names its symbol in the frame; the price inside may omit it. */
function withSymbol(frame: Frame): unknown {
  if (Array.isArray(frame.data)) return frame.data;
  return { symbol: frame.symbol, seq: frame.seq, time: frame.time, ...(frame.data as object) };
}

function once<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

const depthStream = (symbol: string, kind: number): StreamName => ({ channel: 'DEPTH', symbol, kind });
const detailStream = (symbol: string, kind: number): StreamName => ({ channel: 'DETAIL', symbol, kind });
const tickStream = (symbol: string): StreamName => ({ channel: 'TICK', symbol });

/** The keys of a market's streams in the freshness book. */
export const freshnessKeys = {
  book: (symbol: string, kind: number): string => streamKey(depthStream(symbol, kind)),
  detail: (symbol: string, kind: number): string => streamKey(detailStream(symbol, kind)),
  ticks: (symbol: string): string => streamKey(tickStream(symbol)),
};
