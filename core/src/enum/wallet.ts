// Wallets of a user, and the classes of ledger accounts.

export const WALLET = {
  spot: 1,
  uContract: 2,
  coinContract: 3,
  crossMargin: 4,
  /** Its accounts name the market. */
  isolatedMargin: 5,
  second: 6,
  /** Holds the principal of running stakes. */
  finance: 7,
  merchant: 8,
} as const;

/** Classes of ledger accounts, as in the `account.opened` event. */
export const ACCOUNT_CLASS = {
  wallet: 1,
  margin: 2,
  clearing: 3,
  escrow: 4,
  reserve: 5,
  debt: 6,
  receivable: 7,
  fee: 8,
  safety: 9,
  insurance: 10,
  treasury: 11,
  network: 12,
  secondPool: 13,
  lending: 14,
  rewards: 15,
  rounding: 16,
  outside: 17,
} as const;
