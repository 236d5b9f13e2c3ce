// The facts that a walk over a batch emits, joined with earlier state, in the order they happened.

import type { AccountId, AssetId, Atoms, Lots, MarketId, Millis, OrderId, Seq, Ticks, UserId } from '@vitrine/core';
import type { BillKind, CauseKind } from './cause.ts';
import type { Stake, StakeChange } from './earnings.ts';
import type { LinkFact } from './links.ts';
import type {
  Debt,
  DebtRecord,
  FundSlice,
  FundingPayment,
  FundingRate,
  Mark,
  Position,
  PositionStep,
  Second,
  Settlement,
  SwapOrder,
} from './product.ts';
import type { Fill, PriceState, Tick, Trade, User } from './shape.ts';
import type { AccountRow, OrderRow } from './state.ts';

export interface TradeFact extends Trade {
  readonly takerOrder: OrderId;
  readonly makerOrder: OrderId;
  readonly taker: UserId;
  readonly maker: UserId;
  readonly takerFee: Atoms;
  readonly makerFee: Atoms;
  /** Assets that the two fees are charged in: what each side receives. */
  readonly takerFeeAsset: AssetId;
  readonly makerFeeAsset: AssetId;
}

export interface Cause {
  readonly kind: BillKind | 'hold';
  readonly causeKind: CauseKind;
  readonly causeId: number;
  readonly market: MarketId;
}

/** One ledger line of a customer's account: something was credited or debited. */
export interface Bill {
  readonly account: AccountId;
  readonly user: UserId;
  readonly wallet: number;
  readonly asset: AssetId;
  /** Market of the trade or of wallet 5; else 0. */
  readonly market: MarketId;
  readonly kind: BillKind;
  /** Signed. */
  readonly amount: Atoms;
  /** Available plus held, after this line. */
  readonly balance: Atoms;
  readonly causeKind: CauseKind;
  readonly causeId: number;
  readonly time: Millis;
  readonly seq: Seq;
}

/** One recipient's share of a trade's fee. */
export interface Share {
  readonly market: MarketId;
  readonly trade: Seq;
  /** True: a share of the maker's fee; false: of the taker's. */
  readonly maker: boolean;
  readonly asset: AssetId;
  /** 1–3 referrer of that generation, 4 contract agent; else the account class: 8 fee account, 9 safety fund. */
  readonly to: number;
  /** The referrer or agent; 0 for the operator's accounts. */
  readonly user: UserId;
  readonly amount: Atoms;
}

/** Tables of listings and terms; each names a map of the state. */
export type ListingKind =
  | 'asset'
  | 'instrument'
  | 'market'
  | 'tier'
  /** By market, by fee tier. */
  | 'contract'
  | 'contractFee'
  /** By asset, by leverage, by market, always 1. */
  | 'marginAsset'
  | 'marginLevel'
  | 'marginMarket'
  | 'marginTerms'
  /** By market, by product. */
  | 'secondMarket'
  | 'earnProduct'
  | 'loanProduct'
  /** By version. */
  | 'rules';

export interface ProjectionHandler {
  readonly account: (row: AccountRow) => void;
  /** An account's balance after the event that changed it. */
  readonly balance: (row: AccountRow, cause: Cause) => void;
  readonly bill: (bill: Bill) => void;
  readonly trade: (trade: TradeFact) => void;
  /** Both sides of each trade, taker first; `house`: the market maker's side. */
  readonly fill: (fill: Fill, house: boolean) => void;
  readonly share: (share: Share) => void;
  /**
   * After each change, including the one that closes it. With `guard` it is a take-profit or stop-loss order of a
   * position: status 4 while it waits, 0 once triggered. It closes with a reason when it is cancelled or its position
   * closes.
   */
  readonly order: (order: OrderRow) => void;
  /** Lots of a customer's resting order moved from one level to another; with lots 0 they left the book. */
  readonly resting: (order: OrderRow, fromPrice: Ticks, fromLots: Lots) => void;
  /** The market maker's lots at a level after a change. */
  readonly quote: (market: MarketId, side: number, price: Ticks, lots: Lots) => void;
  /** The market maker's lots at a level were filled by this much. */
  readonly quoteFilled: (market: MarketId, side: number, price: Ticks, lots: Lots) => void;
  readonly tick: (tick: Tick) => void;
  readonly priceState: (state: PriceState) => void;
  readonly user: (user: User) => void;
  /** A row of the listings or terms changed in the state. */
  readonly listing: (kind: ListingKind, id: number) => void;
  readonly mark: (mark: Mark) => void;
  readonly fundingRate: (rate: FundingRate) => void;
  /** The funding payment of each customer's position. */
  readonly funding: (payment: FundingPayment) => void;
  /** A customer's position after each change. Lots 0: it is closed and removed from the state. */
  readonly position: (position: Position) => void;
  readonly positionStep: (step: PositionStep) => void;
  /** The debt after each change. Principal and interest 0: it is repaid and removed from the state. */
  readonly debt: (debt: Debt) => void;
  readonly debtRecord: (record: DebtRecord) => void;
  /** A second contract after each change. Status 2 or 3: it is removed from the state. */
  readonly second: (second: Second) => void;
  /** A stake after each change, and what the change adds to its product's totals. Status 1 or 2: it has ended. */
  readonly stake: (stake: Stake, change: StakeChange) => void;
  /** A swap when it is placed and when it ends. */
  readonly swap: (swap: SwapOrder) => void;
  /** An account was linked with others or unlinked. */
  readonly link: (link: LinkFact) => void;
  /** A slice that the insurance fund unwound. */
  readonly fundSlice: (slice: FundSlice) => void;
  readonly settlement: (settlement: Settlement) => void;
}
