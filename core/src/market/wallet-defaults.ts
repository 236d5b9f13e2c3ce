// Initial values of rails, withdrawal limits and swaps (parameters: withdrawals, swap; money §8).

import {
  type AssetId,
  type Atoms,
  type InstrumentId,
  type Millionths,
  packText,
  parseDecimal,
  powerOfTen,
  type WholeQuote,
} from '../number/index.ts';
import type { CommandOf } from '../schema/index.ts';
import { type Mode, swapSpreads, USDT, USDT_SCALE } from './defaults.ts';
import { coins } from './listings.ts';

/** Rails: the operator's practice chain, two public chains, a bank. */
export const RAILS = { practice: 1, ethereum: 2, bitcoin: 3, bank: 4 } as const;

/** US dollars, which only the bank moves. `bankSetup` lists them after the coins. */
export const USD = coins.length + 2;
export const USD_SCALE = 6;
/** A dollar coin on the chains, equal to US dollars. `dollarCoinSetup` lists it after them. */
export const USDC = USD + 1;
export const USDC_SCALE = 6;

/** Minimum deposit of any asset. A smaller deposit is recorded, not credited. */
export const LEAST_DEPOSIT = '0.000001';
const DEPOSITS_AND_WITHDRAWALS = 3;
const RATE_DECIMALS = 6;
/** A bank moves whole cents only. */
const BANK_DECIMALS = 2;

interface RailTerms {
  readonly rail: number;
  readonly asset: string;
  /** Minimum withdrawal and its fee, in whole units of the asset. */
  readonly least: string;
  readonly fee: string;
}

const PUBLIC_CHAINS: readonly RailTerms[] = [
  { rail: RAILS.ethereum, asset: 'USDT', least: '30', fee: '3' },
  { rail: RAILS.ethereum, asset: 'USDC', least: '30', fee: '3' },
  { rail: RAILS.ethereum, asset: 'ETH', least: '0.01', fee: '0.001' },
  { rail: RAILS.bitcoin, asset: 'BTC', least: '0.001', fee: '0.0001' },
];

/** Chains of each mode. Users are offered those with a configured node. The minimum withdrawal is ten times its fee. */
export const chainTerms: Readonly<Record<Mode, readonly RailTerms[]>> = {
  practice: [
    { rail: RAILS.practice, asset: 'USDT', least: '10', fee: '1' },
    { rail: RAILS.practice, asset: 'BTC', least: '0.001', fee: '0.0001' },
    { rail: RAILS.practice, asset: 'ETH', least: '0.01', fee: '0.001' },
    { rail: RAILS.practice, asset: 'USDC', least: '10', fee: '1' },
    ...PUBLIC_CHAINS,
  ],
  live: PUBLIC_CHAINS,
};

/** The bank's terms: half a percent, five dollars at least. */
export const bankTerms = { least: '50', fee: '5', rate: '0.005' } as const;

/**
 * Whole USDT per UTC day by verification stage and for VIPs; the two-operator threshold; hourly share of an asset's
 * liabilities.
 */
export const withdrawalLimits = {
  stage1: 1_000,
  stage2: 200_000,
  vip: 1_000_000,
  threshold: 10_000,
  hour: '0.05',
} as const;

/** Whole USDT: most value of one withdrawal, and of a user's total per UTC day, that passes without review. */
export const withdrawalRules = { most: 1_000, day: 2_000 } as const;

/** Id, scale and instrument (0: USDT, USD, USDC) of an asset by its code. */
function named(code: string): { readonly asset: number; readonly scale: number; readonly instrument: number } {
  if (code === 'USDT') return { asset: USDT, scale: USDT_SCALE, instrument: 0 };
  if (code === 'USD') return { asset: USD, scale: USD_SCALE, instrument: 0 };
  if (code === 'USDC') return { asset: USDC, scale: USDC_SCALE, instrument: 0 };
  const at = coins.findIndex((coin) => coin.base === code);
  const coin = coins[at];
  if (coin === undefined) throw new Error(`expected a listed coin, got "${code}"`);
  return { asset: at + 2, scale: coin.scale, instrument: at + 1 };
}

function decimal(text: string, decimals: number): number {
  const parsed = parseDecimal(text, decimals);
  if (typeof parsed === 'string') throw new Error(`expected a number of at most ${decimals} decimals, got "${text}"`);
  return parsed;
}

function railOf({ rail, asset: code, least, fee }: RailTerms, rate: string, step: number): CommandOf<'rail.set'> {
  const { asset, scale, instrument } = named(code);
  return {
    name: 'rail.set',
    rail,
    asset: asset as AssetId,
    open: DEPOSITS_AND_WITHDRAWALS,
    minDeposit: decimal(LEAST_DEPOSIT, scale) as Atoms,
    minWithdrawal: decimal(least, scale) as Atoms,
    fee: decimal(fee, scale) as Atoms,
    feeRate: decimal(rate, RATE_DECIMALS) as Millionths,
    step: step as Atoms,
    instrument: instrument as InstrumentId,
  };
}

/** Swaps of USDT, every coin, and other assets equal to a dollar. */
function swapsOf(par: readonly string[]): CommandOf<'swap.set'> {
  const row = (code: string, spread: string): CommandOf<'swap.set'>['assets'][number] => {
    const { asset, instrument } = named(code);
    return {
      asset: asset as AssetId,
      instrument: instrument as InstrumentId,
      spread: decimal(spread, RATE_DECIMALS) as Millionths,
    };
  };
  return {
    name: 'swap.set',
    assets: [
      row('USDT', '0'),
      ...coins.map((coin) => row(coin.base, coin.major ? swapSpreads.majors : swapSpreads.others)),
      ...par.map((code) => row(code, swapSpreads.majors)),
    ],
  };
}

/**
 * The commands that open a mode's chains except for the dollar coin, and set limits, rules and swaps, before the first
 * user.
 */
export function walletSetup(
  mode: Mode,
): (CommandOf<'rail.set'> | CommandOf<'withdrawal.limits'> | CommandOf<'withdrawal.rules'> | CommandOf<'swap.set'>)[] {
  const { stage1, stage2, vip, threshold, hour } = withdrawalLimits;
  const { most, day } = withdrawalRules;
  return [
    ...chainTerms[mode].filter(({ asset }) => asset !== 'USDC').map((terms) => railOf(terms, '0', 1)),
    {
      name: 'withdrawal.limits',
      stage1: stage1 as WholeQuote,
      stage2: stage2 as WholeQuote,
      vip: vip as WholeQuote,
      threshold: threshold as WholeQuote,
      hour: decimal(hour, RATE_DECIMALS) as Millionths,
    },
    { name: 'withdrawal.rules', most: most as WholeQuote, day: day as WholeQuote },
    swapsOf([]),
  ];
}

/** After `walletSetup`: lists US dollars, their bank, and swaps of them. */
export function bankSetup(): (CommandOf<'asset.list'> | CommandOf<'rail.set'> | CommandOf<'swap.set'>)[] {
  const terms = { rail: RAILS.bank, asset: 'USD', least: bankTerms.least, fee: bankTerms.fee };
  return [
    { name: 'asset.list', asset: USD as AssetId, code: packText('USD'), scale: USD_SCALE },
    railOf(terms, bankTerms.rate, powerOfTen(USD_SCALE - BANK_DECIMALS)),
    swapsOf(['USD']),
  ];
}

/** After `bankSetup`: lists the dollar coin, its chains, and swaps of it. */
export function dollarCoinSetup(
  mode: Mode,
): (CommandOf<'asset.list'> | CommandOf<'rail.set'> | CommandOf<'swap.set'>)[] {
  return [
    { name: 'asset.list', asset: USDC as AssetId, code: packText('USDC'), scale: USDC_SCALE },
    ...chainTerms[mode].filter(({ asset }) => asset === 'USDC').map((terms) => railOf(terms, '0', 1)),
    swapsOf(['USD', 'USDC']),
  ];
}
