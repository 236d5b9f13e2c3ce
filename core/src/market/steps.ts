// Steps of price and quantity at listing, computed from the price's decimal text: exact, without logarithms.

import { parseDecimal } from '../number/index.ts';

/** Significant digits of a price at listing. */
const DIGITS = 6;
/** tick × lot is 10^-6 of the quote asset: one USDT atom. */
const STEP_DECIMALS = 6;

export interface Steps {
  /** Decimals of the price tick. */
  readonly tickDecimals: number;
  /** Decimals of the lot. */
  readonly lotDecimals: number;
}

/** A decimal text as an integer and how many of its digits are decimals; '12.50' is 1250 and 2. */
export function decimalParts(text: string): { readonly digits: number; readonly decimals: number } {
  const dot = text.indexOf('.');
  const decimals = dot < 0 ? 0 : text.length - dot - 1;
  const digits = parseDecimal(text, decimals);
  if (typeof digits === 'string') throw new Error(`expected a decimal number, got "${text}"`);
  return { digits, decimals };
}

/** n of a price in [10^n, 10^(n + 1)). */
export function magnitude(price: string): number {
  const { digits, decimals } = decimalParts(price);
  if (digits <= 0) throw new Error(`expected a price above 0, got "${price}"`);
  return String(digits).length - 1 - decimals;
}

/** Decimals of the power of ten that gives a price six significant digits. The tick is never above 1. */
export function priceDecimals(price: string): number {
  const decimals = DIGITS - 1 - magnitude(price);
  return decimals > 0 ? decimals : 0;
}

/**
 * Price tick: six significant digits. Lot: the power of ten with a value of at least 0.1 and under 1 USDT. So tick ×
 * lot is one USDT atom and K is 1. Quantities have no negative decimals, so a coin under 0.1 USDT trades in whole
 * coins, and its tick keeps K at 1.
 */
export function stepsAtListing(price: string): Steps {
  const lotDecimals = magnitude(price) + 1;
  if (lotDecimals < 0) return { tickDecimals: STEP_DECIMALS, lotDecimals: 0 };
  return { tickDecimals: STEP_DECIMALS - lotDecimals, lotDecimals };
}
