// Where a forced order of a margin wallet stops (money §4): since rules `marginForced` 2 % from the index, and where nothing is
// left of the wallet while anything is.

import { BUY, SELL, type Side } from '../book/index.ts';
import { FORCED_NEAR, forcedLimit, lastOfWallet, marketLimit } from '../formula/index.ts';
import { TRADING } from '../market/index.ts';
import { RULE } from '../rules.ts';
import { type Outlet, usdtOf } from './outlets.ts';
import { dealsForced, tickCounts } from './priced.ts';
import type { MarginContext } from './context.ts';
import { measureRow, priceOf } from './value.ts';

/** Ticks at which an owed coin is bought at the dearest. */
export function dearest(context: MarginContext, { instrument }: Outlet): number {
  const cents = context.prices.cents(instrument);
  return context.clock.rules < RULE.marginForced
    ? forcedLimit(BUY, Infinity, cents)
    : forcedLimit(BUY, Infinity, cents, FORCED_NEAR);
}

/** What a wallet has less what it owes at the index, in full, in units of worth. */
export function equityOf(context: MarginContext, row: number): bigint {
  let sum = 0n;
  for (const { own, owed, worth } of measureRow(context, row).holdings) sum += (BigInt(own) - BigInt(owed)) * worth;
  return sum;
}

/**
 * Where a forced order of `lots` lots stops now, ticks; 0: it would meet nothing, or the coin's price does not count, or
 * counts for the first time after a silence. `rate`: the taker's fee, millionths. `owed`: atoms that a purchase is for.
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
  if (markets.rows.state[market] !== TRADING) return 0;
  if (clock.rules >= RULE.marginStale && !tickCounts(context, instrument)) return 0;
  const forced = clock.rules >= RULE.marginForced;
  if (forced && !dealsForced(context, coin.asset)) return 0;
  const touch = markets.book(market).best(side === BUY ? SELL : BUY);
  if (touch === 0) return 0;
  const cents = prices.cents(instrument);
  const limit = forced
    ? forcedLimit(side, lastPrice(context, row, coin, side, lots, rate, owed), cents, FORCED_NEAR)
    : forcedLimit(side, marketLimit(side, touch, cents), cents);
  return (side === BUY ? touch <= limit : touch >= limit) ? limit : 0;
}

/** The price at which all of these lots leave the wallet nothing; without equity there is none. */
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
  if (equity <= 0n) return side === BUY ? Infinity : 0;
  const { worth } = priceOf(context, asset);
  const atoms = side === BUY ? owed : lots * goods;
  return lastOfWallet(side, equity, BigInt(atoms) * worth, BigInt(lots) * BigInt(k) * quote, rate);
}
