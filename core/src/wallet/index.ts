// The wallet's face: transfers and practice money, swaps, deposits, withdrawals, rewards.

export { Deposits } from './deposit.ts';
export { Rewards } from './reward.ts';
export { WalletRoom } from './room.ts';
export { QUOTE_AGE, Swap } from './swap.ts';
export { WalletTerms } from './terms.ts';
export { Wallet } from './transfer.ts';
export { type WithdrawalLock, Withdrawals } from './withdrawal.ts';
export { ACTION, WITHDRAWAL, withdrawalAfter, WITHDRAWALS } from './withdrawal-states.ts';
