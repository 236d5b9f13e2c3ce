// Integers as decimal strings, exactly: the one place where figures become text for the wire.

import type { Decimal } from '@vitrine/contract';

/** `value` ÷ 10^`decimals` with all its decimals: (12345, 2) is "123.45". `value`: a safe integer or a bigint. */
export function decimalText(value: number | bigint, decimals: number): Decimal {
  const negative = value < 0;
  const digits = (negative ? -BigInt(value) : BigInt(value)).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(digits.length - decimals)}`;
  // Digits with one point are a decimal by their making.
  return (negative ? `-${text}` : text) as Decimal;
}

/** a × b ÷ c in whole numbers, toward zero. `c` is not zero. */
export function ratio(a: number | bigint, b: number | bigint, c: number | bigint): bigint {
  return (BigInt(a) * BigInt(b)) / BigInt(c);
}

/** 10^n. */
export function power10(n: number): bigint {
  return 10n ** BigInt(n);
}
