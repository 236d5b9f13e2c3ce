// The wallet's face: transfers and practice money.

export { Wallet } from './transfer.ts';
