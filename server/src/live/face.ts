// What the live fold answers and tells: the shapes the edge and the feeds build on. All integers, in the units named;
// decimal strings are made by `print.ts` alone.

import type { Atoms, InstrumentId, Lots, MarketId, Millis, Seq, Ticks, UserId, WholeQuote } from '@vitrine/core';
import type {
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
  Tier,
  Trade,
  User,
} from '../fold/index.ts';

/** Public trades kept a market. */
export const TRADES_KEPT = 500;
/** Index ticks kept an instrument, with their sources. */
export const TICKS_KEPT = 1_000;
/** Closed orders kept in memory until history answers for them. */
export const CLOSED_ORDERS_KEPT = 20_000;
/** Minute candles kept a market or instrument: 24 hours and one hour's slack. */
export const MINUTES_KEPT = 1_500;
/** Candles of every wider interval kept a market or instrument. */
export const CANDLES_KEPT = 120;

export interface Level {
  readonly price: Ticks;
  readonly lots: Lots;
  /** Orders standing here; the house maker's ladder counts as one. */
  readonly orders: number;
  /** The house maker's part of `lots`. */
  readonly house: Lots;
}

/** Best first on both sides. */
export interface Book {
  readonly market: MarketId;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** The command and time that last changed it. */
  readonly seq: Seq;
  readonly time: Millis;
}

/** Rolling 24 hours (by whole minutes) and the present UTC day. Prices in ticks, or in cents for an index; 0: nothing known yet. */
export interface Ticker {
  readonly last: number;
  readonly lastTime: Millis;
  readonly lastSeq: Seq;
  /** 24 h: first price, high, low, lots (index: ticks) and turnover. */
  readonly open24: number;
  readonly high24: number;
  readonly low24: number;
  readonly volume24: number;
  readonly turnover24: WholeQuote;
  readonly turnoverRest24: Atoms;
  /** The UTC day. */
  readonly dayOpen: number;
  readonly dayHigh: number;
  readonly dayLow: number;
  readonly dayVolume: number;
}

// ── what changed ──

/** A level's new figures; lots 0: gone. */
export interface LevelChange extends Level {
  readonly market: MarketId;
  readonly side: number;
}

export interface OrderChange {
  readonly user: UserId;
  /** The order as it is after the batch. */
  readonly order: Order;
  /** Its fills of this batch, in order. */
  readonly fills: readonly Fill[];
}

export interface BalanceChange {
  readonly balance: Balance;
  /** What moved it; `hold` when nothing came or went and only the held part changed. */
  readonly kind: BillKind | 'hold';
  /** What `causeId` names: an order, a trade of a market, or a command by its seq. */
  readonly causeKind: CauseKind;
  readonly causeId: number;
}

export interface CandleChange {
  readonly subject: Subject;
  readonly interval: Interval;
  readonly candle: Candle;
  /** A later candle has begun: this one is final. */
  readonly closed: boolean;
}

/** What one committed batch changed. Levels, tickers, orders and candles appear once each, as they are after it. */
export interface BatchChange {
  readonly head: Head;
  readonly firstSeq: Seq;
  readonly count: number;
  readonly levels: readonly LevelChange[];
  readonly trades: readonly Trade[];
  readonly ticks: readonly Tick[];
  readonly states: readonly PriceState[];
  /** Markets and instruments whose Price changed. */
  readonly priceMarkets: readonly MarketId[];
  readonly priceInstruments: readonly InstrumentId[];
  readonly candles: readonly CandleChange[];
  /** Customers' orders; the house maker's ladder shows in `levels` only. */
  readonly orders: readonly OrderChange[];
  /** Customers' balances; not the house's. */
  readonly balances: readonly BalanceChange[];
  readonly users: readonly User[];
  /** An asset, instrument, market or tier changed: read them again. */
  readonly listings: boolean;
}

export interface Live {
  /** The row, command, time and chain hash folded so far. */
  head(): Head;
  /** Resolves true once the command `seq` is folded, false after `ms` without. Refuses nothing; at most 2,000 ms. */
  waitFor(seq: number, ms: number): Promise<boolean>;
  /** Called after each folded batch, in order. Gives back the way to stop. */
  onChange(listener: (change: BatchChange) => void): () => void;

  assets(): readonly Asset[];
  asset(asset: number): Asset | undefined;
  assetByCode(code: string): Asset | undefined;
  instruments(): readonly Instrument[];
  instrument(instrument: number): Instrument | undefined;
  instrumentByName(base: string, quote: string): Instrument | undefined;
  markets(): readonly Market[];
  market(market: number): Market | undefined;
  /** The market of a type (1 spot) between two assets. */
  marketOf(type: number, base: string, quote: string): Market | undefined;
  /** Fee tiers in force, by tier. */
  tiers(): readonly Tier[];

  user(user: number): User | undefined;
  /** Every account of a user that was ever opened; of one wallet when named. */
  balances(user: number, wallet?: number): readonly Balance[];
  balance(user: number, wallet: number, asset: number, market?: number): Balance | undefined;

  /** Open orders (status 0, 3, 4), newest first; of one market when named. */
  openOrders(user: number, market?: number): readonly Order[];
  /** Open, or closed so lately that history may not have it yet. The caller checks whose it is. */
  order(order: number): Order | undefined;
  /** Own lots standing at a level. */
  ownLots(user: number, market: number, side: number, price: number): Lots;

  /** The best `limit` levels a side (all: at most 2,000). */
  book(market: number, limit?: number): Book;
  level(market: number, side: number, price: number): Level | undefined;
  /** Newest first. */
  lastTrades(market: number, limit?: number): readonly Trade[];
  ticker(market: number): Ticker | undefined;
  indexTicker(instrument: number): Ticker | undefined;

  /** The candle now open. */
  candle(subject: Subject, interval: Interval): Candle | undefined;
  /** Kept candles from the oldest to the one now open, at most `limit` of the newest. */
  candles(subject: Subject, interval: Interval, limit?: number): readonly Candle[];

  /** The last index tick with its sources. */
  tick(instrument: number): Tick | undefined;
  /** Kept ticks, oldest first, of seq or time within the bounds given (inclusive). */
  ticks(
    instrument: number,
    bounds?: { fromSeq?: number; toSeq?: number; fromTime?: number; toTime?: number },
  ): readonly Tick[];
  priceState(instrument: number): PriceState | undefined;

  /** Stops following. */
  stop(): void;
}

/** Candles, trades and ticks from SQL as they stood after the row given, read in one transaction. */
export interface History {
  /** The row the views had folded: at least the one asked for. Live folds candles and trades only after it. */
  readonly row: number;
  readonly candles: readonly {
    readonly subject: Subject;
    readonly interval: Interval;
    readonly candles: readonly Candle[];
  }[];
  /** Orders open at the seed's row, and those changed since: what a seed does not carry. */
  readonly orders: readonly Pick<Order, 'order' | 'created' | 'updated' | 'seq' | 'lastSeq'>[];
  /** Oldest first. */
  readonly trades: readonly Trade[];
  /** Oldest first. */
  readonly ticks: readonly Tick[];
}

/** Waits (bounded) until the views have folded `row`, whose last command was `seq`, then reads what the live fold starts with. */
export type HistoryLoader = (row: number, seq: number) => Promise<History>;
