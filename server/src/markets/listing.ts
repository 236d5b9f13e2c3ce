// Display data of an instrument: names, symbols, category, plates, maximum leverage, hours.

import { CALENDARS, coins, type Category, instruments, maintenance } from '@vitrine/core';

/** Venue of a price, in the terms of the coin list. */
export type Venue = 'vitrine' | 'mt5' | 'metal';

export interface Listing {
  /** Number of the instrument, and of its spot market if it has one. */
  readonly instrument: number;
  /** Spot market, or 0: only crypto has a book. */
  readonly market: number;
  /** `btcusdt` */
  readonly symbol: string;
  /** `BTC/USDT` */
  readonly name: string;
  /** `BTC_USDT` */
  readonly code: string;
  readonly base: string;
  readonly quote: string;
  /** Common name: `Bitcoin`, `Gold`, `S&P 500`. A proper name, not translated. */
  readonly title: string;
  /** Text of a row: `showSymbol` if `customizeFlag` is 2, else the pair. */
  readonly showSymbol: string;
  readonly customizeFlag: 1 | 2;
  readonly venue: Venue;
  /** 1 crypto, 2 stock index, 3 forex, commodities and gold. */
  readonly coinType: 1 | 2 | 3;
  readonly category: Category;
  /** The category's plate first, then coin groups from 11. */
  readonly plates: readonly number[];
  /** 0: always open. */
  readonly calendar: number;
  /** Maximum leverage of a contract on it: isolated and cross (0: isolated only). */
  readonly maxLeverage: { readonly isolated: number; readonly cross: number };
}

/** Titles and groups of coins; group numbers are those of `plateNames`. */
const coinTitles: Readonly<Record<string, readonly [title: string, ...groups: number[]]>> = {
  BTC: ['Bitcoin', 11, 15],
  ETH: ['Ethereum', 11, 12],
  SOL: ['Solana', 12],
  BNB: ['BNB', 12],
  XRP: ['XRP', 15],
  DOGE: ['Dogecoin', 14],
  ADA: ['Cardano', 12],
  LTC: ['Litecoin', 15],
  TRX: ['TRON', 12],
  LINK: ['Chainlink', 13],
  DOT: ['Polkadot', 12],
  AVAX: ['Avalanche', 12],
  BCH: ['Bitcoin Cash', 15],
  XLM: ['Stellar', 15],
  UNI: ['Uniswap', 13],
  ATOM: ['Cosmos', 12],
  NEAR: ['NEAR Protocol', 12],
  ETC: ['Ethereum Classic', 12],
  FIL: ['Filecoin', 17],
  APT: ['Aptos', 12],
  ARB: ['Arbitrum', 16],
  OP: ['Optimism', 16],
  '1000SHIB': ['Shiba Inu (1,000)', 14],
  '1000PEPE': ['Pepe (1,000)', 14],
};

const otherTitles: Readonly<Record<string, string>> = {
  'EUR/USD': 'Euro / US Dollar',
  'GBP/USD': 'British Pound / US Dollar',
  'USD/JPY': 'US Dollar / Japanese Yen',
  'USD/CHF': 'US Dollar / Swiss Franc',
  'AUD/USD': 'Australian Dollar / US Dollar',
  'USD/CAD': 'US Dollar / Canadian Dollar',
  'NZD/USD': 'New Zealand Dollar / US Dollar',
  'EUR/GBP': 'Euro / British Pound',
  'EUR/JPY': 'Euro / Japanese Yen',
  'USD/CNH': 'US Dollar / Offshore Yuan',
  'XAU/USD': 'Gold',
  'XAG/USD': 'Silver',
  'WTI/USD': 'WTI Crude Oil',
  'BRENT/USD': 'Brent Crude Oil',
  'NGAS/USD': 'Natural Gas',
  'COPPER/USD': 'Copper',
  'US500/USD': 'S&P 500',
  'US100/USD': 'Nasdaq 100',
  'US30/USD': 'Dow 30',
  'DE40/USD': 'DAX 40',
  'UK100/USD': 'FTSE 100',
  'JP225/USD': 'Nikkei 225',
  'HK50/USD': 'Hang Seng',
  'CN300/USD': 'CSI 300',
};

/** Plates of the dictionary `coin_plate`; the pages translate them by number. */
export const plateNames: ReadonlyMap<number, string> = new Map([
  [1, 'crypto'],
  [2, 'forex'],
  [3, 'commodities'],
  [4, 'indices'],
  [5, 'gold'],
  [11, 'majors'],
  [12, 'layer1'],
  [13, 'defi'],
  [14, 'meme'],
  [15, 'payments'],
  [16, 'layer2'],
  [17, 'storage'],
]);

const coinTypes: Readonly<Record<Category, 1 | 2 | 3>> = { 1: 1, 2: 3, 3: 3, 4: 2, 5: 3 };

function platesOf(category: Category, base: string): readonly number[] {
  if (category !== 1) return category === 5 ? [5, 3] : [category];
  const [, ...groups] = coinTitles[base] ?? [''];
  return [1, ...groups];
}

function leverageOf(category: Category, major: boolean): number {
  const group = category === 1 ? (major ? 'majors' : 'crypto') : category === 3 ? 'commodities' : 'liquid';
  return maintenance[group][0]?.leverage ?? 1;
}

/** Every listing by instrument number, from 1. */
export const listings: readonly Listing[] = instruments.map(({ base, quote, category, calendar }, at): Listing => {
  const name = `${base}/${quote}`;
  const title = category === 1 ? coinTitles[base]?.[0] : otherTitles[name];
  if (title === undefined) throw new Error(`expected a title for ${name}: add it to the table of titles`);
  const leverage = leverageOf(category, coins[at]?.major ?? false);
  const shown = category !== 1 && category !== 2;
  return {
    instrument: at + 1,
    market: category === 1 ? at + 1 : 0,
    symbol: `${base}${quote}`.toLowerCase(),
    name,
    code: `${base}_${quote}`,
    base,
    quote,
    title,
    showSymbol: shown ? title : name,
    customizeFlag: shown ? 2 : 1,
    venue: category === 1 ? 'vitrine' : base === 'XAU' || base === 'XAG' ? 'metal' : 'mt5',
    coinType: coinTypes[category],
    category,
    plates: platesOf(category, base),
    calendar: CALENDARS[calendar],
    maxLeverage: { isolated: leverage, cross: category === 1 ? leverage : 0 },
  };
});

const byText: ReadonlyMap<string, Listing> = new Map(listings.map((listing) => [listing.symbol, listing]));

/** Longest text that can be a symbol. */
const LONGEST = 24;

/** The listing for `btcusdt`, `BTC/USDT` or `BTC_USDT`, in any case; undefined if there is none. */
export function listingOf(text: string): Listing | undefined {
  if (text.length > LONGEST) return undefined;
  const parts = /^([a-z0-9]+)(?:[/_]([a-z0-9]+))?$/.exec(text.toLowerCase());
  if (parts === null) return undefined;
  const found = byText.get(`${parts[1]}${parts[2] ?? ''}`);
  if (found === undefined || parts[2] === undefined || parts[2] === found.quote.toLowerCase()) return found;
  return undefined;
}

/** The listing of an instrument's number. */
export function listingAt(instrument: number): Listing | undefined {
  return listings[instrument - 1];
}
