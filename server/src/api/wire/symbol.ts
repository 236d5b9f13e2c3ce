// Display names of markets: `BTC/USDT`.

import { MARKET_TYPE } from '@vitrine/core/enum';
import type { Market } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';

/** Data that names are read from. */
export type SymbolSource = Pick<Live, 'instrument' | 'asset' | 'market' | 'secondMarket'>;

/** The name of an instrument; empty if this projection does not know it. */
export function instrumentName(live: SymbolSource, instrument: number): string {
  const of = live.instrument(instrument);
  return of ? `${of.base}/${of.quote}` : '';
}

/**
 * The pair as `BTC/USDT`, for a contract the names of its instrument; empty if this projection does not know the
 * market.
 */
export function pairOf(live: SymbolSource, market: Market | undefined): string {
  if (!market) return '';
  if (market.type !== MARKET_TYPE.spot) return instrumentName(live, market.instrument);
  const base = live.asset(market.base);
  const quote = live.asset(market.quote);
  return base && quote ? `${base.code}/${quote.code}` : '';
}

/** The name of a market of any product by its number; empty if this projection does not know it. */
export function symbolOf(live: SymbolSource, market: number): string {
  const second = live.secondMarket(market);
  return second ? instrumentName(live, second.instrument) : pairOf(live, live.market(market));
}
