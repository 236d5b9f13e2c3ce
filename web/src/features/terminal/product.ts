// The product of a terminal: spot, USDT perpetuals or coin-margined perpetuals.

export type Product = 'spot' | 'u' | 'coin';

/** Kind of a product's streams (calls §8). */
export const kindOf: Readonly<Record<Product, 1 | 2 | 3>> = { spot: 1, u: 2, coin: 3 };
