// Face of custody: what the routes, the feeds and the desk ask of it.

export { CONFIRMATIONS } from './chain/index.ts';
export { MOST_RESCANNED } from './deposit/index.ts';
export type { CoreFunds } from './exchange/index.ts';
export type {
  Custody,
  Customer,
  FoundArrival,
  FundsFilter,
  Halt,
  HouseTransaction,
  Reserve,
  ReviewedDeposit,
  ReviewedWithdrawal,
} from './face.ts';
export { type CustodyOptions, openCustody, openSigner, type RunningCustody } from './open.ts';
export { CHAINS, type ChainName } from './rail/index.ts';
export type { CustodyTables } from './tables.ts';
