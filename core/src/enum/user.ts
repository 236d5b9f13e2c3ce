// Users with a fixed id, and the locks of a user.

/** The user id of the market maker. Genesis opens it first. */
export const MARKET_MAKER = 1;

/** Lock bits of a user. */
export const LOCK = { frozen: 1, withdrawals: 2 } as const;
