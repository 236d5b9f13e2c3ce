// Whether an order may come to rest at a price. Levels stand in pages that all books share, and far from the index
// there are more pages than the pool has: so far prices have a part of it, and those near the index the rest.

import type { Clock } from '../clock/index.ts';
import type { Markets } from '../market/index.ts';
import { RULE } from '../rules.ts';

const CENTS = 100;
/** Near is at most a fifth from the index (of a contract: the mark), either way. */
const FIFTHS = 5;

/** Since rules `levelRoom`: whether there is room for an order at `price` ticks, the index being at `cents`. */
export function levelFits(clock: Clock, markets: Markets, market: number, price: number, cents: number): boolean {
  if (clock.rules < RULE.levelRoom) return true;
  const fifths = price * CENTS * FIFTHS;
  const near = fifths >= cents * (FIFTHS - 1) && fifths <= cents * (FIFTHS + 1);
  return markets.book(market).fits(price, near);
}
