// What an order's type and force say of its way, the same for every product.

const GTC = 1;
const POST_ONLY = 4;

/** Types of orders: 2, 4, 6 go at the market. */
export function isMarket(type: number): boolean {
  return (type & 1) === 0;
}

/** Whether what is left of an order of this type and force stands in the book. */
export function mayRest(type: number, force: number): boolean {
  return !isMarket(type) && (force === GTC || force === POST_ONLY);
}
