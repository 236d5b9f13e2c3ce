// How order type and time-in-force decide matching, the same for every product.

const GTC = 1;
const POST_ONLY = 4;

/** Order types 2, 4 and 6 are market orders. */
export function isMarket(type: number): boolean {
  return (type & 1) === 0;
}

/** Whether the unfilled part of an order with this type and time-in-force rests in the book. */
export function mayRest(type: number, force: number): boolean {
  return !isMarket(type) && (force === GTC || force === POST_ONLY);
}
