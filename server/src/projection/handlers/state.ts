// What a projection remembers between batches to interpret the next one: listings, users, accounts, open orders.

import { type Cents, feeShares, type Millionths, RULE } from '@vitrine/core';
import type { AnnouncedRate } from './announced.ts';
import type { EarnProduct, Stake } from './earnings.ts';
import type { LinkRow } from './links.ts';
import type {
  Contract,
  ContractFee,
  Debt,
  FundHeld,
  FundingMinutes,
  FundingPace,
  LoanProduct,
  MarginAsset,
  MarginLevel,
  MarginMarket,
  MarginTerms,
  MarketClosing,
  Mark,
  Position,
  Second,
  SecondMarket,
  SwapOrder,
} from './product.ts';
import type { Market, Asset, Balance, Instrument, Order, PriceState, Tier, User } from './shape.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An account of any class (core §4); class 1 is a user's wallet. */
export interface AccountRow extends Mutable<Balance> {
  readonly class: number;
}

export type OrderRow = Mutable<Order>;

export type PositionRow = Mutable<Position>;
export type DebtRow = Mutable<Debt>;
export type SecondRow = Mutable<Second>;
export type StakeRow = Mutable<Stake>;

/** How every fee is shared out, millionths of it. */
export interface FeeShares {
  readonly safety: Millionths;
  /** Shares of referrers of generations 1 to 3. */
  readonly first: Millionths;
  readonly second: Millionths;
  readonly third: Millionths;
  readonly version: number;
}

/** Swap terms of an asset. */
export interface SwapTerms {
  readonly asset: number;
  /** 0: valued at 1 USDT. */
  readonly instrument: number;
  /** Cost of a round trip, millionths; a swap pays half of it on each side. */
  readonly spread: Millionths;
  readonly open: boolean;
}

export interface FoldState {
  readonly assets: Map<number, Asset>;
  readonly instruments: Map<number, Instrument>;
  readonly markets: Map<number, Market>;
  readonly tiers: Map<number, Tier>;
  readonly users: Map<number, User>;
  readonly accounts: Map<number, AccountRow>;
  /** Customers' open orders (status 0, 3, 4), without the market maker's quotes. */
  readonly orders: Map<number, OrderRow>;
  readonly priceStates: Map<number, PriceState>;
  readonly contracts: Map<number, Contract>;
  readonly contractFees: Map<number, ContractFee>;
  readonly marks: Map<number, Mark>;
  readonly fundingMinutes: Map<number, FundingMinutes>;
  /** Since rules `fundingByTime`. */
  readonly fundingPaces: Map<number, FundingPace>;
  /** Since rules `closingHours`: the next close by calendar; the closing rate by market (millionths). */
  readonly closings: Map<number, MarketClosing>;
  readonly closingRates: Map<number, number>;
  /** Announced closing rates that are not in force yet, by market. */
  readonly closingRatesAnnounced: Map<number, AnnouncedRate>;
  /** Lots of all longs, by market. */
  readonly openInterest: Map<number, number>;
  /** The insurance fund's inventory from its last event, by market; its accounts by asset. */
  readonly fundHeld: Map<number, FundHeld>;
  readonly insurance: Map<number, AccountRow>;
  /** Open positions, including the market maker's. */
  readonly positions: Map<number, PositionRow>;
  /** A user's leverages, by `leverageKey`. */
  readonly leverages: Map<string, number>;
  /** Debts in margin wallets, by `debtKey`. */
  readonly debts: Map<string, DebtRow>;
  readonly marginAssets: Map<number, MarginAsset>;
  readonly marginLevels: Map<number, MarginLevel>;
  readonly marginMarkets: Map<number, MarginMarket>;
  /** One row, with key 1. */
  readonly marginTerms: Map<number, MarginTerms>;
  /** Leverages of margin wallets, by `leverageKey` with the wallet in place of the mode. */
  readonly marginLeverages: Map<string, number>;
  readonly secondMarkets: Map<number, SecondMarket>;
  /** Second contracts that are waiting or running. */
  readonly seconds: Map<number, SecondRow>;
  /** Products of staking and finance; stakes that run. */
  readonly earnProducts: Map<number, EarnProduct>;
  readonly stakes: Map<number, StakeRow>;
  readonly loanProducts: Map<number, LoanProduct>;
  /** One row, with key 1. Genesis does not emit its shares; the initial values apply until a change is emitted. */
  readonly feeShares: Map<number, FeeShares>;
  /** By asset. */
  readonly swapTerms: Map<number, SwapTerms>;
  /** Waiting swaps by user: at most one each. */
  readonly swaps: Map<number, SwapOrder>;
  /** Accounts linked by staff, by user. */
  readonly links: Map<number, LinkRow>;
  /** Rules versions: from when each may be in force, ms UTC; 0: it is or was in force. */
  readonly rules: Map<number, number>;
}

/** The rules version in force. */
export function rulesInForce(state: Pick<FoldState, 'rules'>): number {
  let version = 1;
  for (const [known, from] of state.rules) if (from === 0 && known > version) version = known;
  return version;
}

/**
 * The price that triggers liquidations in a market, cents: the index since rules `indexLiquidates`, before that the
 * mark. 0: none yet.
 */
export function riskPrice(state: Pick<FoldState, 'rules' | 'marks'>, market: number): Cents {
  const latest = state.marks.get(market);
  if (latest === undefined) return 0 as Cents;
  return (rulesInForce(state) >= RULE.indexLiquidates ? latest.mark - latest.basis : latest.mark) as Cents;
}

/** Key of a leverage: a user in a market, by margin mode (1, 2) or margin wallet (4, 5). */
export function leverageKey(user: number, market: number, mode: number): string {
  return `${user}:${market}:${mode}`;
}

/** Key of a debt. */
export function debtKey(user: number, wallet: number, market: number, asset: number): string {
  return `${user}:${wallet}:${market}:${asset}`;
}

const firstShares: FeeShares = {
  safety: feeShares.safety as Millionths,
  first: feeShares.first as Millionths,
  second: feeShares.second as Millionths,
  third: feeShares.third as Millionths,
  version: 1,
};

/** An empty state. */
export function emptyState(): FoldState {
  return {
    assets: new Map(),
    instruments: new Map(),
    markets: new Map(),
    tiers: new Map(),
    users: new Map(),
    accounts: new Map(),
    orders: new Map(),
    priceStates: new Map(),
    contracts: new Map(),
    contractFees: new Map(),
    marks: new Map(),
    fundingMinutes: new Map(),
    fundingPaces: new Map(),
    closings: new Map(),
    closingRates: new Map(),
    closingRatesAnnounced: new Map(),
    openInterest: new Map(),
    fundHeld: new Map(),
    insurance: new Map(),
    positions: new Map(),
    leverages: new Map(),
    debts: new Map(),
    marginAssets: new Map(),
    marginLevels: new Map(),
    marginMarkets: new Map(),
    marginTerms: new Map(),
    marginLeverages: new Map(),
    secondMarkets: new Map(),
    seconds: new Map(),
    earnProducts: new Map(),
    stakes: new Map(),
    loanProducts: new Map(),
    feeShares: new Map([[1, firstShares]]),
    swapTerms: new Map(),
    swaps: new Map(),
    links: new Map(),
    rules: new Map([[1, 0]]),
  };
}

/** Atoms of one whole unit of a market's quote asset. @throws if the market or its asset was never listed. */
export function quoteUnit(state: FoldState, market: number): number {
  const listed = state.markets.get(market);
  const asset = listed === undefined ? undefined : state.assets.get(listed.quote);
  if (asset === undefined)
    throw new Error(`fold: expected market ${market} and its quote asset to be listed before its first trade`);
  return 10 ** asset.scale;
}
