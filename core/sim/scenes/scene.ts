// The small exchange that is simulated: its listings, and the setup commands before the first user.

import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { packText } from '../../src/index.ts';
import type { Source } from '../candles.ts';
import { write } from '../words.ts';

export const USDT = 1;
export const BTC = 2;
export const ETH = 3;
/** A coin and a quote asset with few decimals, which make rounding visible. */
export const TINY = 4;
export const CENT = 5;
export const USD = 6;
export const ASSETS = [USDT, BTC, ETH, TINY, CENT, USD] as const;
const SCALES = [6, 8, 8, 1, 2, 6] as const;

/** Sunday 2026-11-15 12:00 UTC. */
export const START = Date.UTC(2026, 10, 15, 12);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const CALENDAR = 1;

const CANDLE = [1, 2, 3, 4] as const;
const QUOTE = [2, 3, 4, 5] as const;

export interface Instrument {
  readonly base: string;
  readonly quote: string;
  readonly category: number;
  readonly calendar: number;
  readonly tickDecimals: number;
  readonly source: Source;
}

const crypto = (base: string, tickDecimals: number, begins: string, perUnit: number, made: number): Instrument => ({
  ...{ base, quote: 'USDT', category: 1, calendar: 0, tickDecimals },
  source: { folder: 'candles', begins, columns: CANDLE, perUnit, made },
});

/** Instruments, numbered from 1. Gold has trading hours. */
export const instruments: readonly Instrument[] = [
  crypto('BTC', 1, 'BTCUSDT-1m-2021-05', 1_000, 56_000_000),
  crypto('ETH', 2, 'ETHUSDT-1m-2021-05', 10_000, 35_000_000),
  crypto('TINY', 1, 'DOGEUSDT-1m-2021-05', 20_000, 10_000),
  {
    ...{ base: 'XAU', quote: 'USD', category: 5, calendar: CALENDAR, tickDecimals: 2 },
    source: { folder: 'commodities', begins: 'XAUUSD-1m', columns: QUOTE, perUnit: 10_000, made: 12_900_000 },
  },
];

export interface SpotListing {
  readonly market: number;
  readonly instrument: number;
  readonly base: number;
  readonly quote: number;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly k: number;
  readonly goods: number;
  readonly minValue: number;
  readonly maxValue: number;
  /** Lots of a usual order. */
  readonly lots: number;
}

export const spots: readonly SpotListing[] = [
  {
    ...{ market: 1, instrument: 1, base: BTC, quote: USDT, tickDecimals: 1, lotDecimals: 5, k: 1, goods: 1_000 },
    ...{ minValue: 5e6, maxValue: 5e12, lots: 400 },
  },
  {
    ...{ market: 2, instrument: 2, base: ETH, quote: USDT, tickDecimals: 2, lotDecimals: 4, k: 1, goods: 10_000 },
    ...{ minValue: 5e6, maxValue: 5e12, lots: 900 },
  },
  {
    ...{ market: 3, instrument: 3, base: TINY, quote: CENT, tickDecimals: 1, lotDecimals: 1, k: 1, goods: 1 },
    ...{ minValue: 20, maxValue: 1e9, lots: 30 },
  },
];

export const SHARES = { safety: 100_000, generations: [200_000, 100_000, 50_000] } as const;

function funds(): { class: number; asset: number; amount: number }[] {
  const rows: { class: number; asset: number; amount: number }[] = [];
  const whole: readonly [group: number, amounts: readonly number[]][] = [
    [ACCOUNT_CLASS.wallet, [1e14, 4e11, 4e12, 3e6, 4e8, 1e13]],
    [ACCOUNT_CLASS.insurance, [5e10, 5e8, 5e9, 2_000, 20_000, 0]],
    [ACCOUNT_CLASS.treasury, [5e10, 5e8, 5e9, 5_000, 50_000, 0]],
    [ACCOUNT_CLASS.secondPool, [2e10, 0, 0, 0, 90_000, 0]],
    [ACCOUNT_CLASS.lending, [4e11, 4e9, 4e10, 4_000, 90_000, 0]],
    [ACCOUNT_CLASS.rewards, [5e9, 0, 0, 0, 10_000, 0]],
  ];
  for (const [group, amounts] of whole)
    for (const [at, amount] of amounts.entries()) if (amount > 0) rows.push({ class: group, asset: at + 1, amount });
  return rows;
}

/** The first command. */
export function genesis(): Float64Array {
  return write('genesis', {
    mode: 1,
    assets: ASSETS.map((asset, at) => ({
      ...{ asset, code: packText(['USDT', 'BTC', 'ETH', 'TINY', 'CENT', 'USD'][at] ?? '') },
      scale: SCALES[at] ?? 0,
    })),
    instruments: instruments.map(({ base, quote, category, calendar, tickDecimals }, at) => ({
      ...{ instrument: at + 1, base: packText(base), quote: packText(quote), category, calendar, tickDecimals },
    })),
    markets: spots.map(
      ({ market, instrument, base, quote, tickDecimals, lotDecimals, k, goods, minValue, maxValue }) => ({
        ...{ market, type: 1, instrument, base, quote, tickDecimals, lotDecimals, atomsPerTickLot: k },
        ...{ baseAtomsPerLot: goods, minValue, maxValue },
      }),
    ),
    tiers: [
      { volume: 0, maker: 1_000, taker: 2_000 },
      { volume: 100_000, maker: 800, taker: 1_500 },
      { volume: 5_000_000, maker: 0, taker: 999 },
    ],
    safetyShare: SHARES.safety,
    firstShare: SHARES.generations[0],
    secondShare: SHARES.generations[1],
    thirdShare: SHARES.generations[2],
    funds: funds(),
    practice: [
      { asset: USDT, amount: 1e10 },
      { asset: BTC, amount: 1e7 },
      { asset: ETH, amount: 2e8 },
      { asset: TINY, amount: 900 },
      { asset: CENT, amount: 40_000 },
    ],
    seedHash: [],
  });
}

/** Gold's hours for more than a year: 23 of 24 on working days. */
export function hours(): Float64Array {
  const sessions = [];
  for (let day = 0; day < 500; day += 1) {
    const opens = START - 12 * HOUR + day * DAY + HOUR;
    const weekday = (day + 7) % 7;
    if (weekday !== 6) sessions.push({ opens, closes: opens + 23 * HOUR });
  }
  return write('hours.set', { calendar: CALENDAR, sessions });
}
