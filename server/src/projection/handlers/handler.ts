// What a walk over a batch tells: facts already joined with what came before, in the order they happened.

import type { AccountId, AssetId, Atoms, Lots, MarketId, Millis, OrderId, Seq, Ticks, UserId } from '@vitrine/core';
import type { BillKind, CauseKind } from './cause.ts';
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
  /** Assets the two fees are taken in: what each side receives. */
  readonly takerFeeAsset: AssetId;
  readonly makerFeeAsset: AssetId;
}

export interface Cause {
  readonly kind: BillKind | 'hold';
  readonly causeKind: CauseKind;
  readonly causeId: number;
  readonly market: MarketId;
}

/** One ledger line of a customer's account: something came or went. */
export interface Bill {
  readonly account: AccountId;
  readonly user: UserId;
  readonly wallet: number;
  readonly asset: AssetId;
  /** Of the trade, or of wallet 5; else 0. */
  readonly market: MarketId;
  readonly kind: BillKind;
  /** Signed. */
  readonly amount: Atoms;
  /** Available and held together, after this line. */
  readonly balance: Atoms;
  readonly causeKind: CauseKind;
  readonly causeId: number;
  readonly time: Millis;
  readonly seq: Seq;
}

/** Where a part of a trade's fee went. */
export interface Share {
  readonly market: MarketId;
  readonly trade: Seq;
  /** Whose fee: the maker's, or the taker's. */
  readonly maker: boolean;
  readonly asset: AssetId;
  /** 1–3 referrer of that generation, 4 the contract agent, else the account class: 8 fee, 9 safety fund. */
  readonly to: number;
  /** The referrer or agent; 0 for the house's accounts. */
  readonly user: UserId;
  readonly amount: Atoms;
}

/** Tables of what is listed and on what terms; each names a map of the state. */
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
  | 'loanProduct'
  /** By version. */
  | 'rules';

export interface ProjectionHandler {
  readonly account: (row: AccountRow) => void;
  /** An account's balance after the event that moved it. */
  readonly balance: (row: AccountRow, cause: Cause) => void;
  readonly bill: (bill: Bill) => void;
  readonly trade: (trade: TradeFact) => void;
  /** Both sides of each trade, taker first; `house`: it is the market maker's own side. */
  readonly fill: (fill: Fill, house: boolean) => void;
  readonly share: (share: Share) => void;
  /**
   * After each change, also the one that closes it. With `guard` it is a stop order of a position: status 4 while it
   * waits, 0 once it fired, and closed with the reason when it was taken away or its position is gone.
   */
  readonly order: (order: OrderRow) => void;
  /** Lots of a customer's order in the book moved from one level to another (or nowhere: lots 0). */
  readonly resting: (order: OrderRow, fromPrice: Ticks, fromLots: Lots) => void;
  /** What the market maker now has at a level. */
  readonly ladder: (market: MarketId, side: number, price: Ticks, lots: Lots) => void;
  /** The house's part of a level was filled by so much. */
  readonly ladderFilled: (market: MarketId, side: number, price: Ticks, lots: Lots) => void;
  readonly tick: (tick: Tick) => void;
  readonly priceState: (state: PriceState) => void;
  readonly user: (user: User) => void;
  /** A row of what is listed, or of terms, changed in the state. */
  readonly listing: (kind: ListingKind, id: number) => void;
  readonly mark: (mark: Mark) => void;
  readonly fundingRate: (rate: FundingRate) => void;
  /** Each position's payment, customers' only. */
  readonly funding: (payment: FundingPayment) => void;
  /** A customer's position after each change; lots 0: it is gone, and has left the state. */
  readonly position: (position: Position) => void;
  readonly positionStep: (step: PositionStep) => void;
  /** What is owed now; principal and interest 0: it is gone, and has left the state. */
  readonly debt: (debt: Debt) => void;
  readonly debtRecord: (record: DebtRecord) => void;
  /** A second contract after each change; status 2 or 3: it has left the state. */
  readonly second: (second: Second) => void;
  /** A swap when it was placed and when it ended. */
  readonly swap: (swap: SwapOrder) => void;
  /** An account was linked with others, or is no longer. */
  readonly link: (link: LinkFact) => void;
  /** What the insurance fund unwound. */
  readonly fundSlice: (slice: FundSlice) => void;
  readonly settlement: (settlement: Settlement) => void;
}
