// What a wallet with debts may do in a market while prices are stale (money §4, §11), since rules `marginStale`.

import { SIDE, WALLET } from '../enum/index.ts';
import { frozenLimit } from '../formula/index.ts';
import { NO, USE } from '../price/index.ts';
import { isStale } from './priced.ts';
import type { MarginContext } from './context.ts';
import { debtOf, owedNow, owns } from './value.ts';

/** Everything; only what reduces its risk, near the index; nothing. */
export const FREE = 0;
export const REDUCES = 1;
export const NOTHING = 2;

/** What a wallet (a row with debts) may do in a market while prices are stale. Bounded by the assets listed. */
export function leftOf(context: MarginContext, row: number, market: number): number {
  const { tables, markets, prices } = context;
  const m = markets.rows;
  if (prices.allows(m.instrument[market] as number, USE.leverage) === NO) return NOTHING;
  if (isStale(context, m.base[market] as number) || isStale(context, m.quote[market] as number)) return NOTHING;
  const w = tables.wallets;
  if (w.wallet[row] === WALLET.isolatedMargin) return FREE;
  for (let asset = 1; asset <= tables.assets.top; asset += 1) {
    if (!tables.lists(asset) || !isStale(context, asset)) continue;
    if (debtOf(context, row, asset) !== 0) return REDUCES;
    if (owns(context, w.user[row] as number, w.wallet[row] as number, w.market[row] as number, asset) > 0)
      return REDUCES;
  }
  return FREE;
}

/** What a wallet owns of an asset less what it owes, atoms. */
function net(context: MarginContext, row: number, asset: number): number {
  const w = context.tables.wallets;
  const debt = debtOf(context, row, asset);
  const own = owns(context, w.user[row] as number, w.wallet[row] as number, w.market[row] as number, asset);
  return own - (debt === 0 ? 0 : owedNow(context, debt));
}

/**
 * Whether giving `paid` atoms for `got` at `price` ticks reduces a wallet's risk. It gives an asset it owns beyond its
 * debt, gets one it owes beyond its holding, and the price is at most 1 % worse than the index.
 */
export function reduces(
  context: MarginContext,
  row: number,
  market: number,
  side: number,
  price: number,
  paid: number,
  got: number,
): boolean {
  const m = context.markets.rows;
  const limit = frozenLimit(side, context.prices.cents(m.instrument[market] as number));
  if (side === SIDE.buy ? price > limit : price < limit) return false;
  const [pays, gets] = side === SIDE.buy ? [m.quote, m.base] : [m.base, m.quote];
  return net(context, row, pays[market] as number) >= paid && net(context, row, gets[market] as number) <= -got;
}
