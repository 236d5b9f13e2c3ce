// Amounts of chains (least units, wide integers) against the ledger's atoms, and both as decimal text.

import { power10 } from '../api/wire/index.ts';

/** 60 digits before or behind the point: more no amount of a chain has. */
const DECIMAL = /^(\d{1,60})(?:\.(\d{1,60}))?$/;

/** What is credited of so many least units, rounded down, and the units that are left over (custody's dust). */
export function creditOf(units: bigint, decimals: number, scale: number): { atoms: bigint; dust: bigint } {
  const atoms = (units * power10(scale)) / power10(decimals);
  // As many units as those atoms stand for, rounded up, are the customer's.
  return { atoms, dust: units - rescaledUp(atoms, scale, decimals) };
}

/** What so many least units cost the house, in atoms rounded up: a cost is never booked too small. */
export function costInAtoms(units: bigint, decimals: number, scale: number): bigint {
  return rescaledUp(units, decimals, scale);
}

/** A count of 10^-from as a count of 10^-to, rounded up. */
function rescaledUp(count: bigint, from: number, to: number): bigint {
  const divisor = power10(from);
  return (count * power10(to) + divisor - 1n) / divisor;
}

/** Decimal text of a count of 10^-decimals, without zeros at the end. */
export function printUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

/** Reads a decimal of at least 0; undefined for another text, and for one with more decimals than there are. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, part = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const kept = part.replace(/0+$/, '');
  return kept.length > decimals ? undefined : BigInt(whole + kept.padEnd(decimals, '0'));
}
