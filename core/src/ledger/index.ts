// The ledger's face.

export { CLASS, Ledger } from './accounts.ts';
export { type PurseRule, Purses } from './purses.ts';
