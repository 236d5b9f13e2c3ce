// Types of custody by subject. Refusals are thrown as `Refusal`s of the closed set of codes (`api/call/`).

export type { Customer, Addresses, Book } from './address.ts';
export type { ChainFollower } from './chain.ts';
export type { FundsFilter } from './list.ts';
export type { ManualDecision, Deposits, FoundArrival, Rescan, ReviewedDeposit } from './deposit.ts';
export type {
  Requester,
  WithdrawalRequest,
  ReviewedWithdrawal,
  HouseTransaction,
  DeadPayment,
  StuckWithdrawal,
  Withdrawals,
} from './withdrawal.ts';
export { SignerFault, SignerRefusal } from './signer.ts';
export type { AccountKey, SignOrder, Head, SignedHead, LoggedSignature, Marker, Signer, HeldClaim } from './signer.ts';
export type { Reserve, Halt, ChainState, Treasury, UnrecordedOrder } from './treasury.ts';
export type { Networks, PracticeOutside, Custody } from './custody.ts';
