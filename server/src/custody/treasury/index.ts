// Public interface of the treasury: hot, cold, sweeps, reconciliation, halts, the hourly proof of reserves.

export { COIN_TERMS, type CoinTerms, TREASURY_TIMES, type TreasuryTimes } from './terms.ts';
export { watchUnrecorded } from './unrecorded.ts';
export { createTreasury, type TreasuryOptions } from './treasury.ts';
