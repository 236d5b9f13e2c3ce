// The initial listings: coins with their price at listing, and the instruments of the other three categories. Pure
// data; steps of price and quantity follow from the price by the rule in `defaults.ts`.

/** 1 crypto, 2 forex, 3 commodities, 4 stock index, 5 gold: as in the `genesis` command. */
export type Category = 1 | 2 | 3 | 4 | 5;

/** Calendars by home exchange. 0 never closes. */
export const CALENDARS = {
  always: 0,
  forex: 1,
  comex: 2,
  newYork: 3,
  frankfurt: 4,
  london: 5,
  tokyo: 6,
  hongKong: 7,
  shanghai: 8,
} as const;

export type CalendarName = keyof typeof CALENDARS;

export interface Listed {
  readonly base: string;
  readonly quote: string;
  readonly category: Category;
  readonly calendar: CalendarName;
  /** Price at listing: the newest public recording available, else the simulator's mean price. Decimal text. */
  readonly price: string;
}

export interface ListedCoin extends Listed {
  /** Decimals of the coin's atom. */
  readonly scale: 6 | 8;
  /** BTC and ETH: larger orders, finer spreads. */
  readonly major: boolean;
  /** May be borrowed. Has a coin-margined perpetual once those are open. */
  readonly marginable: boolean;
}

const coin = (
  base: string,
  price: string,
  traits: { scale?: 6 | 8; major?: true; marginable?: true } = {},
): ListedCoin => ({
  base,
  quote: 'USDT',
  category: 1,
  calendar: 'always',
  price,
  scale: traits.scale ?? 6,
  major: traits.major ?? false,
  marginable: traits.marginable ?? false,
});

/** The 24 coins, in order of their ids (instrument and spot market n = row n, asset n + 1; asset 1 is USDT). */
export const coins: readonly ListedCoin[] = [
  coin('BTC', '114129.75', { scale: 8, major: true, marginable: true }),
  coin('ETH', '3612', { scale: 8, major: true, marginable: true }),
  coin('SOL', '165.2', { scale: 8, marginable: true }),
  coin('BNB', '571.1', { scale: 8, marginable: true }),
  coin('XRP', '1.364', { marginable: true }),
  coin('DOGE', '0.48945', { marginable: true }),
  coin('ADA', '1.9296', { marginable: true }),
  coin('LTC', '317.95', { scale: 8, marginable: true }),
  coin('TRX', '0.33124'),
  coin('LINK', '16.742'),
  coin('DOT', '39.988'),
  coin('AVAX', '22.413'),
  coin('BCH', '556.31'),
  coin('XLM', '0.40121'),
  coin('UNI', '9.7125'),
  coin('ATOM', '4.4127'),
  coin('NEAR', '2.5481'),
  coin('ETC', '20.374'),
  coin('FIL', '2.4312'),
  coin('APT', '4.5218'),
  coin('ARB', '0.39247'),
  coin('OP', '0.68123'),
  coin('1000SHIB', '0.012243'),
  coin('1000PEPE', '0.010581'),
];

const other = (category: Category, calendar: CalendarName, pair: string, price: string): Listed => {
  const at = pair.indexOf('/');
  return { base: pair.slice(0, at), quote: pair.slice(at + 1), category, calendar, price };
};

/** Forex, commodities and stock indices: instrument n = 24 + row n. No spot books. */
export const others: readonly Listed[] = [
  other(2, 'forex', 'EUR/USD', '1.14656'),
  other(2, 'forex', 'GBP/USD', '1.27571'),
  other(2, 'forex', 'USD/JPY', '147.73'),
  other(2, 'forex', 'USD/CHF', '0.80671'),
  other(2, 'forex', 'AUD/USD', '0.65223'),
  other(2, 'forex', 'USD/CAD', '1.37424'),
  other(2, 'forex', 'NZD/USD', '0.59561'),
  other(2, 'forex', 'EUR/GBP', '0.89876'),
  other(2, 'forex', 'EUR/JPY', '169.381'),
  other(2, 'forex', 'USD/CNH', '7.18352'),
  other(5, 'comex', 'XAU/USD', '3398.78'),
  other(3, 'comex', 'XAG/USD', '38.274'),
  other(3, 'comex', 'WTI/USD', '86.48'),
  other(3, 'comex', 'BRENT/USD', '95.29'),
  other(3, 'comex', 'NGAS/USD', '3.0621'),
  other(3, 'comex', 'COPPER/USD', '4.3925'),
  other(4, 'newYork', 'US500/USD', '6413.5'),
  other(4, 'newYork', 'US100/USD', '23611.3'),
  other(4, 'newYork', 'US30/USD', '43968.6'),
  other(4, 'frankfurt', 'DE40/USD', '23924.4'),
  other(4, 'london', 'UK100/USD', '9100.77'),
  other(4, 'tokyo', 'JP225/USD', '41059.2'),
  other(4, 'hongKong', 'HK50/USD', '23248.6'),
  other(4, 'shanghai', 'CN300/USD', '4114.67'),
];

/** Every instrument in order of its id, from 1. */
export const instruments: readonly Listed[] = [...coins, ...others];
