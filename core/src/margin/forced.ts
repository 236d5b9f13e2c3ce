// Limit prices of forced orders of a margin wallet (money §4). Since rules `marginForced`: 2 % from the index, and,
// while the wallet has equity, no worse than the price at which it has none left.

import { type Side } from '../book/index.ts';
import { MARKET_STATE, SIDE } from '../enum/index.ts';
import { FORCED_NEAR, forcedLimit, lastOfWallet, marketLimit } from '../formula/index.ts';
import { RULE } from '../rules.ts';
import { type Outlet, usdtOf } from './outlets.ts';
import { dealsForced, tickCounts } from './priced.ts';
import type { MarginContext } from './context.ts';
import { measureRow, priceOf } from './value.ts';

/** Highest price in ticks for buying an owed coin. */
export function dearest(context: MarginContext, { instrument }: Outlet): number {
  const cents = context.prices.cents(instrument);
  return context.clock.rules < RULE.marginForced
    ? forcedLimit(SIDE.buy, Infinity, cents)
    : forcedLimit(SIDE.buy, Infinity, cents, FORCED_NEAR);
}

/** A wallet's holdings less its debts at the index, at full value, in units of `worth`. */
export function equityOf(context: MarginContext, row: number): bigint {
  let sum = 0n;
  for (const { own, owed, worth } of measureRow(context, row).holdings) sum += (BigInt(own) - BigInt(owed)) * worth;
  return sum;
}

/**
 * Limit price of a forced order of `lots` lots now, ticks. 0: it could not match, or the coin's price is not usable or
 * is the first after a gap.
 * @param rate the taker's fee, millionths
 * @param owed atoms that a purchase is for
 */
export function reach(
  context: MarginContext,
  row: number,
  coin: Outlet,
  side: Side,
  lots: number,
  rate: number,
  owed: number,
): number {
  const { markets, prices, clock } = context;
  const { market, instrument } = coin;
  if (markets.rows.state[market] !== MARKET_STATE.trading) return 0;
  if (clock.rules >= RULE.marginStale && !tickCounts(context, instrument)) return 0;
  const forced = clock.rules >= RULE.marginForced;
  if (forced && !dealsForced(context, coin.asset)) return 0;
  const touch = markets.book(market).best(side === SIDE.buy ? SIDE.sell : SIDE.buy);
  if (touch === 0) return 0;
  const cents = prices.cents(instrument);
  const limit = forced
    ? forcedLimit(side, lastPrice(context, row, coin, side, lots, rate, owed), cents, FORCED_NEAR)
    : forcedLimit(side, marketLimit(side, touch, cents), cents);
  return (side === SIDE.buy ? touch <= limit : touch >= limit) ? limit : 0;
}

/** The price at which trading all these lots would leave the wallet no equity. No limit when it has none already. */
function lastPrice(
  context: MarginContext,
  row: number,
  { asset, goods, k }: Outlet,
  side: Side,
  lots: number,
  rate: number,
  owed: number,
): number {
  // All outlets are quoted in USDT.
  const quote = priceOf(context, usdtOf(context)).worth;
  const equity = equityOf(context, row);
  if (equity <= 0n) return side === SIDE.buy ? Infinity : 0;
  const { worth } = priceOf(context, asset);
  const atoms = side === SIDE.buy ? owed : lots * goods;
  return lastOfWallet(side, equity, BigInt(atoms) * worth, BigInt(lots) * BigInt(k) * quote, rate);
}
