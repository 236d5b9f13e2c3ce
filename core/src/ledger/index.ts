// The ledger's face.

export { CLASS, DEBT, Ledger } from './accounts.ts';
export { type PurseRule, Purses } from './purses.ts';
