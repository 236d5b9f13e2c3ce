// What the fold must remember between batches to understand the next one: listings, people, accounts, open orders.

import type { Market, Asset, Balance, Instrument, Order, PriceState, Tier, User } from './shape.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An account of any class (core.md §4); class 1 is a user's wallet. */
export interface AccountRow extends Mutable<Balance> {
  readonly class: number;
}

export type OrderRow = Mutable<Order>;

export interface FoldState {
  readonly assets: Map<number, Asset>;
  readonly instruments: Map<number, Instrument>;
  readonly markets: Map<number, Market>;
  readonly tiers: Map<number, Tier>;
  readonly users: Map<number, User>;
  readonly accounts: Map<number, AccountRow>;
  /** Open orders (status 0, 3, 4) of customers, never the ladder's. */
  readonly orders: Map<number, OrderRow>;
  readonly priceStates: Map<number, PriceState>;
}

/** A fold that has read nothing yet. */
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
  };
}

/** Atoms of one whole unit of a market's quote asset. @throws when the market or its asset was never listed. */
export function quoteUnit(state: FoldState, market: number): number {
  const listed = state.markets.get(market);
  const asset = listed === undefined ? undefined : state.assets.get(listed.quote);
  if (asset === undefined)
    throw new Error(`fold: expected market ${market} and its quote asset to be listed before its first trade`);
  return 10 ** asset.scale;
}
