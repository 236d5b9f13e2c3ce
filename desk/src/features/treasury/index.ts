// The treasury: assets and liabilities, chains, halts, top-ups, the hourly proof.
export { TreasuryPage } from './page.tsx';
export { readTreasurySearch, type TreasurySearch } from './search.ts';
