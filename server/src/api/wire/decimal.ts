// Exact decimal strings of integers: the only place where numbers become text for the wire.

import type { Decimal } from '@vitrine/contract';
import { printAtoms } from '../../projection/live/index.ts';

/** `value` ÷ 10^`decimals` with all its decimals: (12345, 2) is "123.45". `value`: a safe integer or a bigint. */
export function decimalText(value: number | bigint, decimals: number): Decimal {
  return asText(printAtoms(value, { scale: decimals }));
}

/** What the projection prints is a decimal by construction; null stays null. */
export function asText<T extends string | null>(text: T): T extends string ? Decimal : Decimal | null {
  return text as never;
}

/** a × b ÷ c in integers, toward zero. `c` is not zero. */
export function ratio(a: number | bigint, b: number | bigint, c: number | bigint): bigint {
  return (BigInt(a) * BigInt(b)) / BigInt(c);
}

/** 10^n. */
export function power10(n: number): bigint {
  return 10n ** BigInt(n);
}
