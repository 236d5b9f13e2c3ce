// What the live fold answers and tells: the shapes the edge and the feeds build on. All integers, in the units named;
// decimal strings are made by `print.ts` alone.

import type {
  AccountId,
  AssetId,
  Atoms,
  CalendarId,
  Cents,
  InstrumentId,
  Lots,
  MarketId,
  Millionths,
  Millis,
  OrderId,
  Seq,
  Ticks,
  UserId,
  WholeQuote,
} from '@vitrine/core';

/** Candle widths of calls.md §8, shortest first. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Public trades kept a market. */
export const TRADES_KEPT = 500;
/** Index ticks kept an instrument, with their sources. */
export const TICKS_KEPT = 1_000;
/** Closed orders kept in memory until history answers for them. */
export const CLOSED_ORDERS_KEPT = 20_000;
/** Minute candles kept a market or instrument: 24 hours and one hour's slack. */
export const MINUTES_KEPT = 1_500;
/** Candles of every wider interval kept a market or instrument. */
export const CANDLES_KEPT = 320;

/** Where the fold stands: the last folded journal row, its last command, its time (ms UTC) and chain hash. */
export interface Head {
  readonly row: number;
  readonly seq: Seq;
  readonly time: Millis;
  readonly rowHash: string;
}

export interface Asset {
  readonly asset: AssetId;
  /** `BTC`, `USDT`. */
  readonly code: string;
  /** Decimals of one atom. */
  readonly scale: number;
}

export interface Instrument {
  readonly instrument: InstrumentId;
  readonly base: string;
  readonly quote: string;
  /** 1 crypto, 2 forex, 3 commodities, 4 stock index, 5 gold. */
  readonly category: number;
  /** 0: always open. */
  readonly calendar: CalendarId;
  /** Index price = cents ÷ 10^(tickDecimals + 2). */
  readonly tickDecimals: number;
}

export interface Market {
  readonly market: MarketId;
  /** 1 spot, 2 U contract, 3 coin contract. */
  readonly type: number;
  readonly instrument: InstrumentId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  /** K: quote atoms of one lot at one tick. */
  readonly atomsPerTickLot: Atoms;
  readonly baseAtomsPerLot: Atoms;
  readonly minValue: Atoms;
  readonly maxValue: Atoms;
  /** 1 trading, 2 cancel-only, 3 suspended. */
  readonly state: number;
}

export interface Tier {
  readonly tier: number;
  readonly volume: WholeQuote;
  readonly maker: Millionths;
  readonly taker: Millionths;
  readonly version: number;
}

export interface User {
  readonly user: UserId;
  /** 0: none. */
  readonly referrer: UserId;
  readonly stage: number;
  /** Bits: 1 frozen, 2 withdrawals locked. */
  readonly locks: number;
  readonly tier: number;
  readonly house: boolean;
}

/** One account of a user: wallet 1–8, asset and (wallet 5) market, else market 0. */
export interface Balance {
  readonly account: AccountId;
  readonly user: UserId;
  readonly wallet: number;
  readonly asset: AssetId;
  readonly market: MarketId;
  readonly available: Atoms;
  readonly held: Atoms;
}

export interface Order {
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly wallet: number;
  /** 1 buy, 2 sell. */
  readonly side: number;
  readonly type: number;
  readonly timeInForce: number;
  /** 0 for market types. */
  readonly price: Ticks;
  /** 0 for a market buy by amount. */
  readonly lots: Lots;
  readonly amount: Atoms;
  /** 0: none. */
  readonly trigger: Ticks;
  readonly triggerBy: number;
  /** calls.md §9: 0 waiting, 1 filled, 2 cancelled, 3 partly filled, 4 waiting for its trigger, 5 refused. */
  readonly status: number;
  /** 0 none, then calls.md §9 in order: 1 user … 12 void. */
  readonly reason: number;
  readonly dealtLots: Lots;
  /** Quote atoms dealt: average price = dealtValue ÷ (dealtLots × K). */
  readonly dealtValue: Atoms;
  /** Fee so far, in the asset the order receives. */
  readonly fee: Atoms;
  /** Lots that stand in the book. */
  readonly resting: Lots;
  readonly makerRate: Millionths;
  readonly takerRate: Millionths;
  readonly created: Millis;
  readonly updated: Millis;
  /** The command that opened it, and the last that changed it. */
  readonly seq: Seq;
  readonly lastSeq: Seq;
}

export interface Trade {
  readonly market: MarketId;
  /** Counts the market's trades. */
  readonly trade: Seq;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly value: Atoms;
  /** The taker's: 1 buy, 2 sell. */
  readonly side: number;
  /** The house maker was on one side. */
  readonly house: boolean;
  readonly time: Millis;
  readonly seq: Seq;
}

/** A user's side of a trade. */
export interface Fill extends Trade {
  readonly order: OrderId;
  readonly user: UserId;
  /** This user's own side; `side` stays the taker's. */
  readonly ownSide: number;
  readonly maker: boolean;
  readonly fee: Atoms;
  /** The asset the fee was taken in: the one received. */
  readonly feeAsset: AssetId;
}

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

export interface Tick {
  readonly instrument: InstrumentId;
  /** Counts the instrument's ticks. */
  readonly number: Seq;
  /** The command (slot) it was journalled with. */
  readonly seq: Seq;
  readonly time: Millis;
  readonly price: Cents;
  /** Greatest minus least source used. */
  readonly spread: Cents;
  readonly used: number;
  readonly total: number;
  /** 1 valid, 2 aging, 3 stale, 4 closed: as it was when sequenced. */
  readonly state: number;
  readonly sources: readonly TickSource[];
}

export interface TickSource {
  readonly source: number;
  /** Source's middle minus the index. */
  readonly offset: Cents;
  /** Age at the tick, ms. */
  readonly age: Millis;
  /** 1 used; 2 too old, 3 too far, 4 not a price. */
  readonly state: number;
}

/** An instrument's price state now, which ages without ticks. */
export interface PriceState {
  readonly instrument: InstrumentId;
  readonly state: number;
  /** Next opening and closing by its calendar; 0: always open, or not known. */
  readonly opensAt: Millis;
  readonly closesAt: Millis;
}

/** Whose candles: a market's trades (kind 1–3, its type) or an instrument's index. */
export interface Subject {
  readonly kind: 1 | 2 | 3 | 'index';
  readonly id: number;
}

/** Prices in the market's ticks (kind 1–3) or in the instrument's cents (index). */
export interface Candle {
  /** Start, ms UTC. */
  readonly time: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Lots traded; for an index how many ticks. */
  readonly volume: number;
  /** Whole quote units traded, and the atoms above them; 0 for an index. */
  readonly turnover: WholeQuote;
  readonly turnoverRest: Atoms;
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
  /** `bill kind` word of calls.md §9 (trade, fee, transfer, practice, …), or `hold` when only held moved. */
  readonly causeKind: string;
  /** The order, trade or command behind it. */
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
  readonly orders: readonly OrderChange[];
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
  /** Oldest first. */
  readonly trades: readonly Trade[];
  /** Oldest first. */
  readonly ticks: readonly Tick[];
}

/** Waits until the views have folded `row`, then reads what the live fold starts with. */
export type HistoryLoader = (row: number) => Promise<History>;
