// The things both folds speak of: listings, people, accounts, orders, trades, ticks, candles. All integers, units named.

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
  RowId,
  Seq,
  Ticks,
  UserId,
  WholeQuote,
} from '@vitrine/core';

/** Candle widths of calls.md §8, shortest first. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type Interval = (typeof INTERVALS)[number];

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
  /** Quote atoms (of a contract settle atoms) dealt: average price = dealtValue ÷ (dealtLots × K). */
  readonly dealtValue: Atoms;
  /** Fee so far, in the asset the order receives; of a contract in what it is settled in. */
  readonly fee: Atoms;
  /** Lots that stand in the book. */
  readonly resting: Lots;
  readonly makerRate: Millionths;
  readonly takerRate: Millionths;
  /** Of a contract: 1 open long, 2 open short, 3 close long, 4 close short. This and all up to `guard`: 0 for spot. */
  readonly direction: number;
  /** 1 cross, 2 isolated. */
  readonly marginMode: number;
  readonly leverage: number;
  /** Of the position an opening order opens; 0: none. */
  readonly stopProfit: Ticks;
  readonly stopLoss: Ticks;
  /** The position a closing order reduces. */
  readonly position: RowId;
  /** 1 stop-profit, 2 stop-loss of its position: it holds and reserves nothing. */
  readonly guard: number;
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
  /** The market maker was on one side. */
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
  /** Of the order: a contract's 1 to 4; 0 for spot and for the market maker's ladder. */
  readonly direction: number;
  readonly maker: boolean;
  readonly fee: Atoms;
  /** The asset the fee was taken in: the one received. */
  readonly feeAsset: AssetId;
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

/** Whose candles: a market's trades (kind 1–3, its type), an instrument's index, or a contract's mark. */
export interface Subject {
  readonly kind: 1 | 2 | 3 | 'index' | 'mark';
  readonly id: number;
}

/** Prices in the market's ticks (kind 1–3) or in cents (index and mark). */
export interface Candle {
  /** Start, ms UTC. */
  readonly time: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Lots traded; for an index or mark how many ticks. */
  readonly volume: number;
  /** Whole quote units traded, and the atoms above them; 0 for an index or mark. */
  readonly turnover: WholeQuote;
  readonly turnoverRest: Atoms;
}
