// What the live fold answers and tells: the shapes the edge and the feeds build on. All integers, in the units named;
// decimal strings are made by `print.ts` alone.

import type { Atoms, InstrumentId, Lots, MarketId, Millis, Seq, Ticks, UserId, WholeQuote } from '@vitrine/core';
import type {
  Asset,
  Balance,
  BillKind,
  Candle,
  CauseKind,
  Contract,
  ContractFee,
  Debt,
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

/** Public trades kept a market. */
export const TRADES_KEPT = 500;
/** Index ticks kept an instrument, with their sources. */
export const TICKS_KEPT = 1_000;
/** Closed orders kept in memory until history answers for them. */
export const CLOSED_ORDERS_KEPT = 20_000;
/** Closed positions and settled second contracts kept in memory until history answers for them. */
export const CLOSED_POSITIONS_KEPT = 5_000;
export const CLOSED_SECONDS_KEPT = 5_000;
/** Rates of funding kept a market. */
export const FUNDING_RATES_KEPT = 20;
/** Minute candles kept a market or instrument: 24 hours and one hour's slack. */
export const MINUTES_KEPT = 1_500;
/** Candles of every wider interval kept a market or instrument. */
export const CANDLES_KEPT = 120;

export interface Level {
  readonly price: Ticks;
  readonly lots: Lots;
  /** Orders standing here; the market maker's ladder counts as one. */
  readonly orders: number;
  /** The market maker's part of `lots`. */
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
  /** Customers' orders; the market maker's ladder shows in `levels` only. */
  readonly orders: readonly OrderChange[];
  /** Customers' balances; not the house's. */
  readonly balances: readonly BalanceChange[];
  readonly users: readonly User[];
  /** Customers' positions; lots 0: gone. Not told where only the mark moved. */
  readonly positions: readonly Position[];
  readonly seconds: readonly Second[];
  readonly debts: readonly Debt[];
  /** Customers' things that happened by themselves, in order. */
  readonly settlements: readonly Settlement[];
  /** Contracts whose mark, funding or open interest changed. */
  readonly contractMarkets: readonly MarketId[];
  /** What is listed, or on what terms, changed: read it again. */
  readonly listings: boolean;
}

export interface Live extends LiveProducts {
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
  /** The market of a type: 1 spot, between two assets; 2 u, 3 coin: the contract of an instrument's two names. */
  marketOf(type: number, base: string, quote: string): Market | undefined;
  /** Fee tiers in force, by tier. */
  tiers(): readonly Tier[];
  /** The version of the rules in force, and from when those announced will be, ms UTC. */
  rules(): {
    readonly version: number;
    readonly announced: readonly { readonly version: number; readonly from: Millis }[];
  };

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
  /** Second contracts that waited or ran then. */
  readonly seconds?: readonly Pick<Second, 'second' | 'created' | 'openSeq' | 'seq' | 'lastSeq'>[];
  /** Debts then owed. */
  readonly debts?: readonly Pick<Debt, 'user' | 'wallet' | 'market' | 'asset' | 'time' | 'seq'>[];
  /** The last of each contract, oldest first. */
  readonly fundingRates?: readonly FundingRate[];
  /** The last mark of each contract. */
  readonly marks?: readonly Pick<Mark, 'market' | 'time' | 'seq'>[];
}

/** Waits (bounded) until the views have folded `row`, whose last command was `seq`, then reads what the live fold starts with. */
export type HistoryLoader = (row: number, seq: number) => Promise<History>;

/** An account of a group, and from when its link counts, ms UTC. */
export interface LinkedAccount {
  readonly user: UserId;
  readonly from: Millis;
}

/** What a market with hours asks before it closes. */
export interface LiveClosing {
  readonly rate: number;
  readonly nextRate: number;
  readonly closes: number;
  readonly opens: number;
  /** 1 the last hour, 2 the last ten minutes. */
  readonly phase: number;
}

/** The money products' part of the live fold: as of the last folded batch. */
export interface LiveProducts {
  /** Every contract, by market number. */
  contracts(): readonly Contract[];
  contract(market: number): Contract | undefined;
  /** Contract of a type (2 u, 3 coin) on an instrument. */
  contractOf(type: number, instrument: number): Contract | undefined;
  contractFees(): readonly ContractFee[];
  mark(market: number): Mark | undefined;
  /** The price that liquidates, cents: since rules 15 the index that the mark was made of, before the mark; 0: none yet. */
  riskPrice(market: number): number;
  /** Newest first, 20 at most. */
  fundingRates(market: number): readonly FundingRate[];
  /**
   * Rate as the interval so far would make it (10⁻⁹ per 8 h), and the premium it is made of: its mean (10⁻⁹), its sum
   * (10⁻⁹ × ms) over the time that counts (ms, 0 before rules 17); undefined: too few valid minutes.
   */
  fundingNow(
    market: number,
  ): { readonly rate: number; readonly premium: number; readonly sum: number; readonly time: number } | undefined;
  /** The greatest rate of a market's interval under way, 10⁻⁹ per 8 h. */
  fundingMost(market: number): number;
  /** The greatest rates by a market's own interval and while funding is hourly, 10⁻⁹ per 8 h; undefined: it never is. */
  fundingCaps(market: number): { readonly own: number; readonly hourly: number | undefined };
  /** Hours of a market's interval under way, and whether two capped settlements in a row made funding hourly. */
  fundingPace(market: number): { readonly hours: number; readonly hourly: boolean };
  /** Closing rate of a contract with hours (millionths), at its next close, and that close (ms, 0 unknown); undefined: none. */
  closing(market: number): LiveClosing | undefined;
  /** A closing rate that waits its day, millionths, and from when on it holds, ms UTC. */
  closingRateAnnounced(market: number): { readonly rate: number; readonly from: Millis } | undefined;
  /** Of a contract: that of its first step, of a market with hours at most 1 ÷ its closing rate. */
  greatestLeverage(market: number): number;
  /** When a market's funding is settled next, ms UTC; undefined: unknown market. */
  nextFunding(market: number): number | undefined;
  /** Customers' open positions in a market, in the order they were opened. */
  marketPositions(market: number): readonly Position[];
  /** Lots of all longs. */
  openInterest(market: number): number;
  /** What the insurance fund holds, by market. */
  fundHeld(): readonly FundHeld[];
  /** What it has of each settle asset. */
  insuranceFunds(): readonly { readonly asset: number; readonly atoms: number }[];
  /** A user's open positions, newest first. */
  positions(user: number, market?: number): readonly Position[];
  /** Also one closed not long ago. */
  position(position: number): Position | undefined;
  /** Waiting stop orders of a position are orders with `guard` 1 or 2 and `position`. */
  guards(position: number): readonly Order[];
  /** A user's own leverage of a market and margin mode (1 cross, 2 isolated), or the usual one. */
  leverage(user: number, market: number, marginMode: number): number;
  debts(user: number, wallet?: number): readonly Debt[];
  marginAssets(): readonly MarginAsset[];
  marginLevels(): readonly MarginLevel[];
  marginMarkets(): readonly MarginMarket[];
  marginTerms(): MarginTerms | undefined;
  /** Leverage of a margin wallet: its own, or the most. */
  marginLeverage(user: number, wallet: number, market: number): number;
  secondMarkets(): readonly SecondMarket[];
  /** Of an instrument. */
  secondMarketOf(instrument: number): SecondMarket | undefined;
  secondMarket(market: number): SecondMarket | undefined;
  /** A user's second contracts that are generating or counting down, newest first. */
  seconds(user: number): readonly Second[];
  /** Also one settled not long ago. */
  second(second: number): Second | undefined;
  loanProducts(): readonly LoanProduct[];
  /** What of every fee goes where. */
  feeShares(): FeeShares | undefined;
  /** Of an asset that was ever open for swaps. */
  swapTerms(asset: number): SwapTerms | undefined;
  /** The user's swap that waits. */
  swap(user: number): SwapOrder | undefined;
  /** Accounts that the desk linked with a user, the user's own first, and from when each counts (ms UTC); none without a link. */
  linked(user: number): readonly LinkedAccount[];
  /** All groups of linked accounts. */
  linkGroups(): readonly (readonly LinkedAccount[])[];
}
