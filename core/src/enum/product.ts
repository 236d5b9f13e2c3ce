// Debts, loans, second contracts, earn products and OTC offers.

/** Kinds of debt. They take the field that holds the wallet type in user accounts. */
export const DEBT_KIND = { cross: 4, isolated: 5, loan: 9, chain: 10 } as const;

/** How a debt of margin borrowing changed. */
export const DEBT_CHANGE = { borrowed: 1, repaidByUser: 2, repaidByLiquidation: 3, paidByInsurance: 4 } as const;

export const LOAN_STATUS = { pending: 0, passed: 1, failed: 2, settled: 3, overdue: 4 } as const;

export const SECOND_DIRECTION = { up: 1, down: 2 } as const;
/** The last two are final: the row is freed. */
export const SECOND_STATUS = { generating: 0, countdown: 1, settled: 2, void: 3 } as const;
export const SECOND_RESULT = { won: 1, lost: 2, tied: 3 } as const;

export const EARN_KIND = { staking: 1, finance: 2 } as const;

/** What the merchant of an offer does. */
export const OFFER_SIDE = { merchantBuys: 1, merchantSells: 2 } as const;
