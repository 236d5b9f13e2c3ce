// Exact products and quotients of whole numbers of any size: plain numbers where they fit, BigInt otherwise.

/** ⌊a × b ÷ c⌋ of numbers not below 0. */
export function mulDown(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % c)) / c;
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

/** ⌈a × b ÷ c⌉ of numbers not below 0. */
export function mulUp(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % c;
    return (product - rest) / c + (rest === 0 ? 0 : 1);
  }
  const divisor = BigInt(c);
  return Number((BigInt(a) * BigInt(b) + divisor - 1n) / divisor);
}
