// Decimal text and exact fractions: parsed, rounded and printed without floats.

import { exact, type Fraction } from '../src/formula/index.ts';

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Parses a decimal text as an exact fraction; `1e-8` is allowed. Throws when it is not a decimal. */
export function readDecimal(text: unknown): Fraction {
  const match = typeof text === 'string' || typeof text === 'number' ? DECIMAL.exec(String(text)) : null;
  if (match === null) throw new Error(`expected a decimal number, got ${JSON.stringify(text)}`);
  const [, sign, whole = '0', part = '', power = '0'] = match;
  const digits = BigInt(whole + part);
  const shift = Number(power) - part.length;
  const value = sign === '-' ? -digits : digits;
  return shift >= 0 ? exact.fraction(value * 10n ** BigInt(shift)) : exact.fraction(value, 10n ** BigInt(-shift));
}

/** How many decimals a text prints. */
export function decimalsOf(text: string): number {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const point = mantissa.indexOf('.');
  const decimals = (point < 0 ? 0 : mantissa.length - point - 1) - Number(power);
  return decimals > 0 ? decimals : 0;
}

/** Prints a fraction rounded to nearest at `decimals` decimals. */
export function printDecimals(value: Fraction, decimals: number): string {
  const scaled = exact.nearest(exact.times(value, exact.fraction(10n ** BigInt(decimals))));
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const sign = scaled < 0n ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
