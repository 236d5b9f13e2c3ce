// The prices of a contract, mark and index, and what their state allows (money §3, §11): liquidations, openings, and
// what may leave a wallet.

import { MARKET_MAKER } from '../user/index.ts';
import { AGING, VALID } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { CROSS } from './contracts.ts';
import type { PerpetualContext } from './context.ts';

/** A price of a market in cents, 0: none yet. */
export type PriceOf = (context: PerpetualContext, market: number) => number;

/** The last valid mark: profit not realised, funding, and triggers by mark. */
export function markOf(context: PerpetualContext, market: number): number {
  return context.contracts.rows.mark[market] as number;
}

/** The index that the last valid mark was made of: no trade of our own book moves it. */
export function indexOf(context: PerpetualContext, market: number): number {
  const c = context.contracts.rows;
  return (c.mark[market] as number) - (c.basis[market] as number);
}

/** The price that liquidates: since rules `indexLiquidates` the index, before the mark. */
export function riskPrice(context: PerpetualContext, market: number): number {
  return bothCount(context) ? indexOf(context, market) : markOf(context, market);
}

/** Whether opening, closing and what leaves must pass at mark and index, and the index liquidates; before, the mark alone. */
export function bothCount(context: PerpetualContext): boolean {
  return context.clock.rules >= RULE.indexLiquidates;
}

/** Whether a market's price may make marks, liquidate and settle funding. */
export function priced(context: PerpetualContext, market: number): boolean {
  return context.prices.counts(context.markets.rows.instrument[market] as number);
}

/** Whether opening orders of a market keep their place and do not fill: its price is stale, disputed or closed. */
export function openingsWait(context: PerpetualContext, market: number): boolean {
  if (context.clock.rules < RULE.staleOnlyReduces) return false;
  const state = context.prices.state(context.markets.rows.instrument[market] as number);
  return state !== VALID && state !== AGING;
}

/** The market for whose price nothing may leave a wallet: it holds a cross position there. 0: there is none. */
export function lockedBy(context: PerpetualContext, contractWallet: number): number {
  if (contractWallet === 0 || context.clock.rules < RULE.staleOnlyReduces) return 0;
  const { rows: p, contractWallets } = context.positions;
  // Bounded by two positions a market.
  for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number) {
    if (p.mode[slot] !== CROSS || p.lots[slot] === 0) continue;
    const market = p.market[slot] as number;
    if (openingsWait(context, market)) return market;
  }
  return 0;
}

/**
 * Since rules `staleWallets`: whether a wallet opens nothing and closes near the index only, because it holds a cross
 * position whose price is stale. The market maker quotes on.
 */
export function onlyCloses(context: PerpetualContext, contractWallet: number): boolean {
  return bindsStale(context, contractWallet) && lockedBy(context, contractWallet) !== 0;
}

/** Whether what `onlyCloses` says binds a wallet at all. */
export function bindsStale(context: PerpetualContext, contractWallet: number): boolean {
  return (
    context.clock.rules >= RULE.staleWallets &&
    contractWallet !== 0 &&
    context.positions.contractWallets.user[contractWallet] !== MARKET_MAKER
  );
}

/** Whether the profit of positions of a market counts: under the first rules always, then while its price does. */
export function profitCounts(context: PerpetualContext, market: number): boolean {
  return context.clock.rules < RULE.staleOnlyReduces || priced(context, market);
}

/** Prices to value positions by: of each market the price, and whether a profit at it counts. */
export interface Prices {
  readonly price: PriceOf;
  readonly counts: (context: PerpetualContext, market: number) => boolean;
  /** When they were the prices, ms. */
  readonly time: (context: PerpetualContext) => number;
}

/** So long a profit at a price that no longer counts keeps its wallet from takeovers and deleveraging, ms. */
export const STALE_WAITS = 3_600_000;

/** Prices that liquidate, with the profits that may count again in a while (rules `fairDeleverage`). */
export const HOPED: Prices = {
  price: riskPrice,
  counts: (context, market) =>
    profitCounts(context, market) ||
    context.clock.now - (context.contracts.rows.markTime[market] as number) <= STALE_WAITS,
  time: (context) => context.clock.now,
};

/** The prices that liquidate, as they are now. */
export const NOW: Prices = { price: riskPrice, counts: profitCounts, time: (context) => context.clock.now };
