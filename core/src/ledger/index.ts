// Exports of the ledger.

export { ENDING_ACCOUNTS, Ledger } from './accounts.ts';
export { FundDays, HOUR_LOSS } from './fund-days.ts';
export { type WalletRule, WalletRules } from './wallet-accounts.ts';
