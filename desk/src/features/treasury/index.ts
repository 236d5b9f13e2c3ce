// The treasury: what is there against what is owed, chains, halts, top-ups, the hourly proof.
export { TreasuryPage } from './page.tsx';
export { readTreasurySearch, type TreasurySearch } from './search.ts';
