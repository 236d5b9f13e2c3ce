// The search parameters of the trade page. Parsed before the page loads, so this must not import the page.
import type { RawSearch } from '@vitrine/ui';
import { namedMarket } from '../exchange/-named.ts';

export const tradeTypes = ['sec', 'spot', 'usta'] as const;
export type TradeType = (typeof tradeTypes)[number];

export interface TradeSearch {
  /** `none`: the address names an unknown trading page. */
  readonly type?: TradeType | 'none';
  /** As in the address: `btc`, `btcusdt`, `BTC_USDT`. */
  readonly symbol?: string;
}

/** Parses the search parameters. */
export function readTradeSearch(search: RawSearch): TradeSearch {
  const type = search['type'] === undefined ? undefined : (tradeTypes.find((one) => one === search['type']) ?? 'none');
  const symbol = namedMarket(search['symbol']);
  return { ...(type && { type }), ...(symbol !== undefined && { symbol }) };
}

/** Converts a symbol of the address to the terminal's form: a base alone is priced in USDT. */
export function symbolOf(symbol: string | undefined): string {
  if (symbol === undefined) return 'BTC_USDT';
  return /[_/]|usdt?$/i.test(symbol) ? symbol : `${symbol.toUpperCase()}_USDT`;
}
