// Markets and prices: types, states, categories of instruments.

/** Type of a market: that of its wallet. Second contracts have markets of their own. */
export const MARKET_TYPE = { spot: 1, linear: 2, inverse: 3, second: 6 } as const;

/** State 2 lets a spot market cancel only, and a contract reduce positions only. */
export const MARKET_STATE = { trading: 1, cancelOnly: 2, reduceOnly: 2, suspended: 3 } as const;

/** How far an index price can be trusted. Only a valid tick opens and settles second contracts. */
export const PRICE_STATE = { valid: 1, aging: 2, stale: 3, closed: 4 } as const;

/** Categories of instruments. */
export const CATEGORY = { crypto: 1, forex: 2, commodities: 3, stockIndex: 4, gold: 5 } as const;
