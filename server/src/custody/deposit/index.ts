// Deposits, from a chain or with a screenshot.

export { createDeposits, type RunningDeposits } from './deposits.ts';
export { createDepositListener, type ListenerOptions } from './listener.ts';
export type { DepositOptions } from './parts.ts';
export { MOST_RESCANNED } from './rescan.ts';
