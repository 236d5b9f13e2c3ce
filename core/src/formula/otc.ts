// The value of an OTC deal's coin in the asset of a merchant's bond.

/** The value bound of one order. */
const MOST_ATOMS = 2 ** 50;

/**
 * Value of `amount` atoms of a coin in atoms of the bond's asset, at an index in cents, rounded down. `parts`: cents
 * per whole unit of the quote; `unit`, `quoteUnit`: atoms per whole coin, per whole quote. At most 2^50.
 */
export function dealWorth(amount: number, cents: number, parts: number, unit: number, quoteUnit: number): number {
  const worth = (BigInt(amount) * BigInt(cents) * BigInt(quoteUnit)) / (BigInt(parts) * BigInt(unit));
  return worth < MOST_ATOMS ? Number(worth) : MOST_ATOMS;
}
