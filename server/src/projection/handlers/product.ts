// The money products as both folds speak of them: contracts, positions, their story, debts, second contracts. All
// integers, units named; marks and index prices in cents (hundredths of a tick of their instrument).

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
  /** Values up to it: linear settle atoms, inverse whole USD. */
  readonly cap: Atoms;
  readonly rate: Millionths;
  readonly leverage: number;
  /** What maintenance is less by. */
  readonly amount: Atoms;
}

/** What a contract's market has beside its row of markets. */
export interface Contract {
  readonly market: MarketId;
  /** 2 U (linear), 3 coin (inverse). */
  readonly type: number;
  readonly instrument: InstrumentId;
  readonly settle: AssetId;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  /** Linear: settle atoms of one lot at one tick; inverse: settle atoms × ticks of one contract. */
  readonly perLot: Atoms;
  /** Inverse: whole USD of one contract; linear 0. */
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

/** A market's mark as it was told last. */
export interface Mark {
  readonly market: MarketId;
  readonly mark: Cents;
  readonly basis: Cents;
  readonly time: Millis;
  readonly seq: Seq;
}

/** One interval's settled rate, 10⁻⁹ per 8 h. */
export interface FundingRate {
  readonly market: MarketId;
  readonly rate: Billionths;
  readonly mark: Cents;
  readonly time: Millis;
  readonly valid: number;
  readonly minutes: number;
  /** Sum of the premiums by time (10⁻⁹ × ms) and the ms that count; both 0 before rules `fundingByTime`. */
  readonly premium: Billionths;
  readonly counted: Millis;
  readonly seq: Seq;
}

/**
 * Premiums of the interval so far, with `valid` of `minutes` minutes: their sum by time (10⁻⁹ × ms) and the ms that count;
 * before rules `fundingByTime` the sum of minutes (10⁻⁹), and `time` is 0.
 */
export interface FundingMinutes {
  readonly market: MarketId;
  readonly premium: Billionths;
  readonly time: Millis;
  readonly valid: number;
  readonly minutes: number;
}

/** A market's funding interval under way: its hours, its end, and whether (1) two capped settlements made it hourly. */
export interface FundingPace {
  readonly market: MarketId;
  readonly hours: number;
  readonly next: Millis;
  readonly hourly: number;
}

/** The next close of a calendar as its last event told it: 0 is unknown; `phase` 1 the last hour, 2 the last ten minutes. */
export interface MarketClosing {
  readonly calendar: CalendarId;
  readonly phase: number;
  readonly closes: Millis;
  readonly opens: Millis;
  /** 1: closed for more than 24 h. */
  readonly doubled: number;
}

/** What funding did to one position: paid (−) or got (+), settle atoms. */
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

/** What the insurance fund holds of a market and has used of its limits, by its last event. */
export interface FundHeld {
  readonly market: MarketId;
  /** 1 long, 2 short; without lots 0. */
  readonly side: number;
  readonly lots: Lots;
  /** Σ of bankruptcy values, Σ of values at the index then, settle atoms. */
  readonly cost: Atoms;
  readonly value: Atoms;
  /** The hour of `used`, ms; what may be lost in it in this market. */
  readonly since: Millis;
  readonly used: Atoms;
  readonly hour: Atoms;
  readonly asset: AssetId;
  readonly dayUsed: Atoms;
  readonly day: Atoms;
}

/** A slice that the insurance fund unwound; `side` and `held`: what it held before. */
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

/** A position as its last event told it; lots 0: gone. Profits are running totals of what was realised. */
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
  /** Isolated: its own account; cross 0. */
  readonly margin: Atoms;
  readonly priceProfit: Atoms;
  readonly feeProfit: Atoms;
  readonly fundingProfit: Atoms;
  /** Mark at which it is liquidated; 0 none. */
  readonly liquidation: Cents;
  readonly created: Millis;
  readonly updated: Millis;
  /** 0 while open. */
  readonly closed: Millis;
  readonly seq: Seq;
  readonly lastSeq: Seq;
}

/** Something that happened to a position. `step`: place in POSITION_STEP of the contract plus one. */
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

/** What a user owes of an asset in a margin wallet. */
export interface Debt {
  readonly user: UserId;
  /** 4 cross, 5 isolated. */
  readonly wallet: number;
  /** 0 for cross. */
  readonly market: MarketId;
  readonly asset: AssetId;
  readonly principal: Atoms;
  /** Whole atoms of interest not yet paid. */
  readonly interest: Atoms;
  /** An hour, 10⁻⁹. */
  readonly rate: Billionths;
  readonly time: Millis;
  readonly seq: Seq;
}

/**
 * A record of borrowing. kind: 1 borrow, 2 still, 3 interest, 4 liquidation: a step of the wallet (`level` told, `amount`
 * its shortfall in USDT so far), or what its sales (step 3) or the insurance fund (step 5) paid of one debt.
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
  /** Millionths; 0: not told. */
  readonly level: Millionths;
  /** Of a liquidation: its step. */
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

/** A second contract. Ticks count their instrument's; 0: none yet. */
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
  /** The command it came with; 0 beside a tick: not known. */
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
  /** 0; void: 1 no opening tick, 2 no tick at maturity, 3 closed. */
  readonly reason: number;
  readonly paid: Atoms;
  readonly created: Millis;
  /** The command that made it, and the last that changed it. */
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
  /** Bits of 7, 15, 30, 60. */
  readonly days: number;
  readonly threshold: Atoms;
  readonly perPoint: Atoms;
  readonly leastScore: number;
  readonly open: boolean;
  readonly version: number;
}

/** Something of a customer's that happened by itself, for the SETTLEMENT stream. */
export interface Settlement {
  readonly user: UserId;
  readonly kind: 'second' | 'funding' | 'liquidation' | 'interest' | 'staking' | 'finance' | 'reduction';
  readonly id: number;
  readonly market: MarketId;
  readonly asset: AssetId;
  readonly amount: Atoms;
  /** Of a second contract: its result; of a liquidation: its step. 0: none. */
  readonly result: number;
  readonly seq: Seq;
}

/** A leg of a swap; `SwapOrder` names its fields with `from` and `to` before them. */
export interface SwapLegFacts {
  readonly tick: Seq;
  /** 0: it stands at 1 USDT. */
  readonly price: Cents;
  /** Millionths of a USDT. */
  readonly flow: number;
  /** Billionths. */
  readonly range: number;
  readonly half: number;
}

/** A swap: an order that waits, or has ended. */
export interface SwapOrder {
  /** Below 0: one made by a quote, before rules swapSpread; minus its command. */
  readonly swap: number;
  readonly user: UserId;
  readonly from: AssetId;
  readonly to: AssetId;
  readonly amount: Atoms;
  readonly least: Atoms;
  readonly receive: Atoms;
  /** 0: it waits; 200: done; else why it was refused. */
  readonly code: number;
  /** Of what is given, millionths of a USDT; 0: ticks never priced it. */
  readonly worth: number;
  readonly fromLeg: SwapLegFacts;
  readonly toLeg: SwapLegFacts;
  readonly created: Millis;
  /** 0 while it waits. */
  readonly ended: Millis;
  /** The command that placed or ended it. */
  readonly seq: Seq;
}
