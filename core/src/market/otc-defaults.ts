// Initial values of OTC trading (parameters: OTC; money §9).

import { type AssetId, type Atoms, type Millionths, type Millis, parseDecimal, powerOfTen } from '../number/index.ts';
import type { CommandOf } from '../schema/index.ts';
import { USDT, USDT_SCALE } from './defaults.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const RATE_DECIMALS = 6;

/** Fee on sales (a decimal fraction), bond in whole USDT, open deals per user, times in ms. */
export const otcTerms = {
  fee: '0.001',
  bond: 2_000,
  deals: 3,
  pay: 15 * MINUTE,
  /** How long a bond stays locked after the last offer or deal. */
  cooling: 7 * DAY,
  /** Delay after "paid" until the seller is reminded. The core does not use it. */
  reminder: 10 * MINUTE,
} as const;

/** The command that sets the terms, before the first user. */
export function otcSetup(): CommandOf<'otc.set'>[] {
  return [
    {
      name: 'otc.set',
      fee: parseDecimal(otcTerms.fee, RATE_DECIMALS) as Millionths,
      asset: USDT as AssetId,
      bond: (otcTerms.bond * powerOfTen(USDT_SCALE)) as Atoms,
      payMs: otcTerms.pay as Millis,
      deals: otcTerms.deals,
      cooling: otcTerms.cooling as Millis,
    },
  ];
}
