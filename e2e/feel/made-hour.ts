// A busy hour made from a seed: the frames of one market's streams, numbered and checked as the exchange numbers them.

import { bookChecksum } from '@vitrine/contract';

const TICK_DECIMALS = 1;
const LOT_DECIMALS = 5;
const LEVELS = 120;
/** Ticks between two levels, at most. */
const GAP = 12;
const START = 1_141_297;
const TRADES_KEPT = 50;
const MINUTE = 60_000;

type Channel = 'DEPTH' | 'TRADE' | 'TICK' | 'DETAIL' | 'KLINE';
/** How the messages of a second are shared out, of twenty. */
const shares: readonly (readonly [Channel, number])[] = [
  ['DEPTH', 10],
  ['TRADE', 4],
  ['TICK', 3],
  ['KLINE', 2],
  ['DETAIL', 1],
];
const turns: readonly Channel[] = shares.flatMap(([channel, share]) => Array.from({ length: share }, () => channel));

/** A subscription's name in a frame. */
export interface Named {
  readonly channel: string;
  readonly symbol: string;
  readonly kind?: number;
  readonly interval?: string;
}

/** Pseudo-random numbers in 0…1 that are the same for the same seed. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const decimal = (steps: number, digits: number): string =>
  `${Math.floor(steps / 10 ** digits)}.${String(steps % 10 ** digits).padStart(digits, '0')}`;

export class MadeHour {
  readonly #random: () => number;
  readonly #bids = new Map<number, number>();
  readonly #asks = new Map<number, number>();
  #middle = START;
  #seq = 1;
  #turn = 0;
  #trades: object[] = [];
  readonly #last = new Map<string, number>();
  readonly #candles = new Map<string, { time: number; open: number; high: number; low: number; volume: number }>();

  constructor(seed: number) {
    this.#random = mulberry(seed);
    this.#fill();
  }

  /** The snapshot that answers a subscription; undefined for a stream this hour has not. */
  snapshot(name: Named, now: number): object | undefined {
    const data = this.#snapshotOf(name, now);
    if (data === undefined) return undefined;
    const seq = this.#next();
    this.#last.set(keyOf(name), seq);
    return { ...name, type: 'snapshot', seq, prev: seq, time: now, data };
  }

  /** The next message's frames: for each held stream of the channel whose turn it is. */
  step(held: readonly Named[], now: number): readonly object[] {
    const channel = turns[this.#turn % turns.length];
    this.#turn += 1;
    this.#move();
    return held
      .filter((name) => name.channel === channel)
      .map((name) => {
        const seq = this.#next();
        const prev = this.#last.get(keyOf(name)) ?? seq - 1;
        this.#last.set(keyOf(name), seq);
        return { ...name, type: 'delta', seq, prev, time: now, data: this.#deltaOf(name, seq, now) };
      });
  }

  #next(): number {
    this.#seq += 1;
    return this.#seq;
  }

  #pick(most: number): number {
    return 1 + Math.floor(this.#random() * most);
  }

  #fill(): void {
    let bid = this.#middle;
    let ask = this.#middle;
    for (let at = 0; at < LEVELS; at += 1) {
      bid -= this.#pick(GAP);
      ask += this.#pick(GAP);
      this.#bids.set(bid, this.#pick(200_000));
      this.#asks.set(ask, this.#pick(200_000));
    }
  }

  #move(): void {
    this.#middle += Math.floor(this.#random() * 5) - 2;
  }

  #snapshotOf({ channel, interval }: Named, now: number): unknown {
    switch (channel) {
      case 'DEPTH':
        return this.#depth([...this.#bids.keys()], [...this.#asks.keys()]);
      case 'TRADE':
        return this.#trades;
      case 'TICK':
        return [this.#tick(this.#seq, now)];
      case 'DETAIL':
        return this.#detail(now);
      case 'KLINE':
        return [this.#candle(interval ?? '1m', now)];
      default:
        return undefined;
    }
  }

  #deltaOf({ channel, interval }: Named, seq: number, now: number): unknown {
    switch (channel) {
      case 'DEPTH':
        return this.#change();
      case 'TRADE':
        return this.#trade(now);
      case 'TICK':
        return [this.#tick(seq, now)];
      case 'DETAIL':
        return this.#detail(now);
      default:
        return [this.#candle(interval ?? '1m', now)];
    }
  }

  /** A few levels come, go or change, and what the middle has run over goes. */
  #change(): object {
    const bids = new Set<number>();
    const asks = new Set<number>();
    for (const ticks of this.#bids.keys()) if (ticks >= this.#middle) bids.add(ticks);
    for (const ticks of this.#asks.keys()) if (ticks <= this.#middle) asks.add(ticks);
    for (const ticks of bids) this.#bids.delete(ticks);
    for (const ticks of asks) this.#asks.delete(ticks);
    for (let count = this.#pick(4); count > 0; count -= 1) {
      bids.add(this.#touch(this.#bids, this.#middle - this.#pick(GAP * 8)));
      asks.add(this.#touch(this.#asks, this.#middle + this.#pick(GAP * 8)));
    }
    return this.#depth([...bids], [...asks]);
  }

  #touch(side: Map<number, number>, ticks: number): number {
    if (side.size > LEVELS && this.#random() < 0.6) side.delete(ticks);
    else side.set(ticks, this.#pick(200_000));
    return ticks;
  }

  #depth(bids: readonly number[], asks: readonly number[]): object {
    const row = (side: Map<number, number>) => (ticks: number) => {
      const lots = side.get(ticks) ?? 0;
      return [
        decimal(ticks, TICK_DECIMALS),
        lots === 0 ? '0' : decimal(lots, LOT_DECIMALS),
        lots === 0 ? '0' : decimal(Math.floor(lots * 0.4), LOT_DECIMALS),
      ] as const;
    };
    const best = (side: Map<number, number>, rising: 1 | -1) =>
      [...side.keys()]
        .sort((a, b) => (a - b) * rising)
        .slice(0, 25)
        .map(row(side));
    return {
      bids: bids.map(row(this.#bids)),
      asks: asks.map(row(this.#asks)),
      checksum: bookChecksum(best(this.#bids, -1), best(this.#asks, 1)),
    };
  }

  #trade(time: number): object[] {
    const seq = this.#next();
    const trade = {
      id: String(seq),
      price: decimal(this.#middle, TICK_DECIMALS),
      quantity: decimal(this.#pick(90_000), LOT_DECIMALS),
      direction: this.#random() < 0.5 ? 1 : 2,
      house: this.#random() < 0.5,
      time,
      seq,
    };
    this.#trades = [trade, ...this.#trades].slice(0, TRADES_KEPT);
    return [trade];
  }

  #tick(seq: number, time: number): object {
    return {
      symbol: 'btcusdt',
      seq,
      time,
      price: decimal(this.#middle * 100 + this.#pick(99), TICK_DECIMALS + 2),
      spread: '0.100',
      state: 'valid',
      used: 5,
      total: 6,
      sources: [],
    };
  }

  #detail(time: number): object {
    const close = decimal(this.#middle, TICK_DECIMALS);
    return {
      symbol: 'btcusdt',
      close,
      openPrice: decimal(START, TICK_DECIMALS),
      change: '12.5',
      priceChangePercent: '0.11',
      volume24: '12042.79000',
      high24: decimal(START + 6_700, TICK_DECIMALS),
      low24: decimal(START - 9_000, TICK_DECIMALS),
      state: 'valid',
      tradeTime: time,
      indexPrice: close,
      indexTime: time,
      indexChange: '12.5',
      indexChangePercent: '0.11',
      indexHigh24: decimal(START + 6_700, TICK_DECIMALS),
      indexLow24: decimal(START - 9_000, TICK_DECIMALS),
      markPrice: decimal(this.#middle * 100, TICK_DECIMALS + 2),
      riskPrice: decimal(this.#middle * 100, TICK_DECIMALS + 2),
      fundingRate: '0.0001',
      nextFundingTime: time + MINUTE,
      seq: this.#seq,
      time,
    };
  }

  #candle(interval: string, now: number): object {
    const length = interval === '1m' ? MINUTE : interval === '5m' ? 5 * MINUTE : 60 * MINUTE;
    const time = now - (now % length);
    let candle = this.#candles.get(interval);
    if (candle?.time !== time) candle = { time, open: this.#middle, high: this.#middle, low: this.#middle, volume: 0 };
    candle.high = Math.max(candle.high, this.#middle);
    candle.low = Math.min(candle.low, this.#middle);
    candle.volume += this.#pick(50_000);
    this.#candles.set(interval, candle);
    const price = (ticks: number): string => decimal(ticks, TICK_DECIMALS);
    return {
      time,
      open: price(candle.open),
      high: price(candle.high),
      low: price(candle.low),
      close: price(this.#middle),
      volume: decimal(candle.volume, LOT_DECIMALS),
      closed: false,
    };
  }
}

function keyOf({ channel, symbol, kind, interval }: Named): string {
  return [channel, symbol, kind, interval].join('|');
}
