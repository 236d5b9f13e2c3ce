// Decimal text as a value: parses, compares, rounds and multiplies without floats.

/** A parsed decimal: all digits as one integer, and the number of digits after the decimal point. */
export interface Decimal {
  readonly negative: boolean;
  readonly units: bigint;
  readonly scale: number;
}

/** `half`: to the nearest, halves away from zero; `down`: towards zero; `up`: away from zero. */
export type Rounding = 'half' | 'down' | 'up';

/** Maximum length of text that is parsed as a number. */
const maxLength = 80;
const pattern = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Parses `-12.340`; returns undefined for anything else (exponents, blanks, separators). */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > maxLength) return undefined;
  const found = pattern.exec(text);
  if (!found) return undefined;
  const fraction = found[3] ?? '';
  const units = BigInt((found[2] ?? '0') + fraction);
  return { negative: found[1] === '-' && units !== 0n, units, scale: fraction.length };
}

/** Prints a decimal with exactly its scale. */
export function printDecimal({ negative, units, scale }: Decimal): string {
  const digits = units.toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return negative && units !== 0n ? `-${text}` : text;
}

/** Rounds a value to exactly `scale` digits after the decimal point. */
export function roundDecimal(value: Decimal, scale: number, rounding: Rounding = 'half'): Decimal {
  if (scale >= value.scale) return { ...value, units: value.units * 10n ** BigInt(scale - value.scale), scale };
  const divisor = 10n ** BigInt(value.scale - scale);
  const rest = value.units % divisor;
  const more = rounding === 'up' ? rest > 0n : rounding === 'half' && rest * 2n >= divisor;
  const units = value.units / divisor + (more ? 1n : 0n);
  return { negative: value.negative && units !== 0n, units, scale };
}

/** The number of decimal places needed to print the value exactly. */
export function exactScale(value: Decimal): number {
  let { units, scale } = value;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return units === 0n ? 0 : scale;
}

/** Position of the first non-zero digit after the decimal point: 3 for 0.0042; 0 for values of 1 or more. */
export function firstDigit(value: Decimal): number {
  const length = value.units.toString().length;
  return value.units === 0n || length > value.scale ? 0 : value.scale - length + 1;
}

/** Multiplies the value by ten to the power of `places` (which may be negative). */
export function shiftDecimal(value: Decimal, places: number): Decimal {
  const scale = value.scale - places;
  return scale >= 0 ? { ...value, scale } : { ...value, units: value.units * 10n ** BigInt(-scale), scale: 0 };
}

/** Compares two decimal texts: negative, zero or positive. Texts that are not numbers sort first. */
export function compareDecimal(left: string, right: string): number {
  const a = signed(left);
  const b = signed(right);
  if (!a || !b) return a ? 1 : b ? -1 : 0;
  const scale = Math.max(a.scale, b.scale);
  const x = a.units * 10n ** BigInt(scale - a.scale);
  const y = b.units * 10n ** BigInt(scale - b.scale);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The exact sum of decimal texts; undefined if one is not a number. */
export function addDecimals(...texts: readonly string[]): string | undefined {
  let units = 0n;
  let scale = 0;
  for (const text of texts) {
    const value = signed(text);
    if (!value) return undefined;
    const common = Math.max(scale, value.scale);
    units = units * 10n ** BigInt(common - scale) + value.units * 10n ** BigInt(common - value.scale);
    scale = common;
  }
  return printDecimal({ negative: units < 0n, units: units < 0n ? -units : units, scale });
}

/** The exact product of two decimal texts. For display only: the exchange computes all money that moves. */
export function multiplyDecimals(left: string, right: string): string | undefined {
  const a = parseDecimal(left);
  const b = parseDecimal(right);
  if (!a || !b) return undefined;
  return printDecimal({ negative: a.negative !== b.negative, units: a.units * b.units, scale: a.scale + b.scale });
}

/** −1, 0 or 1; undefined when the text is not a number. */
export function signOf(text: string): -1 | 0 | 1 | undefined {
  const value = parseDecimal(text);
  if (!value) return undefined;
  return value.units === 0n ? 0 : value.negative ? -1 : 1;
}

function signed(text: string): { units: bigint; scale: number } | undefined {
  const value = parseDecimal(text);
  return value && { units: value.negative ? -value.units : value.units, scale: value.scale };
}
