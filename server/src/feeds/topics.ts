// The public streams: what each channel tells of a batch, and how often. Told changes are absolute (a level, a candle,
// a price as it is now), so that several batches may be told in one frame; trades and ticks are told as lists.

import type { BatchChange, Live } from '../live/index.ts';
import { INTERVALS, type Interval } from '../fold/index.ts';
import { bookChecksum, CHECKSUM_LEVELS, PUBLIC_CHANNELS, type PublicChannel } from '@vitrine/contract';
import { listingOf } from '../markets/index.ts';
import { createStream, type Stream, type StreamName } from './stream.ts';
import type { Printer } from './printer.ts';

/** Least time between two frames of a stream, ms: at most ten a second where a page only paints the newest. */
const CADENCE: Readonly<Record<PublicChannel, number>> = { DETAIL: 100, KLINE: 250, TRADE: 50, DEPTH: 100, TICK: 0 };
/** Trades of a snapshot. */
const SNAPSHOT_TRADES = 100;
/** Ticks of a snapshot. */
const SNAPSHOT_TICKS = 120;
/** Candles of a snapshot: the one before and the one now open. */
const SNAPSHOT_CANDLES = 2;
/** Levels a side of a snapshot. */
export const SNAPSHOT_LEVELS = 2_000;

/** What a client asks for, as it came. */
export interface TopicRequest {
  readonly channel: string;
  readonly symbol: string;
  readonly kind?: unknown;
  readonly interval?: unknown;
}

/** A stream with what is waiting to be told. */
export interface Topic {
  readonly key: string;
  readonly channel: PublicChannel;
  readonly stream: Stream;
  /** Takes a batch in; true when something is waiting now. */
  take(change: BatchChange): boolean;
  /** Tells what waits as one frame, or undefined when nothing does. */
  flush(): string | undefined;
  /** The present state as a snapshot; what waits has been flushed before. */
  snapshot(): string;
  readonly cadence: number;
}

type Kind = 1 | 2 | 3 | 'index' | 'mark';

interface Subject {
  readonly name: StreamName;
  readonly kind: Kind;
  /** Market of the kind named, where there is one. */
  readonly market: number | undefined;
  readonly instrument: number;
}

/** Why a request names no stream: 400 wrong words, 2002 no such market. */
export type TopicRefusal = 400 | 2002;

function kindOf(kind: unknown): Kind | undefined {
  if (kind === undefined) return 1;
  if (kind === 'index' || kind === 'mark') return kind;
  const number = Number(kind);
  return number === 1 || number === 2 || number === 3 ? number : undefined;
}

/** What each request means on this exchange. */
export function createTopics(live: Live, printer: Printer) {
  function subject(request: TopicRequest, channel: PublicChannel): Subject | TopicRefusal {
    const kind = kindOf(request.kind);
    if (kind === undefined) return 400;
    const found = listingOf(request.symbol);
    if (!found) return 2002;
    const market = typeof kind === 'number' ? live.marketOf(kind, found.base, found.quote)?.market : undefined;
    const own = channel === 'TRADE' || channel === 'DEPTH' || (channel === 'KLINE' && typeof kind === 'number');
    if (own && market === undefined) return 2002;
    const name: StreamName = channel === 'TICK' ? { channel, symbol: found.symbol } : { channel, symbol: found.symbol, kind };
    return { name, kind, market, instrument: found.instrument };
  }

  function topic(
    name: StreamName,
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

  function detail({ name, market, instrument }: Subject): Topic {
    const state = () => printer.price(instrument, market);
    return topic(name, 'DETAIL', {
      take: (change) =>
        (market !== undefined && change.priceMarkets.includes(market as never)) ||
        change.priceInstruments.includes(instrument as never) ||
        change.states.some((one) => one.instrument === instrument),
      drain: state,
      state,
    });
  }

  function kline({ name, kind, market, instrument }: Subject, interval: Interval): Topic {
    const of = typeof kind === 'number' ? { kind, id: market ?? 0 } : { kind: 'index' as const, id: instrument };
    const waiting = new Map<number, unknown>();
    return topic({ ...name, interval }, 'KLINE', {
      take(change) {
        let taken = false;
        for (const one of change.candles) {
          if (one.interval !== interval || one.subject.kind !== of.kind || one.subject.id !== of.id) continue;
          waiting.set(one.candle.time, printer.candle(of, one.candle, one.closed));
          taken = true;
        }
        return taken;
      },
      drain() {
        const rows = [...waiting.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
        waiting.clear();
        return rows;
      },
      state: () => live.candles(of, interval, SNAPSHOT_CANDLES).map((one, at, all) => printer.candle(of, one, at < all.length - 1)),
    });
  }

  function trade({ name, market }: Subject): Topic {
    let waiting: unknown[] = [];
    return topic(name, 'TRADE', {
      take(change) {
        const mine = change.trades.filter((one) => one.market === market);
        for (const one of mine) waiting.push(printer.trade(one));
        return mine.length > 0;
      },
      drain() {
        const rows = waiting;
        waiting = [];
        return rows;
      },
      state: () => live.lastTrades(market ?? 0, SNAPSHOT_TRADES).toReversed().map(printer.trade),
    });
  }

  function depth({ name, market = 0 }: Subject): Topic {
    const waiting = new Map<string, { side: number; price: number }>();
    const checksum = () => {
      const book = live.book(market, CHECKSUM_LEVELS);
      return bookChecksum(book.bids.map((level) => printer.level(market, level)), book.asks.map((level) => printer.level(market, level)));
    };
    return topic(name, 'DEPTH', {
      take(change) {
        let taken = false;
        for (const one of change.levels) {
          if (one.market !== market) continue;
          waiting.set(`${one.side}:${one.price}`, { side: one.side, price: one.price });
          taken = true;
        }
        return taken;
      },
      drain() {
        // Levels are read as they stand now: the newest of several changes is the only one that matters.
        const rows = { bids: [] as unknown[], asks: [] as unknown[] };
        for (const { side, price } of waiting.values()) {
          const level = live.level(market, side, price);
          (side === 1 ? rows.bids : rows.asks).push(level ? printer.level(market, level) : printer.goneLevel(market, price));
        }
        waiting.clear();
        return { ...rows, checksum: checksum() };
      },
      state() {
        const book = live.book(market, SNAPSHOT_LEVELS);
        return {
          bids: book.bids.map((level) => printer.level(market, level)),
          asks: book.asks.map((level) => printer.level(market, level)),
          checksum: checksum(),
        };
      },
    });
  }

  function tick({ name, instrument }: Subject): Topic {
    let waiting: unknown[] = [];
    return topic(name, 'TICK', {
      take(change) {
        const mine = change.ticks.filter((one) => one.instrument === instrument);
        for (const one of mine) waiting.push(printer.tick(one));
        return mine.length > 0;
      },
      drain() {
        const rows = waiting;
        waiting = [];
        return rows;
      },
      state: () => live.ticks(instrument).slice(-SNAPSHOT_TICKS).map(printer.tick),
    });
  }

  return {
    /** The stream a request names, not yet followed; or why there is none. */
    open(request: TopicRequest): (() => Topic) & { key: string } | TopicRefusal {
      const channel = PUBLIC_CHANNELS.find((one) => one === request.channel);
      if (!channel) return 400;
      const of = subject(request, channel);
      if (typeof of === 'number') return of;
      const interval = INTERVALS.find((one) => one === request.interval);
      if (channel === 'KLINE' && !interval) return 400;
      const name = channel === 'KLINE' && interval ? { ...of.name, interval } : of.name;
      const make = (): Topic => {
        switch (channel) {
          case 'DETAIL':
            return detail(of);
          case 'KLINE':
            return kline(of, interval ?? '1m');
          case 'TRADE':
            return trade(of);
          case 'DEPTH':
            return depth(of);
          case 'TICK':
            return tick(of);
        }
      };
      return Object.assign(make, { key: topicKey(name) });
    },
  };
}

/** One name for a stream. */
export function topicKey(name: StreamName): string {
  return [name.channel, name.symbol, name.kind, name.interval].join('|');
}
