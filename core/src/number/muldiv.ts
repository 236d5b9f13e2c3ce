// Exact product and quotient: a × b ÷ c with a named rounding direction. Uses plain numbers while the product is safe,
// and BigInt beyond.

/** Rounds toward minus infinity: for what a user receives. */
export const DOWN = 0;
/** Rounds toward plus infinity: for what a user owes. */
export const UP = 1;
export type Direction = typeof DOWN | typeof UP;

/** A product of doubles below this is exact. A product that equals 2^53 may really be 2^53 + 1. */
const SAFE = 2 ** 53;

/**
 * a ÷ b toward zero, exact for integers up to 2^53 in magnitude, b not 0; never −0. Equals (a − a % b) ÷ b without `%`,
 * which is ten times slower on doubles. Exact because the rounded quotient could only reach the next integer q + 1 if 1
 * ÷ b were under half its last place, and b (q + 1) ≤ 2^53 + b < 2^54 excludes that.
 */
export function quotient(a: number, b: number): number {
  return Math.trunc(a / b) + 0;
}

/** The remainder of `quotient`: a − b × quotient, with the sign of a; never −0. */
export function remainder(a: number, b: number): number {
  return a - Math.trunc(a / b) * b;
}

/**
 * a × b ÷ c, exact, rounded in the named direction. a, b, c are integers up to 2^53 in magnitude and c > 0.
 * @throws when an argument is invalid, or when the result leaves the safe range
 */
export function mulDiv(a: number, b: number, c: number, direction: Direction): number {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b) || !Number.isSafeInteger(c) || c <= 0)
    throw new RangeError(`Expected safe integers and a divisor above 0, got ${a} × ${b} ÷ ${c}.`);
  const product = a * b;
  if (product < SAFE && product > -SAFE) {
    const whole = quotient(product, c);
    const rest = product - whole * c;
    if (rest > 0 && direction === UP) return whole + 1;
    if (rest < 0 && direction === DOWN) return whole - 1;
    return whole;
  }
  const wide = BigInt(a) * BigInt(b);
  const divisor = BigInt(c);
  const rest = wide % divisor;
  let whole = wide / divisor;
  if (rest > 0n && direction === UP) whole += 1n;
  if (rest < 0n && direction === DOWN) whole -= 1n;
  const result = Number(whole);
  if (!Number.isSafeInteger(result))
    throw new RangeError(`Expected ${a} × ${b} ÷ ${c} to stay below 2^53, got ${whole}.`);
  return result;
}
