// Converts decimals to integer units and back, for all tickets. Exact; every division has a rounding direction.

/**
 * A decimal in units of 10^−scale. Accepts a trailing point (still being typed). Undefined for empty or invalid text,
 * and for more digits than the scale holds (apart from zeros).
 */
export function toUnits(text: string | undefined, scale: number): bigint | undefined {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text ?? '');
  if (!match) return undefined;
  const fraction = (match[2] ?? '').padEnd(scale, '0');
  if (/[^0]/.test(fraction.slice(scale))) return undefined;
  return BigInt((match[1] ?? '0') + fraction.slice(0, scale));
}

/** Units as a decimal with exactly `scale` digits. */
export function toText(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return negative ? `-${text}` : text;
}

/** The same without trailing zeros, for a field. */
export function toShortText(units: bigint, scale: number): string {
  const text = toText(units, scale);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** a ÷ b, rounded up; both not negative. */
export function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** Converts units to another scale; rounds down. */
export function rescaleDown(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * 10n ** BigInt(to - from) : units / 10n ** BigInt(from - to);
}

/** Converts units to another scale; rounds up. */
export function rescaleUp(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * 10n ** BigInt(to - from) : divideUp(units, 10n ** BigInt(from - to));
}

/** A percentage (0 to 100, whole) of an amount, rounded down. */
export function partOf(amount: bigint, percent: number): bigint {
  return (amount * BigInt(Math.round(percent))) / 100n;
}

/** A part in whole percent of the whole, rounded down, at most 100. */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole <= 0n) return 0;
  const percent = (part * 100n) / whole;
  return Number(percent > 100n ? 100n : percent);
}
