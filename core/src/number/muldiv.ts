// Product and quotient, exact: a × b ÷ c with a named direction, plain numbers while the product is safe, wide
// integers beyond.

/** Rounds toward minus infinity: what a user receives. */
export const DOWN = 0;
/** Rounds toward plus infinity: what a user owes. */
export const UP = 1;
export type Direction = typeof DOWN | typeof UP;

/** A product of doubles below it is exact; one that shows as 2^53 may be 2^53 + 1. */
const SAFE = 2 ** 53;

/**
 * a ÷ b toward zero, exact for integers of up to 2^53 in magnitude, b not 0; never −0. It is (a − a % b) ÷ b without
 * `%`, which costs ten times as much on doubles. Exact because a rounded quotient could only reach the next integer
 * q + 1 if 1 ÷ b were under half its last place, and b (q + 1) ≤ 2^53 + b < 2^54 forbids that.
 */
export function quotient(a: number, b: number): number {
  return Math.trunc(a / b) + 0;
}

/** What `quotient` leaves: a − b × quotient, with the sign of a; never −0. */
export function remainder(a: number, b: number): number {
  return a - Math.trunc(a / b) * b;
}

/**
 * a × b ÷ c, exact, rounded in the named direction. a, b, c are integers up to 2^53 in magnitude and c > 0.
 * Throws when an argument is not, or when the result leaves the safe range.
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
