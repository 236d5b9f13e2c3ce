// How order type and time-in-force decide matching, the same for every product.

import { TIME_IN_FORCE } from '../enum/index.ts';

/** Order types 2, 4 and 6 are market orders. */
export function isMarket(type: number): boolean {
  return (type & 1) === 0;
}

/** Whether the unfilled part of an order with this type and time-in-force rests in the book. */
export function mayRest(type: number, force: number): boolean {
  return !isMarket(type) && (force === TIME_IN_FORCE.gtc || force === TIME_IN_FORCE.postOnly);
}
