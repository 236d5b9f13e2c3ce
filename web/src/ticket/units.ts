// Typed and told decimals as whole units and back: what every ticket reckons with. Exact; every division has its direction.

/**
 * A typed or told decimal in units of 10^−scale. A point at the end is passed over (it is still being typed).
 * Undefined for empty text, for what is no plain decimal, and for more digits than the scale holds (zeros aside).
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

/** The same without zeros at the end, as a field wants it. */
export function toShortText(units: bigint, scale: number): string {
  const text = toText(units, scale);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** a ÷ b, rounded up; both not negative. */
export function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** Units of a scale in another scale; digits that are lost round down. */
export function rescaleDown(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * 10n ** BigInt(to - from) : units / 10n ** BigInt(from - to);
}

/** The same, rounding up. */
export function rescaleUp(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * 10n ** BigInt(to - from) : divideUp(units, 10n ** BigInt(from - to));
}

/** A part in percent (0 to 100, whole) of an amount, rounded down. */
export function partOf(amount: bigint, percent: number): bigint {
  return (amount * BigInt(Math.round(percent))) / 100n;
}

/** How much of the whole a part is, in whole percent, rounded down, 100 at most. */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole <= 0n) return 0;
  const percent = (part * 100n) / whole;
  return Number(percent > 100n ? 100n : percent);
}
