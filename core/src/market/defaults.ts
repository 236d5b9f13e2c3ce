// Initial values of the versioned parameters: what the genesis command lists, charges and funds. Rates are millionths,
// amounts are whole units of the named asset.

import { ACCOUNT_CLASS } from '../enum/index.ts';
import {
  type AssetId,
  type Atoms,
  type CalendarId,
  type InstrumentId,
  DOWN,
  type MarketId,
  type Millionths,
  mulDiv,
  packText,
  parseDecimal,
  powerOfTen,
  type WholeQuote,
} from '../number/index.ts';
import { type CommandOf, MAX_ORDER_ATOMS } from '../schema/index.ts';
import { CALENDARS, coins, instruments, type ListedCoin } from './listings.ts';
import { decimalParts, priceDecimals, type Steps, stepsAtListing } from './steps.ts';

export type Mode = 'practice' | 'live';

/** Id of the asset that every spot market is quoted in. */
export const USDT = 1;
/** Decimals of USDT. */
export const USDT_SCALE = 6;

export interface FeeTier {
  readonly name: string;
  /** 30-day turnover from which the tier applies, in whole USDT. */
  readonly volume: number;
  /** Millionths. */
  readonly spot: { readonly maker: number; readonly taker: number };
  readonly contracts: { readonly maker: number; readonly taker: number };
}

export const feeTiers: readonly FeeTier[] = [
  { name: 'normal', volume: 0, spot: { maker: 1_000, taker: 1_000 }, contracts: { maker: 200, taker: 500 } },
  { name: 'VIP 1', volume: 1_000_000, spot: { maker: 900, taker: 1_000 }, contracts: { maker: 160, taker: 450 } },
  { name: 'VIP 2', volume: 5_000_000, spot: { maker: 800, taker: 900 }, contracts: { maker: 140, taker: 400 } },
  { name: 'VIP 3', volume: 20_000_000, spot: { maker: 600, taker: 800 }, contracts: { maker: 120, taker: 350 } },
  { name: 'VIP 4', volume: 100_000_000, spot: { maker: 400, taker: 600 }, contracts: { maker: 80, taker: 300 } },
];

/** Shares of every trading fee, in millionths of it. */
export const feeShares = { safety: 100_000, first: 200_000, second: 100_000, third: 50_000 } as const;

/** Amount up to which the daily claim of practice money tops an account up. */
export const practiceAmounts: readonly { readonly asset: string; readonly amount: string }[] = [
  { asset: 'USDT', amount: '10000' },
  { asset: 'BTC', amount: '0.1' },
  { asset: 'ETH', amount: '2' },
];

/** Minimum and maximum value of one spot order, in whole USDT. */
export const orderValues = { least: 5, most: 1_000_000, mostMajors: 5_000_000 } as const;

/** Hourly borrowing rates, as decimal fractions (0.00001 is 0.0010 %). The rates page shows them. */
export const borrowingRates = { USDT: '0.00001', majors: '0.000005', others: '0.00002' } as const;

/** Spread of a swap, as decimal fractions. */
export const swapSpreads = { majors: '0.001', others: '0.003' } as const;

/** One maintenance tier: position value up to it (whole USDT), rate as a decimal fraction, maximum leverage. */
export interface MaintenanceStep {
  readonly upTo: number;
  readonly rate: string;
  readonly leverage: number;
}

/** Maintenance tiers of contracts by group. The first tier's leverage is the maximum of an instrument. */
export const maintenance: Readonly<Record<'majors' | 'crypto' | 'liquid' | 'commodities', readonly MaintenanceStep[]>> =
  {
    majors: [
      { upTo: 50_000, rate: '0.004', leverage: 125 },
      { upTo: 250_000, rate: '0.005', leverage: 100 },
      { upTo: 1_000_000, rate: '0.01', leverage: 50 },
      { upTo: 5_000_000, rate: '0.025', leverage: 20 },
      { upTo: 20_000_000, rate: '0.05', leverage: 10 },
      { upTo: 50_000_000, rate: '0.1', leverage: 5 },
    ],
    crypto: [
      { upTo: 25_000, rate: '0.01', leverage: 50 },
      { upTo: 100_000, rate: '0.025', leverage: 20 },
      { upTo: 500_000, rate: '0.05', leverage: 10 },
      { upTo: 1_000_000, rate: '0.1', leverage: 5 },
      { upTo: 2_000_000, rate: '0.25', leverage: 2 },
    ],
    liquid: [
      { upTo: 100_000, rate: '0.005', leverage: 100 },
      { upTo: 1_000_000, rate: '0.01', leverage: 50 },
      { upTo: 5_000_000, rate: '0.025', leverage: 20 },
    ],
    commodities: [
      { upTo: 50_000, rate: '0.01', leverage: 50 },
      { upTo: 500_000, rate: '0.025', leverage: 20 },
      { upTo: 2_000_000, rate: '0.05', leverage: 10 },
    ],
  };

/** Opening balances of the practice exchange, from outside:practice; whole units, or `worth` in whole USDT. */
const openingBalances = {
  treasury: { USDT: 50_000_000, BTC: 500, ETH: 10_000 },
  secondsPool: { USDT: 5_000_000 },
  lending: { USDT: 20_000_000, BTC: 200, ETH: 4_000, worthOfOthers: 20_000_000 },
  insurance: { USDT: 5_000_000, BTC: 50, ETH: 1_000, worthOfOthers: 1_000_000 },
  maker: { USDT: 100_000_000, worthOfEach: 20_000_000 },
  rewards: { USDT: 500_000 },
} as const;

/** Steps of a coin's spot market: BTC's are fixed, the others follow from the price at listing. */
export function spotSteps(listed: ListedCoin): Steps {
  return listed.base === 'BTC' ? { tickDecimals: 1, lotDecimals: 5 } : stepsAtListing(listed.price);
}

/** Atoms of `whole` units of an asset of that scale. */
function atoms(whole: number, scale: number): number {
  return whole * powerOfTen(scale);
}

/** Atoms of a coin with a value of that many whole USDT at its price at listing, rounded down; at most 2^50. */
function atomsWorth(listed: ListedCoin, worth: number): number {
  const { digits, decimals } = decimalParts(listed.price);
  const exact = mulDiv(atoms(worth, listed.scale), powerOfTen(decimals), digits, DOWN);
  return exact > MAX_ORDER_ATOMS ? MAX_ORDER_ATOMS : exact;
}

/** Atoms of a decimal text; the text may have no more decimals than the scale. */
function atomsOf(text: string, scale: number): number {
  const parsed = parseDecimal(text, scale);
  if (typeof parsed === 'string') throw new Error(`expected an amount with at most ${scale} decimals, got "${text}"`);
  return parsed;
}

const assetOf = (at: number) => (at + 2) as AssetId;
const idOf = (at: number) => at + 1;

/** Id and scale of an asset by its code. */
function assetNamed(code: string): { readonly asset: AssetId; readonly scale: number } {
  if (code === 'USDT') return { asset: USDT as AssetId, scale: USDT_SCALE };
  const at = coins.findIndex((listed) => listed.base === code);
  const listed = coins[at];
  if (listed === undefined) throw new Error(`expected a listed coin, got "${code}"`);
  return { asset: assetOf(at), scale: listed.scale };
}

type Fund = CommandOf<'genesis'>['funds'][number];

function funds(): Fund[] {
  const out: Fund[] = [];
  const put = (accountClass: number, code: string, amount: number) =>
    out.push({ class: accountClass, asset: assetNamed(code).asset, amount: amount as Atoms });
  const whole = (accountClass: number, table: Readonly<Record<string, number>>) => {
    for (const code of ['USDT', 'BTC', 'ETH']) {
      const amount = table[code];
      if (amount !== undefined) put(accountClass, code, atoms(amount, assetNamed(code).scale));
    }
  };
  whole(ACCOUNT_CLASS.treasury, openingBalances.treasury);
  whole(ACCOUNT_CLASS.secondPool, openingBalances.secondsPool);
  whole(ACCOUNT_CLASS.lending, openingBalances.lending);
  whole(ACCOUNT_CLASS.insurance, openingBalances.insurance);
  whole(ACCOUNT_CLASS.rewards, openingBalances.rewards);
  for (const listed of coins) {
    if (!listed.marginable || listed.major) continue;
    put(ACCOUNT_CLASS.lending, listed.base, atomsWorth(listed, openingBalances.lending.worthOfOthers));
    put(ACCOUNT_CLASS.insurance, listed.base, atomsWorth(listed, openingBalances.insurance.worthOfOthers));
  }
  put(ACCOUNT_CLASS.wallet, 'USDT', atoms(openingBalances.maker.USDT, USDT_SCALE));
  for (const listed of coins)
    put(ACCOUNT_CLASS.wallet, listed.base, atomsWorth(listed, openingBalances.maker.worthOfEach));
  return out;
}

/**
 * The first command of a journal with every default: listings, fees and, in practice only, opening balances.
 * @param seedHash SHA-256 of the simulator's seed in eight words of 32 bits, or empty
 */
export function defaultGenesis(mode: Mode, seedHash: readonly number[]): CommandOf<'genesis'> {
  const practice = mode === 'practice';
  return {
    name: 'genesis',
    mode: practice ? 1 : 2,
    assets: [
      { asset: USDT as AssetId, code: packText('USDT'), scale: USDT_SCALE },
      ...coins.map((listed, at) => ({ asset: assetOf(at), code: packText(listed.base), scale: listed.scale })),
    ],
    instruments: instruments.map((listed, at) => {
      const listedCoin = coins[at];
      return {
        instrument: idOf(at) as InstrumentId,
        base: packText(listed.base),
        quote: packText(listed.quote),
        category: listed.category,
        calendar: CALENDARS[listed.calendar] as CalendarId,
        tickDecimals: listedCoin === undefined ? priceDecimals(listed.price) : spotSteps(listedCoin).tickDecimals,
      };
    }),
    markets: coins.map((listed, at) => {
      const { tickDecimals, lotDecimals } = spotSteps(listed);
      return {
        market: idOf(at) as MarketId,
        type: 1,
        instrument: idOf(at) as InstrumentId,
        base: assetOf(at),
        quote: USDT as AssetId,
        tickDecimals,
        lotDecimals,
        atomsPerTickLot: powerOfTen(USDT_SCALE - tickDecimals - lotDecimals) as Atoms,
        baseAtomsPerLot: powerOfTen(listed.scale - lotDecimals) as Atoms,
        minValue: atoms(orderValues.least, USDT_SCALE) as Atoms,
        maxValue: atoms(listed.major ? orderValues.mostMajors : orderValues.most, USDT_SCALE) as Atoms,
      };
    }),
    tiers: feeTiers.map((tier) => ({
      volume: tier.volume as WholeQuote,
      maker: tier.spot.maker as Millionths,
      taker: tier.spot.taker as Millionths,
    })),
    safetyShare: feeShares.safety as Millionths,
    firstShare: feeShares.first as Millionths,
    secondShare: feeShares.second as Millionths,
    thirdShare: feeShares.third as Millionths,
    funds: practice ? funds() : [],
    practice: practice
      ? practiceAmounts.map(({ asset: code, amount }) => {
          const { asset, scale } = assetNamed(code);
          return { asset, amount: atomsOf(amount, scale) as Atoms };
        })
      : [],
    seedHash: seedHash.map((word) => ({ word })),
  };
}
