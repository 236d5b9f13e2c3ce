// Converts chain amounts (least units, wide integers) to the ledger's atoms, and both to decimal text.

import { power10 } from '../api/wire/index.ts';

/** 60 digits before or after the point: no chain amount has more. */
const DECIMAL = /^(\d{1,60})(?:\.(\d{1,60}))?$/;

/** The atoms credited for an amount in least units, rounded down, and the remaining units (custody's dust). */
export function creditOf(units: bigint, decimals: number, scale: number): { atoms: bigint; dust: bigint } {
  const atoms = (units * power10(scale)) / power10(decimals);
  // The customer owns as many units as these atoms represent, rounded up.
  return { atoms, dust: units - rescaledUp(atoms, scale, decimals) };
}

/** Cost in atoms of an amount in least units, rounded up: a cost is never booked too small. */
export function costInAtoms(units: bigint, decimals: number, scale: number): bigint {
  return rescaledUp(units, decimals, scale);
}

/** Converts a count of 10^-from to a count of 10^-to, rounded up. */
function rescaledUp(count: bigint, from: number, to: number): bigint {
  const divisor = power10(from);
  return (count * power10(to) + divisor - 1n) / divisor;
}

/** Decimal text of a count of 10^-decimals, without trailing zeros. */
export function printUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

/** Parses a non-negative decimal; undefined for other text or too many decimals. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, part = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const kept = part.replace(/0+$/, '');
  return kept.length > decimals ? undefined : BigInt(whole + kept.padEnd(decimals, '0'));
}
