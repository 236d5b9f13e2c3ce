// The prices of a contract, mark and index, and what their state allows (money §3, §11): liquidations, openings,
// transfers out of a wallet.

import { MARGIN_MODE, MARKET_MAKER, PRICE_STATE } from '../enum/index.ts';
import { RULE } from '../rules.ts';
import type { PerpetualContext } from './context.ts';

/** A price of a market in cents, 0: none yet. */
export type PriceOf = (context: PerpetualContext, market: number) => number;

/** The last valid mark: for unrealised PnL, funding, and triggers by mark. */
export function markOf(context: PerpetualContext, market: number): number {
  return context.contracts.rows.mark[market] as number;
}

/** The index from which the last valid mark was computed: no trade in our own book moves it. */
export function indexOf(context: PerpetualContext, market: number): number {
  const c = context.contracts.rows;
  return (c.mark[market] as number) - (c.basis[market] as number);
}

/** The price that liquidates: since rules `indexLiquidates` the index, before the mark. */
export function riskPrice(context: PerpetualContext, market: number): number {
  return bothCount(context) ? indexOf(context, market) : markOf(context, market);
}

/**
 * Whether openings, closes and transfers out must pass at both mark and index, and the index liquidates. Before, only
 * the mark.
 */
export function bothCount(context: PerpetualContext): boolean {
  return context.clock.rules >= RULE.indexLiquidates;
}

/** Whether a market's price is usable for marks, liquidations and funding. */
export function priced(context: PerpetualContext, market: number): boolean {
  return context.prices.counts(context.markets.rows.instrument[market] as number);
}

/** Whether a market's opening orders keep their priority without filling: its price is stale, disputed or closed. */
export function openingsWait(context: PerpetualContext, market: number): boolean {
  if (context.clock.rules < RULE.staleOnlyReduces) return false;
  const state = context.prices.state(context.markets.rows.instrument[market] as number);
  return state !== PRICE_STATE.valid && state !== PRICE_STATE.aging;
}

/** The market of a cross position whose price blocks transfers out of the wallet. 0 when there is none. */
export function lockedBy(context: PerpetualContext, contractWallet: number): number {
  if (contractWallet === 0 || context.clock.rules < RULE.staleOnlyReduces) return 0;
  const { rows: p, contractWallets } = context.positions;
  // Bounded by two positions per market.
  for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number) {
    if (p.mode[slot] !== MARGIN_MODE.cross || p.lots[slot] === 0) continue;
    const market = p.market[slot] as number;
    if (openingsWait(context, market)) return market;
  }
  return 0;
}

/**
 * Since rules `staleWallets`: whether a wallet may not open and may close only near the index, because it holds a cross
 * position with a stale price. The market maker is exempt.
 */
export function onlyCloses(context: PerpetualContext, contractWallet: number): boolean {
  return bindsStale(context, contractWallet) && lockedBy(context, contractWallet) !== 0;
}

/** Whether `onlyCloses` applies to a wallet at all. */
export function bindsStale(context: PerpetualContext, contractWallet: number): boolean {
  return (
    context.clock.rules >= RULE.staleWallets &&
    contractWallet !== 0 &&
    context.positions.contractWallets.user[contractWallet] !== MARKET_MAKER
  );
}

/**
 * Whether the profit of a market's positions counts: under the first rules always, later only while its price is
 * usable.
 */
export function profitCounts(context: PerpetualContext, market: number): boolean {
  return context.clock.rules < RULE.staleOnlyReduces || priced(context, market);
}

/** Prices for valuing positions: each market's price, and whether a profit at it counts. */
export interface Prices {
  readonly price: PriceOf;
  readonly counts: (context: PerpetualContext, market: number) => boolean;
  /** The time of these prices, ms. */
  readonly time: (context: PerpetualContext) => number;
}

/** How long a profit at a price that became unusable protects its wallet from takeovers and deleveraging, ms. */
export const STALE_WAITS = 3_600_000;

/** Prices that liquidate, including profits that may soon count again (rules `fairDeleverage`). */
export const HOPED: Prices = {
  price: riskPrice,
  counts: (context, market) =>
    profitCounts(context, market) ||
    context.clock.now - (context.contracts.rows.markTime[market] as number) <= STALE_WAITS,
  time: (context) => context.clock.now,
};

/** The present prices that liquidate. */
export const NOW: Prices = { price: riskPrice, counts: profitCounts, time: (context) => context.clock.now };
