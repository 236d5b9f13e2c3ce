// One coin on one chain in two units: the chain's least unit and the ledger's atoms.

import { parseDecimal } from '@vitrine/core/number';
import type { Live } from '../../projection/live/index.ts';
import type { Chain } from '../rail/index.ts';
import { type CoinTerms, OTHER_TERMS } from './terms.ts';

const TEN = 10n;
const MILLION = 1_000_000n;

export interface TreasuryCoin {
  readonly coin: string;
  /** Number in the exchange. */
  readonly asset: number;
  readonly scale: number;
  readonly decimals: number;
  /** Units per atom. */
  readonly factor: bigint;
  readonly terms: CoinTerms;
}

/** Coins of a chain that the exchange lists. @throws if a chain has fewer decimals than the ledger. */
export function coinsOf(
  chain: Chain,
  live: Pick<Live, 'assetByCode'>,
  listed: Readonly<Record<string, CoinTerms>>,
): readonly TreasuryCoin[] {
  return chain.coins.flatMap(({ coin, decimals }) => {
    const asset = live.assetByCode(coin);
    if (asset === undefined) return [];
    if (decimals < asset.scale)
      throw new Error(`expected ${coin} on ${chain.name} to have at least ${asset.scale} decimals, got ${decimals}`);
    const factor = TEN ** BigInt(decimals - asset.scale);
    const terms = listed[coin] ?? OTHER_TERMS;
    return [{ coin, asset: asset.asset, scale: asset.scale, decimals, factor, terms }];
  });
}

/** Whole atoms of units, rounded down, also below 0. */
export function atomsOf({ factor }: TreasuryCoin, units: bigint): bigint {
  const atoms = units / factor;
  return units < 0n && units % factor !== 0n ? atoms - 1n : atoms;
}

/** Units of an amount in the coin. @throws if it is invalid or has more than the ledger's decimals. */
export function unitsOf({ coin, scale, factor }: TreasuryCoin, text: string): bigint {
  const atoms = parseDecimal(text, scale);
  if (typeof atoms === 'string')
    throw new Error(`expected an amount of ${coin} with at most ${scale} decimals, got "${text}"`);
  return BigInt(atoms) * factor;
}

/** Millionths of an amount, rounded down. */
export function shareOf(amount: bigint, millionths: number): bigint {
  return (amount * BigInt(millionths)) / MILLION;
}
