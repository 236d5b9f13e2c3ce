// Balances in the API's format, and their value at the index.

import type { Balance as WireBalance } from '@vitrine/contract';
import { type Asset, type Balance, isAtPar } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { decimalText, power10, ratio } from './decimal.ts';
import { pairOf } from './symbol.ts';

/** The valuation asset. */
export const VALUE_ASSET = 'USDT';
const CENTS = 2;

/** A price as a fraction: USDT atoms per atom of the asset is num ÷ den. */
export interface Rate {
  readonly num: bigint;
  readonly den: bigint;
}

/** USDT atoms per atom of `asset`: at par, or at the last index tick; undefined without one. */
export function rateOf(live: Live, asset: Asset): Rate | undefined {
  const usdt = live.assetByCode(VALUE_ASSET);
  if (!usdt) return undefined;
  if (isAtPar(asset.code)) return { num: power10(usdt.scale), den: power10(asset.scale) };
  const instrument = live.instrumentByName(asset.code, VALUE_ASSET);
  const tick = instrument && live.tick(instrument.instrument);
  if (!instrument || !tick) return undefined;
  return {
    num: BigInt(tick.price) * power10(usdt.scale),
    den: power10(instrument.tickDecimals + CENTS + asset.scale),
  };
}

/** Value of atoms of an asset in USDT atoms, rounded toward zero; undefined without a rate. */
export function worthOf(live: Live, asset: Asset, atoms: number): bigint | undefined {
  const rate = rateOf(live, asset);
  return rate && ratio(atoms, rate.num, rate.den);
}

/** A balance with its value; undefined if its asset is unknown. */
export function balanceOf(
  live: Live,
  balance: Pick<Balance, 'asset' | 'market' | 'available' | 'held'>,
): WireBalance | undefined {
  const asset = live.asset(balance.asset);
  if (!asset) return undefined;
  const usdt = live.assetByCode(VALUE_ASSET);
  const worth = worthOf(live, asset, balance.available + balance.held);
  return {
    coin: asset.code,
    available: decimalText(balance.available, asset.scale),
    held: decimalText(balance.held, asset.scale),
    total: decimalText(balance.available + balance.held, asset.scale),
    usdt: worth === undefined || !usdt ? null : decimalText(worth, usdt.scale),
    symbolName: balance.market > 0 ? pairOf(live, live.market(balance.market)) : null,
  };
}
