// The ledger's face.

export { CLASS, DEBT, ENDING_ACCOUNTS, Ledger } from './accounts.ts';
export { type PurseRule, Purses } from './purses.ts';
