// Public interface of custody for the routes, the feeds and the desk.

export { type Anchor, openAnchor, type Restored, restoreOlder } from './anchor/index.ts';
export { expectOwnDatabase } from './before.ts';
export { keepKeyCheck, readKeyCheck } from './key-check.ts';
export { CONFIRMATIONS } from './chain/index.ts';
export { MOST_RESCANNED } from './deposit/index.ts';
export type { CoreFunds } from './exchange/index.ts';
export type {
  Custody,
  Customer,
  DeadPayment,
  FoundArrival,
  FundsFilter,
  Halt,
  HouseTransaction,
  Reserve,
  ReviewedDeposit,
  ReviewedWithdrawal,
  StuckWithdrawal,
} from './types/index.ts';
export { type CustodyOptions, openCustody, openSigner, type RunningCustody } from './open.ts';
export { CHAINS, type ChainName, NodeFault } from './rail/index.ts';
export { acceptHead, isSignedHead, readHeadText } from './signer/index.ts';
export type { CustodyDatabase, CustodyTables } from './tables.ts';
