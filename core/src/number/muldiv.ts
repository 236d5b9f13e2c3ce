// Product and quotient, exact: a × b ÷ c with a named direction, plain numbers while the product is safe, wide
// integers beyond.

/** Rounds toward minus infinity: what a user receives. */
export const DOWN = 0;
/** Rounds toward plus infinity: what a user owes. */
export const UP = 1;
export type Direction = typeof DOWN | typeof UP;

const SAFE = 2 ** 53;

/** a ÷ b toward zero, for integers; b is not 0. */
export function quotient(a: number, b: number): number {
  return (a - (a % b)) / b;
}

/**
 * a × b ÷ c, exact, rounded in the named direction. a, b, c are integers up to 2^53 in magnitude and c > 0.
 * Throws when an argument is not, or when the result leaves the safe range.
 */
export function mulDiv(a: number, b: number, c: number, direction: Direction): number {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b) || !Number.isSafeInteger(c) || c <= 0)
    throw new RangeError(`Expected safe integers and a divisor above 0, got ${a} × ${b} ÷ ${c}.`);
  const product = a * b;
  if (product <= SAFE && product >= -SAFE) {
    const rest = product % c;
    const whole = (product - rest) / c + 0;
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
