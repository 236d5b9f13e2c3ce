// First values of rails, withdrawal limits and swaps (parameters: withdrawals, swap; money §8).

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

/** How money comes and goes: the house's practice chain, two public chains, a bank. */
export const RAILS = { practice: 1, ethereum: 2, bitcoin: 3, bank: 4 } as const;

/** US dollars, which only the bank moves; listed by `bankSetup` behind the coins. */
export const USD = coins.length + 2;
export const USD_SCALE = 6;

/** Least deposit of any asset; below it a deposit is recorded, not credited. */
export const LEAST_DEPOSIT = '0.000001';
const DEPOSITS_AND_WITHDRAWALS = 3;
const RATE_DECIMALS = 6;
/** Cents: a bank moves no part of one. */
const BANK_DECIMALS = 2;

interface RailTerms {
  readonly rail: number;
  readonly asset: string;
  /** Least withdrawal and its fee, in whole units of the asset. */
  readonly least: string;
  readonly fee: string;
}

/** Chains of each mode. The least withdrawal is ten times its fee. */
export const chainTerms: Readonly<Record<Mode, readonly RailTerms[]>> = {
  practice: [
    { rail: RAILS.practice, asset: 'USDT', least: '10', fee: '1' },
    { rail: RAILS.practice, asset: 'BTC', least: '0.001', fee: '0.0001' },
    { rail: RAILS.practice, asset: 'ETH', least: '0.01', fee: '0.001' },
  ],
  live: [
    { rail: RAILS.ethereum, asset: 'USDT', least: '30', fee: '3' },
    { rail: RAILS.ethereum, asset: 'ETH', least: '0.01', fee: '0.001' },
    { rail: RAILS.bitcoin, asset: 'BTC', least: '0.001', fee: '0.0001' },
  ],
};

/** The bank's: half a percent, five dollars at least. */
export const bankTerms = { least: '50', fee: '5', rate: '0.005' } as const;

/** Whole USDT a UTC day by verification stage and for VIPs; from when two persons review; share of an asset's liabilities an hour. */
export const withdrawalLimits = {
  stage1: 1_000,
  stage2: 200_000,
  vip: 1_000_000,
  threshold: 10_000,
  hour: '0.05',
} as const;

/** Number, scale and instrument (0: USDT and USD) of an asset by its code. */
function named(code: string): { readonly asset: number; readonly scale: number; readonly instrument: number } {
  if (code === 'USDT') return { asset: USDT, scale: USDT_SCALE, instrument: 0 };
  if (code === 'USD') return { asset: USD, scale: USD_SCALE, instrument: 0 };
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

/** Swaps of USDT and every coin; of USD too where there is a bank. */
function swapsOf(bank: boolean): CommandOf<'swap.set'> {
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
      ...(bank ? [row('USD', swapSpreads.majors)] : []),
    ],
  };
}

/** The commands that open a mode's chains, set limits and swaps, before the first customer. */
export function walletSetup(
  mode: Mode,
): (CommandOf<'rail.set'> | CommandOf<'withdrawal.limits'> | CommandOf<'swap.set'>)[] {
  const { stage1, stage2, vip, threshold, hour } = withdrawalLimits;
  return [
    ...chainTerms[mode].map((terms) => railOf(terms, '0', 1)),
    {
      name: 'withdrawal.limits',
      stage1: stage1 as WholeQuote,
      stage2: stage2 as WholeQuote,
      vip: vip as WholeQuote,
      threshold: threshold as WholeQuote,
      hour: decimal(hour, RATE_DECIMALS) as Millionths,
    },
    swapsOf(false),
  ];
}

/** After `walletSetup`: lists US dollars, their bank, and swaps of them. */
export function bankSetup(): (CommandOf<'asset.list'> | CommandOf<'rail.set'> | CommandOf<'swap.set'>)[] {
  const terms = { rail: RAILS.bank, asset: 'USD', least: bankTerms.least, fee: bankTerms.fee };
  return [
    { name: 'asset.list', asset: USD as AssetId, code: packText('USD'), scale: USD_SCALE },
    railOf(terms, bankTerms.rate, powerOfTen(USD_SCALE - BANK_DECIMALS)),
    swapsOf(true),
  ];
}
