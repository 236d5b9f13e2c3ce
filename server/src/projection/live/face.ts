// Interface of the live projection: the types that the API and the feeds use. All integers in the units named; only
// `print.ts` makes decimal strings.

import type { Atoms, Cents, InstrumentId, Lots, MarketId, Millis, Seq, Ticks, UserId, WholeQuote } from '@vitrine/core';
import type {
  Asset,
  Balance,
  BillKind,
  Candle,
  CauseKind,
  Contract,
  ContractFee,
  Debt,
  EarnProduct,
  FeeShares,
  Fill,
  FundHeld,
  FundingRate,
  Head,
  Instrument,
  Interval,
  LoanProduct,
  MarginAsset,
  MarginLevel,
  MarginMarket,
  MarginTerms,
  Mark,
  Market,
  Order,
  Position,
  PriceState,
  Second,
  SecondMarket,
  Settlement,
  Subject,
  SwapOrder,
  SwapTerms,
  Tick,
  Tier,
  Trade,
  User,
} from '../handlers/index.ts';

/** Public trades kept per market. */
export const TRADES_KEPT = 500;
/** Index ticks kept per instrument, with their sources. */
export const TICKS_KEPT = 1_000;
/** Closed orders kept in memory until the history in SQL has them. */
export const CLOSED_ORDERS_KEPT = 20_000;
/** Closed positions and settled second contracts kept in memory until the history in SQL has them. */
export const CLOSED_POSITIONS_KEPT = 5_000;
export const CLOSED_SECONDS_KEPT = 5_000;
/** Funding rates kept per market. */
export const FUNDING_RATES_KEPT = 20;
/** Minute candles kept per market or instrument: 24 hours plus one hour's slack. */
export const MINUTES_KEPT = 1_500;
/** Candles kept per market or instrument for each longer interval. */
export const CANDLES_KEPT = 120;

export interface Level {
  readonly price: Ticks;
  readonly lots: Lots;
  /** Orders at this level; the market maker's quotes count as one. */
  readonly orders: number;
  /** The market maker's share of `lots`. */
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

/**
 * Rolling 24 hours (by whole minutes) and the current UTC day. Prices in ticks, or in cents for an index; 0: not known
 * yet.
 */
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
  /** The first price is that of 24 hours ago, not a later one. */
  readonly whole24: boolean;
  /** The current UTC day. */
  readonly dayOpen: number;
  readonly dayHigh: number;
  readonly dayLow: number;
  readonly dayVolume: number;
}

// ── changes ──

/** A level after a change; lots 0: removed. */
export interface LevelChange extends Level {
  readonly market: MarketId;
  readonly side: number;
}

export interface OrderChange {
  readonly user: UserId;
  /** The order after the batch. */
  readonly order: Order;
  /** Its fills in this batch, in order. */
  readonly fills: readonly Fill[];
}

export interface BalanceChange {
  readonly balance: Balance;
  /** Cause; `hold` if only the held part changed. */
  readonly kind: BillKind | 'hold';
  /** What `causeId` identifies: an order, a trade of a market, or a command by its sequence number. */
  readonly causeKind: CauseKind;
  readonly causeId: number;
}

export interface CandleChange {
  readonly subject: Subject;
  readonly interval: Interval;
  readonly candle: Candle;
  /** A later candle has begun, so this one is final. */
  readonly closed: boolean;
}

/** The changes of one committed batch. Levels, tickers, orders and candles appear once each, as they are after it. */
export interface BatchChange {
  readonly head: Head;
  readonly firstSeq: Seq;
  readonly count: number;
  readonly levels: readonly LevelChange[];
  readonly trades: readonly Trade[];
  readonly ticks: readonly Tick[];
  readonly states: readonly PriceState[];
  /** Markets and instruments whose price changed. */
  readonly priceMarkets: readonly MarketId[];
  readonly priceInstruments: readonly InstrumentId[];
  readonly candles: readonly CandleChange[];
  /** Customers' orders; the market maker's quotes appear only in `levels`. */
  readonly orders: readonly OrderChange[];
  /** Customers' balances, without the operator's. */
  readonly balances: readonly BalanceChange[];
  readonly users: readonly User[];
  /** Customers' positions; lots 0: closed. Positions where only the mark changed are left out. */
  readonly positions: readonly Position[];
  readonly seconds: readonly Second[];
  readonly debts: readonly Debt[];
  /** Automatic events of customers, in order. */
  readonly settlements: readonly Settlement[];
  /** Contracts whose mark, funding or open interest changed. */
  readonly contractMarkets: readonly MarketId[];
  /** Listings or terms changed: read them again. */
  readonly listings: boolean;
}

export interface Live extends LiveProducts {
  /** Last applied row with its last command, time and chain hash. */
  head(): Head;
  /**
   * Resolves to true once the command `seq` is applied, to false if that takes longer than `ms` (at most 2,000). Never
   * rejects.
   */
  waitFor(seq: number, ms: number): Promise<boolean>;
  /** Calls `listener` after each applied batch, in order. Returns a function that stops it. */
  onChange(listener: (change: BatchChange) => void): () => void;

  assets(): readonly Asset[];
  asset(asset: number): Asset | undefined;
  assetByCode(code: string): Asset | undefined;
  instruments(): readonly Instrument[];
  instrument(instrument: number): Instrument | undefined;
  instrumentByName(base: string, quote: string): Instrument | undefined;
  markets(): readonly Market[];
  market(market: number): Market | undefined;
  /**
   * The market of a type. 1 spot: between two assets; 2 USDT-margined, 3 coin-margined: the contract of an instrument's
   * two names.
   */
  marketOf(type: number, base: string, quote: string): Market | undefined;
  /** Fee tiers in force, by tier. */
  tiers(): readonly Tier[];
  /** The rules version in force, and the effective times of announced ones, ms UTC. */
  rules(): {
    readonly version: number;
    readonly announced: readonly { readonly version: number; readonly from: Millis }[];
  };

  user(user: number): User | undefined;
  /** Every account of a user that was ever opened; with `wallet` only of that one. */
  balances(user: number, wallet?: number): readonly Balance[];
  balance(user: number, wallet: number, asset: number, market?: number): Balance | undefined;

  /** Open orders (status 0, 3, 4), newest first; with `market` only of that one. */
  openOrders(user: number, market?: number): readonly Order[];
  /** An order that is open, or closed so recently that history may not have it yet. The caller checks the owner. */
  order(order: number): Order | undefined;
  /** The user's own lots resting at a level. */
  ownLots(user: number, market: number, side: number, price: number): Lots;

  /** The best `limit` levels per side (all: at most 2,000). */
  book(market: number, limit?: number): Book;
  level(market: number, side: number, price: number): Level | undefined;
  /** Newest first. */
  lastTrades(market: number, limit?: number): readonly Trade[];
  ticker(market: number): Ticker | undefined;
  indexTicker(instrument: number): Ticker | undefined;
  /** Where the candles of an index begin; undefined before its first tick. */
  opening(instrument: number): Opening | undefined;

  /** The open candle. */
  candle(subject: Subject, interval: Interval): Candle | undefined;
  /** Stored candles, oldest first, including the open one; at most the newest `limit`. */
  candles(subject: Subject, interval: Interval, limit?: number): readonly Candle[];

  /** The last index tick with its sources. */
  tick(instrument: number): Tick | undefined;
  /** Stored ticks, oldest first, within the given bounds of seq or time (inclusive). */
  ticks(
    instrument: number,
    bounds?: { fromSeq?: number; toSeq?: number; fromTime?: number; toTime?: number },
  ): readonly Tick[];
  priceState(instrument: number): PriceState | undefined;

  /** Stops following. */
  stop(): void;
}

/** Where an index begins: the minute of its first tick (ms UTC), and that tick's price. */
export interface Opening {
  readonly time: Millis;
  readonly price: Cents;
}

/** Prices of a stretch of time, in cents. */
export interface Extremes {
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** Prices from before an index's first tick, for figures of the last 24 hours; undefined: none (yet). */
export type DayBefore = (
  instrument: number,
  opening: Opening,
) => { since(time: number): Extremes | undefined } | undefined;

/** Candles, trades and ticks from SQL as of a row, read in one transaction. */
export interface History {
  /**
   * The row that the views had reached: at least the one requested. The live projection applies candles and trades only
   * after it.
   */
  readonly row: number;
  readonly candles: readonly {
    readonly subject: Subject;
    readonly interval: Interval;
    readonly candles: readonly Candle[];
  }[];
  /** Where each index begins. */
  readonly openings?: readonly (Opening & { readonly instrument: InstrumentId })[];
  /** Data of orders that a seed lacks: orders open at the seed's row, and those changed since. */
  readonly orders: readonly Pick<
    Order,
    'order' | 'created' | 'updated' | 'seq' | 'lastSeq' | 'stopProfit' | 'stopLoss'
  >[];
  /** Oldest first. */
  readonly trades: readonly Trade[];
  /** Oldest first. */
  readonly ticks: readonly Tick[];
  /** Positions open at the seed's row, and those changed since. */
  readonly positions?: readonly Pick<Position, 'position' | 'created' | 'updated' | 'seq' | 'lastSeq'>[];
  /** Second contracts waiting or running then. */
  readonly seconds?: readonly Pick<Second, 'second' | 'created' | 'openSeq' | 'seq' | 'lastSeq'>[];
  /** Debts outstanding then. */
  readonly debts?: readonly Pick<Debt, 'user' | 'wallet' | 'market' | 'asset' | 'time' | 'seq'>[];
  /** The last rates of each contract, oldest first. */
  readonly fundingRates?: readonly FundingRate[];
  /** The last mark of each contract. */
  readonly marks?: readonly Pick<Mark, 'market' | 'time' | 'seq'>[];
}

/**
 * Waits (bounded) until the views reach `row`, whose last command was `seq`, then reads the initial data of the live
 * projection.
 */
export type HistoryLoader = (row: number, seq: number) => Promise<History>;

/** An account of a group, and from when its link counts, ms UTC. */
export interface LinkedAccount {
  readonly user: UserId;
  readonly from: Millis;
}

/** The closing rate of a market with trading hours. */
export interface LiveClosing {
  readonly rate: number;
  readonly nextRate: number;
  readonly closes: number;
  readonly opens: number;
  /** 1 the last hour, 2 the last ten minutes. */
  readonly phase: number;
}

/** The derivative and credit products in the live projection, as of the last applied batch. */
export interface LiveProducts {
  /** Every contract, by market number. */
  contracts(): readonly Contract[];
  contract(market: number): Contract | undefined;
  /** The contract of a type (2 USDT-margined, 3 coin-margined) on an instrument. */
  contractOf(type: number, instrument: number): Contract | undefined;
  contractFees(): readonly ContractFee[];
  mark(market: number): Mark | undefined;
  /**
   * The price that triggers liquidations, cents. Since rules 15 it is the index that the mark was computed from, before
   * that the mark; 0: none yet.
   */
  riskPrice(market: number): number;
  /** Newest first, 20 at most. */
  fundingRates(market: number): readonly FundingRate[];
  /**
   * The rate that the current interval would give now (10⁻⁹ per 8 h), and the premium behind it: its mean (10⁻⁹), its
   * sum (10⁻⁹ × ms) over the time counted (ms, 0 before rules 17). Undefined: too few valid minutes.
   */
  fundingNow(
    market: number,
  ): { readonly rate: number; readonly premium: number; readonly sum: number; readonly time: number } | undefined;
  /** The rate cap of a market's current interval, 10⁻⁹ per 8 h. */
  fundingMost(market: number): number;
  /** The rate caps of a market's own interval and of hourly funding, 10⁻⁹ per 8 h; undefined: it is never hourly. */
  fundingCaps(market: number): { readonly own: number; readonly hourly: number | undefined };
  /** Hours of a market's current interval, and whether two capped settlements in a row made funding hourly. */
  fundingPace(market: number): { readonly hours: number; readonly hourly: boolean };
  /**
   * Closing rate (millionths) of a contract with trading hours at its next close, and that close (ms, 0 unknown);
   * undefined: none.
   */
  closing(market: number): LiveClosing | undefined;
  /** An announced closing rate, millionths, and when it takes effect, ms UTC. */
  closingRateAnnounced(market: number): { readonly rate: number; readonly from: Millis } | undefined;
  /** The maximum leverage of a contract: that of its first tier; with trading hours at most 1 ÷ its closing rate. */
  greatestLeverage(market: number): number;
  /** The next funding settlement of a market, ms UTC; undefined: unknown market. */
  nextFunding(market: number): number | undefined;
  /** Customers' open positions in a market, in opening order. */
  marketPositions(market: number): readonly Position[];
  /** Lots of all longs. */
  openInterest(market: number): number;
  /** The insurance fund's inventory by market. */
  fundHeld(): readonly FundHeld[];
  /** The insurance fund's balance in each settle asset. */
  insuranceFunds(): readonly { readonly asset: number; readonly atoms: number }[];
  /** A user's open positions, newest first. */
  positions(user: number, market?: number): readonly Position[];
  /** Open, or closed recently. */
  position(position: number): Position | undefined;
  /** Waiting take-profit and stop-loss orders of a position: orders with `guard` 1 or 2 and its `position`. */
  guards(position: number): readonly Order[];
  /** A user's leverage for a market and margin mode (1 cross, 2 isolated), or the default. */
  leverage(user: number, market: number, marginMode: number): number;
  debts(user: number, wallet?: number): readonly Debt[];
  marginAssets(): readonly MarginAsset[];
  marginLevels(): readonly MarginLevel[];
  marginMarkets(): readonly MarginMarket[];
  marginTerms(): MarginTerms | undefined;
  /** Leverage of a margin wallet: the chosen one, or the maximum. */
  marginLeverage(user: number, wallet: number, market: number): number;
  secondMarkets(): readonly SecondMarket[];
  /** The second market of an instrument. */
  secondMarketOf(instrument: number): SecondMarket | undefined;
  secondMarket(market: number): SecondMarket | undefined;
  /** A user's second contracts that are generating or counting down, newest first. */
  seconds(user: number): readonly Second[];
  /** Open, or settled recently. */
  second(second: number): Second | undefined;
  earnProduct(product: number): EarnProduct | undefined;
  loanProducts(): readonly LoanProduct[];
  /** How every fee is shared out. */
  feeShares(): FeeShares | undefined;
  /** Terms of an asset that was ever open for swaps. */
  swapTerms(asset: number): SwapTerms | undefined;
  /** The user's waiting swap. */
  swap(user: number): SwapOrder | undefined;
  /**
   * Accounts that staff linked with a user, the user's own first, and from when each counts (ms UTC); empty without a
   * link.
   */
  linked(user: number): readonly LinkedAccount[];
  /** All groups of linked accounts. */
  linkGroups(): readonly (readonly LinkedAccount[])[];
}
