// The public streams: what each channel sends for a batch, and how often. Changes are absolute (the current level,
// candle or price), so that one frame may cover several batches; trades and ticks are sent as lists.

import type { BatchChange, Level, Live } from '../../projection/live/index.ts';
import type { Lots, Ticks } from '@vitrine/core';
import type { Interval, Market } from '../../projection/handlers/index.ts';
import { CODE, bookChecksum, type FeedEntry, CHECKSUM_LEVELS, type PublicChannel } from '@vitrine/contract';
import { listingOf } from '../../markets/index.ts';
import { candlesOf, levelsOf } from './by-subject.ts';
import { createStream, type Stream, type StreamName } from './stream.ts';
import { klineOf, levelOf, priceOf, tickOf, tradeOf } from '../wire/index.ts';

/** Minimum interval between two frames of a stream, ms: at most ten per second where a page only paints the newest. */
const CADENCE: Readonly<Record<PublicChannel, number>> = { DETAIL: 100, KLINE: 250, TRADE: 50, DEPTH: 100, TICK: 0 };
/** Trades in a snapshot. */
const SNAPSHOT_TRADES = 100;
/** Ticks in a snapshot. */
const SNAPSHOT_TICKS = 120;
/** Candles in a snapshot: the previous and the open one. */
const SNAPSHOT_CANDLES = 2;
const GONE = 0 as Lots;
/** Levels per side in a snapshot. */
export const SNAPSHOT_LEVELS = 2_000;

/** A stream with its pending changes. */
export interface Topic {
  readonly key: string;
  readonly channel: PublicChannel;
  readonly stream: Stream;
  /** Applies a batch; returns true if changes are pending now. */
  take(change: BatchChange): boolean;
  /** Returns the pending changes as one frame; undefined if there are none. */
  flush(): string | undefined;
  /** The current state as a snapshot; pending changes must have been flushed. */
  snapshot(): string;
  readonly cadence: number;
  /** Its market and instrument: a batch that touched neither is not passed to it. 0: none. */
  readonly market: number;
  readonly instrument: number;
}

/** Why a request names no stream: 400 invalid words, 2002 no such market. */
export type TopicRefusal = (typeof CODE)['request.invalid'] | (typeof CODE)['market.unknown'];

interface Subject {
  readonly name: StreamName;
  readonly kind: 1 | 2 | 3;
  /** The market of the kind named; undefined if only an index is listed. */
  readonly market: Market | undefined;
  readonly instrument: number;
}

/** A stream that can be opened, by its name. */
export interface Opening {
  readonly key: string;
  readonly make: () => Topic;
}

/** Interprets stream requests for this exchange. */
export function createTopics(live: Live) {
  function subject(entry: FeedEntry): Subject | TopicRefusal {
    const { channel, kind = 1 } = entry;
    const found = listingOf(entry.symbol);
    if (!found) return CODE['market.unknown'];
    const market = live.marketOf(kind, found.base, found.quote);
    const needsBook = channel === 'TRADE' || channel === 'DEPTH' || channel === 'KLINE';
    if (needsBook && market === undefined) return CODE['market.unknown'];
    const name: StreamName =
      channel === 'TICK' ? { channel, symbol: found.symbol } : { channel, symbol: found.symbol, kind };
    return { name, kind, market, instrument: found.instrument };
  }

  function topic(
    { name, market, instrument }: Subject,
    channel: PublicChannel,
    parts: { take(change: BatchChange): boolean; drain(): unknown; state(): unknown },
  ): Topic {
    const stream = createStream(name, live.head().seq);
    let waiting = false;
    let seq = 0;
    let time = 0;
    return {
      key: topicKey(name),
      channel,
      stream,
      cadence: CADENCE[channel],
      market: market?.market ?? 0,
      instrument,
      take(change) {
        if (!parts.take(change)) return waiting;
        waiting = true;
        seq = change.head.seq;
        time = change.head.time;
        return true;
      },
      flush() {
        if (!waiting) return undefined;
        waiting = false;
        return stream.push(seq, time, parts.drain());
      },
      snapshot: () => stream.snapshot(live.head().time, parts.state()),
    };
  }

  function detail(of: Subject): Topic {
    const { market, instrument } = of;
    const state = () => priceOf(live, instrument, market);
    return topic(of, 'DETAIL', {
      take: (change) =>
        change.priceMarkets.some((one) => one === market?.market) ||
        change.contractMarkets.some((one) => one === market?.market) ||
        change.priceInstruments.some((one) => one === instrument) ||
        change.states.some((one) => one.instrument === instrument),
      drain: state,
      state,
    });
  }

  function kline(subject: Subject, market: Market, interval: Interval): Topic {
    const of = { kind: subject.kind, id: market.market };
    const waiting = new Map<number, unknown>();
    return topic({ ...subject, name: { ...subject.name, interval } }, 'KLINE', {
      take(change) {
        let taken = false;
        for (const one of candlesOf(change, of, interval)) {
          waiting.set(one.candle.time, klineOf(live, of, one.candle, one.closed));
          taken = true;
        }
        return taken;
      },
      drain() {
        const rows = [...waiting.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
        waiting.clear();
        return rows;
      },
      state: () =>
        live.candles(of, interval, SNAPSHOT_CANDLES).map((one, at, all) => klineOf(live, of, one, at < all.length - 1)),
    });
  }

  /** A stream that sends rows in order, each once. */
  function rows(
    subject: Subject,
    channel: PublicChannel,
    parts: { of(change: BatchChange): readonly unknown[]; state(): unknown },
  ): Topic {
    let waiting: unknown[] = [];
    return topic(subject, channel, {
      take(change) {
        const mine = parts.of(change);
        waiting.push(...mine);
        return mine.length > 0;
      },
      drain() {
        const due = waiting;
        waiting = [];
        return due;
      },
      state: () => parts.state(),
    });
  }

  function trade(subject: Subject, { market }: Market): Topic {
    return rows(subject, 'TRADE', {
      of: (change) => change.trades.filter((one) => one.market === market).map((one) => tradeOf(live, one)),
      state: () =>
        live
          .lastTrades(market, SNAPSHOT_TRADES)
          .toReversed()
          .map((one) => tradeOf(live, one)),
    });
  }

  function depth(subject: Subject, of: Market): Topic {
    const { market } = of;
    const texts = (levels: readonly Level[]) => levels.map((level) => levelOf(of, level));
    const waiting = new Map<string, { side: number; price: Ticks }>();
    const checksum = () => {
      const book = live.book(market, CHECKSUM_LEVELS);
      return bookChecksum(texts(book.bids), texts(book.asks));
    };
    return topic(subject, 'DEPTH', {
      take(change) {
        let taken = false;
        for (const one of levelsOf(change, market)) {
          waiting.set(`${one.side}:${one.price}`, { side: one.side, price: one.price });
          taken = true;
        }
        return taken;
      },
      drain() {
        // Levels are read as they are now: only the newest of several changes matters.
        const rows = { bids: [] as unknown[], asks: [] as unknown[] };
        for (const { side, price } of waiting.values()) {
          const level = live.level(market, side, price) ?? { price, lots: GONE, house: GONE };
          (side === 1 ? rows.bids : rows.asks).push(levelOf(of, level));
        }
        waiting.clear();
        return { ...rows, checksum: checksum() };
      },
      state() {
        const book = live.book(market, SNAPSHOT_LEVELS);
        return {
          bids: texts(book.bids),
          asks: texts(book.asks),
          checksum: checksum(),
        };
      },
    });
  }

  function tick(subject: Subject): Topic {
    const { instrument } = subject;
    return rows(subject, 'TICK', {
      of: (change) => change.ticks.filter((one) => one.instrument === instrument).map((one) => tickOf(live, one)),
      state: () =>
        live
          .ticks(instrument)
          .slice(-SNAPSHOT_TICKS)
          .map((one) => tickOf(live, one)),
    });
  }

  return {
    /** The stream that an entry names, or the code that says why there is none. */
    open(entry: FeedEntry): Opening | TopicRefusal {
      const of = subject(entry);
      if (typeof of === 'number') return of;
      const { channel, interval } = entry;
      const opening = (name: StreamName, make: () => Topic): Opening => ({ key: topicKey(name), make });
      if (channel === 'DETAIL') return opening(of.name, () => detail(of));
      if (channel === 'TICK') return opening(of.name, () => tick(of));
      const { market } = of;
      if (!market) return CODE['market.unknown'];
      if (channel === 'TRADE') return opening(of.name, () => trade(of, market));
      if (channel === 'DEPTH') return opening(of.name, () => depth(of, market));
      if (!interval) return 400;
      return opening({ ...of.name, interval }, () => kline(of, market, interval));
    },
  };
}

/** Unique key of a stream. */
export function topicKey(name: StreamName): string {
  return [name.channel, name.symbol, name.kind, name.interval].join('|');
}
