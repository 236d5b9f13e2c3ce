// Exact fractions, used when a position changes; a price change alone never needs one (core §6).

/** num ÷ den; den > 0. Not reduced, because each is used in one computation only. */
export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

/** A whole number, or num ÷ den of whole numbers, den not 0. */
export function fraction(num: number | bigint, den: number | bigint = 1n): Fraction {
  const below = BigInt(den);
  if (below === 0n) throw new RangeError(`Expected a divisor that is not 0, got ${num} ÷ 0.`);
  return below > 0n ? { num: BigInt(num), den: below } : { num: -BigInt(num), den: -below };
}

export const ZERO: Fraction = fraction(0);
export const ONE: Fraction = fraction(1);

export function plus(a: Fraction, b: Fraction): Fraction {
  return a.den === b.den
    ? { num: a.num + b.num, den: a.den }
    : { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, negative(b));
}

export function negative(a: Fraction): Fraction {
  return { num: -a.num, den: a.den };
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.num, den: a.den * b.den };
}

/** a ÷ b; throws where b is 0. */
export function over(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den, a.den * b.num);
}

/** Negative, 0 or positive as a is below, equal to or above b. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function least(a: Fraction, b: Fraction): Fraction {
  return compare(a, b) <= 0 ? a : b;
}

export function greatest(a: Fraction, b: Fraction): Fraction {
  return compare(a, b) >= 0 ? a : b;
}

/** Toward minus infinity. */
export function floor(a: Fraction): bigint {
  const whole = a.num / a.den;
  return a.num < 0n && whole * a.den !== a.num ? whole - 1n : whole;
}

/** Toward plus infinity. */
export function ceiling(a: Fraction): bigint {
  const whole = a.num / a.den;
  return a.num > 0n && whole * a.den !== a.num ? whole + 1n : whole;
}

/** Toward zero. */
export function truncated(a: Fraction): bigint {
  return a.num / a.den;
}

/** To the nearest whole number, halves away from zero. */
export function nearest(a: Fraction): bigint {
  const twice = 2n * a.den;
  return a.num >= 0n ? (2n * a.num + a.den) / twice : -((-2n * a.num + a.den) / twice);
}

/** A whole number as a plain number; throws beyond 2^53. */
export function plain(whole: bigint): number {
  const number = Number(whole);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Expected a whole number below 2^53, got ${whole}.`);
  return number;
}
