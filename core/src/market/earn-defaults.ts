// Initial products of staking and finance (parameters: staking and finance). Amounts are values in USDT at listing.

import { EARN_KIND } from '../enum/index.ts';
import {
  type AssetId,
  type Atoms,
  type Billionths,
  DOWN,
  type Millionths,
  mulDiv,
  parseDecimal,
  powerOfTen,
} from '../number/index.ts';
import type { CommandOf } from '../schema/index.ts';
import { USDT, USDT_SCALE } from './defaults.ts';
import { coins } from './listings.ts';
import { decimalParts } from './steps.ts';

/** Decimals of a rate in billionths. */
const RATE_DECIMALS = 9;

export interface EarnProduct {
  readonly asset: string;
  readonly days: number;
  /** Staking: daily; finance: yearly; a decimal fraction. */
  readonly rate: string;
  /** Finance: 1 value-added, 2 members, 3 ordinary. Staking: 0. */
  readonly tab: 0 | 1 | 2 | 3;
  /** Lowest fee tier that may buy. */
  readonly tier: number;
  /** A one-day term that renews automatically. */
  readonly flexible: boolean;
}

const staking = (asset: string, days: number, rate: string): EarnProduct => ({
  ...{ asset, days, rate, tab: 0, tier: 0, flexible: false },
});
const finance = (
  tab: 1 | 2 | 3,
  asset: string,
  days: number,
  rate: string,
  traits: { readonly tier?: number; readonly flexible?: true } = {},
): EarnProduct => ({ asset, days, rate, tab, tier: traits.tier ?? 0, flexible: traits.flexible ?? false });

/** In the order of their ids, from 1. */
export const earnProducts: readonly EarnProduct[] = [
  staking('USDT', 7, '0.0001'),
  staking('USDT', 30, '0.00016'),
  staking('USDT', 90, '0.00022'),
  staking('ETH', 30, '0.00008'),
  staking('BTC', 30, '0.00005'),
  finance(1, 'USDT', 14, '0.04'),
  finance(1, 'USDT', 60, '0.06'),
  finance(2, 'USDT', 90, '0.08', { tier: 1 }),
  finance(3, 'USDT', 1, '0.015', { flexible: true }),
  finance(3, 'BTC', 30, '0.01'),
];

/**
 * Value in whole USDT of one purchase, and of all principal in a product. The product terms name no maximum purchase of
 * finance and no total: these are our own limits.
 */
export const earnLimits = {
  staking: { least: 100, most: 50_000, times: 3, total: 20_000_000 },
  finance: { least: 100, most: 1_000_000, times: 0, total: 50_000_000 },
} as const;

/** Penalty on the principal for early redemption of staking, millionths: 1 %. Locked finance has none. */
export const EARLY_PENALTY = 10_000;

function rateOf(text: string): Billionths {
  const parsed = parseDecimal(text, RATE_DECIMALS);
  if (typeof parsed === 'string')
    throw new Error(`expected a rate with at most ${RATE_DECIMALS} decimals, got "${text}"`);
  return parsed as Billionths;
}

/** Atoms of an asset with a value of that many whole USDT at its price at listing, rounded down. */
function worth(code: string, whole: number): { readonly asset: AssetId; readonly atoms: Atoms } {
  if (code === 'USDT') return { asset: USDT as AssetId, atoms: (whole * powerOfTen(USDT_SCALE)) as Atoms };
  const at = coins.findIndex((listed) => listed.base === code);
  const listed = coins[at];
  if (listed === undefined) throw new Error(`expected a listed coin, got "${code}"`);
  const { digits, decimals } = decimalParts(listed.price);
  const atoms = mulDiv(whole * powerOfTen(listed.scale), powerOfTen(decimals), digits, DOWN);
  return { asset: (at + 2) as AssetId, atoms: atoms as Atoms };
}

/** The commands that open all products, before the first user. */
export function earnSetup(): CommandOf<'earn.set'>[] {
  return earnProducts.map(({ asset, days, rate, tab, tier, flexible }, at) => {
    const limits = tab === 0 ? earnLimits.staking : earnLimits.finance;
    return {
      name: 'earn.set',
      product: at + 1,
      kind: tab === 0 ? EARN_KIND.staking : EARN_KIND.finance,
      tab,
      asset: worth(asset, 0).asset,
      days,
      flexible: flexible ? 1 : 0,
      rate: rateOf(rate),
      min: worth(asset, limits.least).atoms,
      max: worth(asset, limits.most).atoms,
      times: limits.times,
      total: worth(asset, limits.total).atoms,
      tier,
      penalty: (tab === 0 ? EARLY_PENALTY : 0) as Millionths,
      early: tab === 0 || flexible ? 1 : 0,
      open: 1,
    };
  });
}
