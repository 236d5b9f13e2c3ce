// What the address of the trade page says. Read before the page is fetched, so it must not pull the page in.

export const tradeTypes = ['sec', 'spot', 'usta'] as const;
export type TradeType = (typeof tradeTypes)[number];

export interface TradeSearch {
  readonly type?: TradeType;
  /** `btc`, `btcusdt`, `BTC_USDT`. */
  readonly symbol?: string;
}

const FORM = /^[0-9A-Za-z]{1,12}[_/]?[0-9A-Za-z]{0,12}$/;

/** Reads the search; what is not in the expected form is left out. */
export function readTradeSearch(search: Readonly<Record<string, unknown>>): TradeSearch {
  const type = tradeTypes.find((one) => one === search['type']);
  const { symbol } = search;
  return { ...(type && { type }), ...(typeof symbol === 'string' && FORM.test(symbol) && { symbol }) };
}

/** A symbol of the address as the terminal takes it: a base alone is priced in USDT. */
export function symbolOf(symbol: string | undefined): string {
  if (symbol === undefined) return 'BTC_USDT';
  return /[_/]|usdt?$/i.test(symbol) ? symbol : `${symbol.toUpperCase()}_USDT`;
}
