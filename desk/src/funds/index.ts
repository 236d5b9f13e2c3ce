// Shared parts of the deposit and withdrawal pages.
export { changedSince } from './changed.ts';
export { ApprovedBy, RefusedWhy } from './decided.tsx';
export { FundsQueue, type FundsPlace, type FundsQueueProps, numbered, placeOf } from './queue.tsx';
export {
  cardReasons,
  stuckReasons,
  depositReasons,
  mostRefusalNote,
  noRefusal,
  referenceFits,
  refusalInput,
  refusalLack,
  withdrawalReasons,
  type RefusalDraft,
} from './refusal.ts';
export { RefusalStep, type RefusalStepProps } from './refusal-step.tsx';
export { TransactionList, Transactions, type TransactionsProps } from './transactions.tsx';
