// What a coin dealt over the counter is worth in the asset of a merchant's bond.

/** As much as one order may be. */
const MOST_ATOMS = 2 ** 50;

/**
 * Atoms of the bond's asset that `amount` atoms of a coin are worth at an index in cents, rounded down. `parts`: cents
 * that make one whole unit of the quote; `unit`, `quoteUnit`: atoms of one whole coin, of one whole quote. At most 2^50.
 */
export function dealWorth(amount: number, cents: number, parts: number, unit: number, quoteUnit: number): number {
  const worth = (BigInt(amount) * BigInt(cents) * BigInt(quoteUnit)) / (BigInt(parts) * BigInt(unit));
  return worth < MOST_ATOMS ? Number(worth) : MOST_ATOMS;
}
