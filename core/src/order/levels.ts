// Whether an order may rest at a price. Levels are stored in pages that all books share, and prices far from the index
// could need more pages than the pool has. So far prices may use a part of the pool, and near prices have the rest.

import type { Clock } from '../clock/index.ts';
import type { Markets } from '../market/index.ts';
import { RULE } from '../rules.ts';

const CENTS = 100;
/** Near means at most a fifth from the index (on contracts: the mark), either way. */
const FIFTHS = 5;

/** Since rules `levelCapacity`: whether a page is available for an order at `price` ticks with the index at `cents`. */
export function levelFits(clock: Clock, markets: Markets, market: number, price: number, cents: number): boolean {
  if (clock.rules < RULE.levelCapacity) return true;
  const fifths = price * CENTS * FIFTHS;
  const near = fifths >= cents * (FIFTHS - 1) && fifths <= cents * (FIFTHS + 1);
  return markets.book(market).fits(price, near);
}
