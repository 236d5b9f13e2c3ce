// Where a wallet's coins can be sold and bought: the spot markets quoted in USDT.

import { MARKET_TYPE, WALLET } from '../enum/index.ts';
import type { MarginContext } from './context.ts';

/** One coin and its market. */
export interface Outlet {
  readonly asset: number;
  readonly market: number;
  readonly instrument: number;
  /** Base atoms of one lot; quote atoms of one lot at one tick. */
  readonly goods: number;
  readonly k: number;
}

/** The asset on margin that is USDT itself, 0 none. */
export function usdtOf(context: MarginContext): number {
  const a = context.tables.assets;
  for (let asset = 1; asset <= a.top; asset += 1)
    if (context.tables.lists(asset) && a.instrument[asset] === 0) return asset;
  return 0;
}

/** The spot market of two assets, 0 none. Bounded by the markets listed. */
export function marketOf(context: MarginContext, base: number, quote: number): number {
  const m = context.markets.rows;
  for (let market = 1; market <= m.top; market += 1)
    if (m.type[market] === MARKET_TYPE.spot && m.base[market] === base && m.quote[market] === quote) return market;
  return 0;
}

function outlet(context: MarginContext, market: number): Outlet {
  const m = context.markets.rows;
  return {
    asset: m.base[market] as number,
    market,
    instrument: m.instrument[market] as number,
    goods: m.baseAtomsPerLot[market] as number,
    k: m.atomsPerTickLot[market] as number,
  };
}

/** An isolated wallet has its market; a cross wallet the market of each coin on margin. */
export function outletsOf(
  context: MarginContext,
  row: number,
): { readonly quote: number; readonly coins: readonly Outlet[] } {
  const { tables, markets } = context;
  const w = tables.wallets;
  if (w.wallet[row] === WALLET.isolatedMargin) {
    const market = w.market[row] as number;
    return { quote: markets.rows.quote[market] as number, coins: [outlet(context, market)] };
  }
  const quote = usdtOf(context);
  const coins: Outlet[] = [];
  for (let asset = 1; asset <= tables.assets.top; asset += 1) {
    const market = tables.lists(asset) && asset !== quote ? marketOf(context, asset, quote) : 0;
    if (market !== 0) coins.push(outlet(context, market));
  }
  return { quote, coins };
}
