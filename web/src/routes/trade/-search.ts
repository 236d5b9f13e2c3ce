// What the address of the trade page says. Read before the page is fetched, so it must not pull the page in.
import type { RawSearch } from '@vitrine/ui';
import { namedMarket } from '../exchange/-named.ts';

export const tradeTypes = ['sec', 'spot', 'usta'] as const;
export type TradeType = (typeof tradeTypes)[number];

export interface TradeSearch {
  /** `none`: the address names a way to trade that does not exist. */
  readonly type?: TradeType | 'none';
  /** As the address names it: `btc`, `btcusdt`, `BTC_USDT`. */
  readonly symbol?: string;
}

/** Reads the search. */
export function readTradeSearch(search: RawSearch): TradeSearch {
  const type = search['type'] === undefined ? undefined : (tradeTypes.find((one) => one === search['type']) ?? 'none');
  const symbol = namedMarket(search['symbol']);
  return { ...(type && { type }), ...(symbol !== undefined && { symbol }) };
}

/** A symbol of the address as the terminal takes it: a base alone is priced in USDT. */
export function symbolOf(symbol: string | undefined): string {
  if (symbol === undefined) return 'BTC_USDT';
  return /[_/]|usdt?$/i.test(symbol) ? symbol : `${symbol.toUpperCase()}_USDT`;
}
