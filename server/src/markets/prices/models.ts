// Model of each simulated instrument: yearly volatility and the factors it shares with others. The figures are those of
// the real markets, rounded.

/** Model of one instrument. */
export interface Model {
  /** Standard deviation of the yearly logarithmic return. */
  readonly volatility: number;
  /** Correlation with named factors; the remainder is idiosyncratic. */
  readonly factors: Readonly<Partial<Record<Factor, number>>>;
  /** Largest usual deviation of one source from the true price, as a fraction of it. */
  readonly noise: number;
}

/** Shared factors. BTC is the crypto market's factor: Bitcoin has no other. */
export const FACTORS = ['BTC', 'stocks', 'dollar', 'asia', 'metals', 'oil', 'europe'] as const;
export type Factor = (typeof FACTORS)[number];

const crypto = (volatility: number, bitcoin: number): Model => ({
  volatility,
  factors: { BTC: bitcoin },
  noise: 0.00008,
});
const forex = (volatility: number, dollar: number): Model => ({
  volatility,
  factors: { dollar },
  noise: 0.00001,
});
const stocks = (volatility: number, factors: Model['factors']): Model => ({ volatility, factors, noise: 0.00003 });
const goods = (volatility: number, factors: Model['factors']): Model => ({ volatility, factors, noise: 0.00004 });

/** By base and quote. A cross of two other pairs (see `crosses`) needs none. */
export const models: Readonly<Record<string, Model>> = {
  'BTC/USDT': { volatility: 0.5, factors: { BTC: 1 }, noise: 0.00005 },
  'ETH/USDT': { volatility: 0.65, factors: { BTC: 0.82 }, noise: 0.00005 },
  'SOL/USDT': crypto(0.8, 0.75),
  'BNB/USDT': crypto(0.55, 0.7),
  'XRP/USDT': crypto(0.75, 0.65),
  'DOGE/USDT': crypto(0.9, 0.7),
  'ADA/USDT': crypto(0.8, 0.72),
  'LTC/USDT': crypto(0.7, 0.7),
  'TRX/USDT': crypto(0.5, 0.5),
  'LINK/USDT': crypto(0.85, 0.72),
  'DOT/USDT': crypto(0.8, 0.72),
  'AVAX/USDT': crypto(0.9, 0.72),
  'BCH/USDT': crypto(0.75, 0.68),
  'XLM/USDT': crypto(0.8, 0.62),
  'UNI/USDT': crypto(0.9, 0.66),
  'ATOM/USDT': crypto(0.8, 0.7),
  'NEAR/USDT': crypto(0.95, 0.7),
  'ETC/USDT': crypto(0.75, 0.7),
  'FIL/USDT': crypto(0.85, 0.68),
  'APT/USDT': crypto(0.95, 0.68),
  'ARB/USDT': crypto(0.95, 0.7),
  'OP/USDT': crypto(1, 0.7),
  '1000SHIB/USDT': crypto(0.9, 0.7),
  '1000PEPE/USDT': crypto(1.1, 0.65),
  'EUR/USD': forex(0.075, -0.85),
  'GBP/USD': forex(0.08, -0.75),
  'USD/JPY': forex(0.1, 0.6),
  'USD/CHF': forex(0.08, 0.75),
  'AUD/USD': forex(0.1, -0.7),
  'USD/CAD': forex(0.07, 0.65),
  'NZD/USD': forex(0.105, -0.7),
  'USD/CNH': forex(0.045, 0.5),
  'XAU/USD': goods(0.16, { dollar: -0.35, metals: 0.8 }),
  'XAG/USD': goods(0.3, { dollar: -0.3, metals: 0.75 }),
  'WTI/USD': goods(0.36, { oil: 0.95 }),
  'BRENT/USD': goods(0.34, { oil: 0.95 }),
  'NGAS/USD': goods(0.6, { oil: 0.2 }),
  'COPPER/USD': goods(0.24, { metals: 0.4, dollar: -0.3, asia: 0.3 }),
  'US500/USD': stocks(0.17, { stocks: 0.96 }),
  'US100/USD': stocks(0.22, { stocks: 0.92 }),
  'US30/USD': stocks(0.16, { stocks: 0.9 }),
  'DE40/USD': stocks(0.19, { stocks: 0.55, europe: 0.7 }),
  'UK100/USD': stocks(0.15, { stocks: 0.5, europe: 0.65 }),
  'JP225/USD': stocks(0.23, { stocks: 0.45, asia: 0.5 }),
  'HK50/USD': stocks(0.26, { stocks: 0.3, asia: 0.75 }),
  'CN300/USD': stocks(0.2, { stocks: 0.2, asia: 0.75 }),
};

/** Pairs that are two others multiplied (`by` 1) or divided (−1), so that there is no triangular arbitrage. */
export const crosses: Readonly<
  Record<string, { readonly first: string; readonly second: string; readonly by: 1 | -1 }>
> = {
  'EUR/GBP': { first: 'EUR/USD', second: 'GBP/USD', by: -1 },
  'EUR/JPY': { first: 'EUR/USD', second: 'USD/JPY', by: 1 },
};

/** Noise of a cross pair. */
export const CROSS_NOISE = 0.000015;
