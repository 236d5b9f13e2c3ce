// Bit operations on a 32-bit word: lowest bit, highest bit, and the bits above and below one.

/** Index of the lowest set bit. `word` must not be 0. */
export function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Index of the highest set bit. `word` must not be 0. */
export function highest(word: number): number {
  return 31 - Math.clz32(word);
}

/** The bits of `word` above `bit` (0 to 31). */
export function above(word: number, bit: number): number {
  return bit === 31 ? 0 : word & (-1 << (bit + 1));
}

/** The bits of `word` below `bit` (0 to 31). */
export function below(word: number, bit: number): number {
  return word & ((1 << bit) - 1);
}
