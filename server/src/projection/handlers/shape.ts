// Types shared by both projections: listings, users, accounts, orders, trades, ticks, candles. All integers with named
// units.

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

/** Position of a projection: its last journal row, that row's last command, time (ms UTC) and chain hash. */
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
  /** 1 spot, 2 USDT-margined contract, 3 coin-margined contract. */
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
  /** Filled quote atoms (contracts: settle atoms): average price = dealtValue ÷ (dealtLots × K). */
  readonly dealtValue: Atoms;
  /** Fee so far, in the asset the order receives; contracts: in the settle asset. */
  readonly fee: Atoms;
  /** Lots resting in the book. */
  readonly resting: Lots;
  readonly makerRate: Millionths;
  readonly takerRate: Millionths;
  /**
   * Contracts only: 1 open long, 2 open short, 3 close long, 4 close short. This and all fields up to `guard` are 0 for
   * spot.
   */
  readonly direction: number;
  /** 1 cross, 2 isolated. */
  readonly marginMode: number;
  readonly leverage: number;
  /** For the position that an opening order opens; 0: none. */
  readonly stopProfit: Ticks;
  readonly stopLoss: Ticks;
  /** The position that a closing order reduces. */
  readonly position: RowId;
  /** 1 take-profit, 2 stop-loss of its position: it has no hold and no reserved margin. */
  readonly guard: number;
  readonly created: Millis;
  readonly updated: Millis;
  /** The command that opened it and the last that changed it. */
  readonly seq: Seq;
  readonly lastSeq: Seq;
}

export interface Trade {
  readonly market: MarketId;
  /** Numbered per market. */
  readonly trade: Seq;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly value: Atoms;
  /** The taker's: 1 buy, 2 sell. */
  readonly side: number;
  /** The market maker was one side. */
  readonly house: boolean;
  /**
   * No customer took part: only practice traders, or one and the market maker. Set where public trades are kept, which
   * know who has that label.
   */
  readonly practice?: true;
  readonly time: Millis;
  readonly seq: Seq;
}

/** A user's side of a trade. */
export interface Fill extends Trade {
  readonly order: OrderId;
  readonly user: UserId;
  /** This user's own side; `side` stays the taker's. */
  readonly ownSide: number;
  /** Direction of the order: a contract's 1 to 4; 0 for spot and for the market maker's quotes. */
  readonly direction: number;
  readonly maker: boolean;
  readonly fee: Atoms;
  /** The asset the fee is charged in: the one received. */
  readonly feeAsset: AssetId;
}

export interface Tick {
  readonly instrument: InstrumentId;
  /** Numbered per instrument. */
  readonly number: Seq;
  /** The command (slot) that recorded it in the journal. */
  readonly seq: Seq;
  readonly time: Millis;
  readonly price: Cents;
  /** Greatest minus least source price used. */
  readonly spread: Cents;
  readonly used: number;
  readonly total: number;
  /** State when sequenced: 1 valid, 2 aging, 3 stale, 4 closed. */
  readonly state: number;
  readonly sources: readonly TickSource[];
}

export interface TickSource {
  readonly source: number;
  /** Source's mid price minus the index. */
  readonly offset: Cents;
  /** Age at the tick, ms. */
  readonly age: Millis;
  /** 1 used; 2 too old, 3 too far, 4 not a price. */
  readonly state: number;
}

/** An instrument's current price state, which ages without ticks. */
export interface PriceState {
  readonly instrument: InstrumentId;
  readonly state: number;
  /** Next open and close of its calendar; 0: always open, or unknown. */
  readonly opensAt: Millis;
  readonly closesAt: Millis;
}

/** Subject of candles: a market's trades (kind 1–3, its type), an instrument's index, or a contract's mark. */
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
  /** Lots traded; for an index or mark the number of ticks. */
  readonly volume: number;
  /** Whole quote units traded and the remaining atoms; 0 for an index or mark. */
  readonly turnover: WholeQuote;
  readonly turnoverRest: Atoms;
}
