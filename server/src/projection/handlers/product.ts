// Types of the derivative and credit products in both projections: contracts, positions and their history, debts,
// second contracts. All integers with named units; marks and index prices in cents (hundredths of a tick of their
// instrument).

import type {
  AssetId,
  Atoms,
  Billionths,
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
} from '@vitrine/core';

export interface ContractTier {
  /** Applies to values up to this: linear in settle atoms, inverse in whole USD. */
  readonly cap: Atoms;
  readonly rate: Millionths;
  readonly leverage: number;
  /** Deduction from the maintenance margin. */
  readonly amount: Atoms;
}

/** Contract-specific data of a market. */
export interface Contract {
  readonly market: MarketId;
  /** 2 USDT-margined (linear), 3 coin-margined (inverse). */
  readonly type: number;
  readonly instrument: InstrumentId;
  readonly settle: AssetId;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  /** Linear: settle atoms of one lot at one tick; inverse: settle atoms × ticks of one contract. */
  readonly perLot: Atoms;
  /** Inverse: face value of one contract, whole USD; linear: 0. */
  readonly face: number;
  readonly minValue: Atoms;
  readonly maxValue: Atoms;
  readonly impact: Atoms;
  readonly fundingHours: number;
  /** 1 trading, 2 reduce-only, 3 suspended. */
  readonly state: number;
  readonly version: number;
  readonly tiers: readonly ContractTier[];
}

/** Last mark of a market. */
export interface Mark {
  readonly market: MarketId;
  readonly mark: Cents;
  readonly basis: Cents;
  readonly time: Millis;
  readonly seq: Seq;
}

/** Settled funding rate of one interval, 10⁻⁹ per 8 h. */
export interface FundingRate {
  readonly market: MarketId;
  readonly rate: Billionths;
  readonly mark: Cents;
  readonly time: Millis;
  readonly valid: number;
  readonly minutes: number;
  /** Time-weighted sum of the premiums (10⁻⁹ × ms) and the ms counted; both 0 before rules `fundingByTime`. */
  readonly premium: Billionths;
  readonly counted: Millis;
  readonly seq: Seq;
}

/**
 * Premiums of the current interval, with `valid` of `minutes` minutes: their time-weighted sum (10⁻⁹ × ms) and the ms
 * counted. Before rules `fundingByTime` it is the sum of minutes (10⁻⁹), and `time` is 0.
 */
export interface FundingMinutes {
  readonly market: MarketId;
  readonly premium: Billionths;
  readonly time: Millis;
  readonly valid: number;
  readonly minutes: number;
}

/** A market's current funding interval: its hours, its end, and whether (1) two capped settlements made it hourly. */
export interface FundingPace {
  readonly market: MarketId;
  readonly hours: number;
  readonly next: Millis;
  readonly hourly: number;
}

/** The next close of a calendar from its last event (0: unknown); `phase`: 1 the last hour, 2 the last ten minutes. */
export interface MarketClosing {
  readonly calendar: CalendarId;
  readonly phase: number;
  readonly closes: Millis;
  readonly opens: Millis;
  /** 1: closed for more than 24 h. */
  readonly doubled: number;
}

/** A position's funding payment: paid (−) or received (+), settle atoms. */
export interface FundingPayment {
  readonly position: RowId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly asset: AssetId;
  readonly rate: Billionths;
  readonly amount: Atoms;
  readonly time: Millis;
  readonly seq: Seq;
}

/** The insurance fund's inventory in a market and its used limits, from its last event. */
export interface FundHeld {
  readonly market: MarketId;
  /** 1 long, 2 short; without lots 0. */
  readonly side: number;
  readonly lots: Lots;
  /** Σ of bankruptcy values and Σ of values at the index price of that time, settle atoms. */
  readonly cost: Atoms;
  readonly value: Atoms;
  /** Hour that `used` counts in, ms; and the most that may be lost in this market in that hour. */
  readonly since: Millis;
  readonly used: Atoms;
  readonly hour: Atoms;
  readonly asset: AssetId;
  readonly dayUsed: Atoms;
  readonly day: Atoms;
}

/** A slice that the insurance fund unwound; `side` and `held`: its inventory before. */
export interface FundSlice {
  readonly order: OrderId;
  readonly market: MarketId;
  readonly side: number;
  readonly held: Lots;
  readonly depth: Lots;
  readonly lots: Lots;
  readonly value: Atoms;
  readonly index: Cents;
  readonly profit: Atoms;
  readonly loss: Atoms;
  readonly minute: Millis;
  readonly moment: Millis;
  readonly draw: number;
  readonly time: Millis;
  readonly seq: Seq;
}

export interface ContractFee {
  readonly tier: number;
  readonly maker: Millionths;
  readonly taker: Millionths;
  readonly version: number;
}

/** A position from its last event; lots 0: closed. Profits are running totals of realised amounts. */
export interface Position {
  readonly position: RowId;
  readonly user: UserId;
  readonly market: MarketId;
  /** 1 long, 2 short. */
  readonly side: number;
  /** 1 cross, 2 isolated. */
  readonly marginMode: number;
  readonly leverage: number;
  readonly lots: Lots;
  readonly canClose: Lots;
  /** Σ fill values, settle atoms. */
  readonly cost: Atoms;
  /** Isolated: the position's own margin account; cross: 0. */
  readonly margin: Atoms;
  readonly priceProfit: Atoms;
  readonly feeProfit: Atoms;
  readonly fundingProfit: Atoms;
  /** Mark price that triggers liquidation; 0: none. */
  readonly liquidation: Cents;
  readonly created: Millis;
  readonly updated: Millis;
  /** 0 while open. */
  readonly closed: Millis;
  readonly seq: Seq;
  readonly lastSeq: Seq;
}

/** A step in a position's history. `step`: index in the contract's POSITION_STEP plus one. */
export interface PositionStep {
  readonly position: RowId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly step: number;
  readonly time: Millis;
  readonly seq: Seq;
  /** 0: does not apply. */
  readonly price: Ticks;
  readonly lots: Lots;
  readonly mark: Cents;
  /** Signed settle atoms. */
  readonly amount: Atoms;
  readonly equity: Atoms;
  readonly maintenance: Atoms;
  readonly order: OrderId;
}

/** A user's debt in one asset of a margin wallet. */
export interface Debt {
  readonly user: UserId;
  /** 4 cross, 5 isolated. */
  readonly wallet: number;
  /** 0 for cross. */
  readonly market: MarketId;
  readonly asset: AssetId;
  readonly principal: Atoms;
  /** Whole atoms of unpaid interest. */
  readonly interest: Atoms;
  /** Hourly rate, 10⁻⁹. */
  readonly rate: Billionths;
  readonly time: Millis;
  readonly seq: Seq;
}

/**
 * A record of borrowing. kind: 1 borrow, 2 still (repayment), 3 interest, 4 liquidation. A liquidation record is a step
 * of the wallet: `level` is set, `amount` is its shortfall in USDT so far. Or it is a payment of one debt by the
 * wallet's sales (step 3) or the insurance fund (step 5).
 */
export interface DebtRecord {
  readonly user: UserId;
  readonly wallet: number;
  readonly market: MarketId;
  readonly asset: AssetId;
  readonly kind: number;
  readonly amount: Atoms;
  readonly interest: Atoms;
  readonly rate: Billionths;
  /** Millionths; 0: not known. */
  readonly level: Millionths;
  /** Step of a liquidation. */
  readonly step: number;
  readonly time: Millis;
  readonly seq: Seq;
}

export interface MarginAsset {
  readonly asset: AssetId;
  /** 0 for USDT. */
  readonly instrument: InstrumentId;
  readonly rate: Billionths;
  readonly factor: Millionths;
  readonly limit: Atoms;
  readonly version: number;
}
export interface MarginLevel {
  readonly leverage: number;
  readonly borrow: Millionths;
  readonly call: Millionths;
  readonly liquidation: Millionths;
  readonly version: number;
}
export interface MarginMarket {
  readonly market: MarketId;
  readonly leverage: number;
  readonly version: number;
}
export interface MarginTerms {
  readonly cross: number;
  readonly transferOut: Millionths;
  readonly version: number;
}

export interface SecondPeriod {
  readonly seconds: number;
  readonly odds: Millionths;
  readonly min: Atoms;
  readonly max: Atoms;
}
export interface SecondMarket {
  readonly market: MarketId;
  readonly instrument: InstrumentId;
  readonly asset: AssetId;
  readonly version: number;
  readonly state: number;
  readonly delay: Millis;
  readonly patience: Millis;
  readonly most: Atoms;
  readonly periods: readonly SecondPeriod[];
}

/** A second contract. Ticks are numbered per instrument; 0: none yet. */
export interface Second {
  readonly second: RowId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly asset: AssetId;
  /** 1 up, 2 down. */
  readonly direction: number;
  readonly seconds: number;
  readonly amount: Atoms;
  readonly odds: Millionths;
  readonly win: Atoms;
  readonly version: number;
  readonly opensFrom: Millis;
  /** calls.md §9: 0 generating, 1 countdown, 2 settled, 3 void. */
  readonly status: number;
  readonly openTick: Seq;
  /** Sequence number of the opening tick's command; 0 with a tick: not known. */
  readonly openSeq: Seq;
  readonly openPrice: Cents;
  readonly openTime: Millis;
  readonly matures: Millis;
  readonly closeTick: Seq;
  readonly closeSeq: Seq;
  readonly closePrice: Cents;
  readonly closeTime: Millis;
  /** 0, 1 won, 2 lost, 3 tied. */
  readonly result: number;
  /** 0 none; void: 1 no opening tick, 2 no tick at maturity, 3 market closed. */
  readonly reason: number;
  readonly paid: Atoms;
  readonly created: Millis;
  /** The command that created it and the last that changed it. */
  readonly seq: Seq;
  readonly lastSeq: Seq;
}

/** A loan product in force, for the rules page. */
export interface LoanProduct {
  readonly product: number;
  readonly asset: AssetId;
  readonly min: Atoms;
  readonly max: Atoms;
  readonly rate: Billionths;
  readonly overdue: Millionths;
  /** Bits for 7, 15, 30 and 60 days. */
  readonly days: number;
  readonly threshold: Atoms;
  readonly perPoint: Atoms;
  readonly leastScore: number;
  readonly open: boolean;
  readonly version: number;
}

/** An automatic event of a customer, for the SETTLEMENT stream. */
export interface Settlement {
  readonly user: UserId;
  readonly kind: 'second' | 'funding' | 'liquidation' | 'interest' | 'staking' | 'finance' | 'reduction';
  readonly id: number;
  readonly market: MarketId;
  readonly asset: AssetId;
  readonly amount: Atoms;
  /** Second contract: its result; liquidation: its step; else 0. */
  readonly result: number;
  readonly seq: Seq;
}

/** One leg of a swap; `SwapOrder` has its fields with prefixes `from` and `to`. */
export interface SwapLegFacts {
  readonly tick: Seq;
  /** 0: valued at 1 USDT. */
  readonly price: Cents;
  /** Millionths of a USDT. */
  readonly flow: number;
  /** Billionths. */
  readonly range: number;
  readonly half: number;
}

/** A swap: a waiting or finished order. */
export interface SwapOrder {
  /** Negative: executed from a quote, before rules swapSpread; the number is minus its command. */
  readonly swap: number;
  readonly user: UserId;
  readonly from: AssetId;
  readonly to: AssetId;
  readonly amount: Atoms;
  readonly least: Atoms;
  readonly receive: Atoms;
  /** 0: waiting; 200: done; else why it was rejected. */
  readonly code: number;
  /** Value of the amount given, millionths of a USDT; 0: never priced by ticks. */
  readonly worth: number;
  readonly fromLeg: SwapLegFacts;
  readonly toLeg: SwapLegFacts;
  readonly created: Millis;
  /** 0 while it waits. */
  readonly ended: Millis;
  /** The command that placed or finished it. */
  readonly seq: Seq;
}
