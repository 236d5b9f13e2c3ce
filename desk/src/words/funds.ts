// Texts of deposits and withdrawals. Unknown values of a newer desk are shown as they are.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type {
  DeskReserve,
  DeskTransaction,
  DeskWithdrawal,
  FundsReason,
  NetworkName,
  RechargeStage,
  WITHDRAWAL_FLAG,
  WithdrawalStage,
  WithdrawalWait,
} from '@vitrine/contract';

type Words<Key extends string> = Readonly<Record<Key, MessageDescriptor>>;

export const networkWords: Words<NetworkName> = {
  practice: msg({ message: 'Practice chain', comment: 'Network of coins' }),
  ethereum: msg({ message: 'Ethereum', comment: 'Network of coins' }),
  bitcoin: msg({ message: 'Bitcoin', comment: 'Network of coins' }),
  bank: msg({ message: 'Bank', comment: 'Network of coins: transfers and cards, by hand' }),
};

export const depositStageWords: Words<RechargeStage> = {
  seen: msg({ message: 'Seen', comment: 'Stage of a deposit: in a transaction that no block holds yet' }),
  confirming: msg({ message: 'Confirming', comment: 'Stage of a deposit: its blocks are counted' }),
  review: msg({ message: 'Under review', comment: 'Stage of a deposit' }),
  credited: msg({ message: 'Credited', comment: 'Stage of a deposit' }),
  belowMinimum: msg({ message: 'Below the minimum', comment: 'Stage of a deposit: recorded, not credited' }),
  doubted: msg({ message: 'In doubt', comment: 'Stage of a deposit: credited, and its block was replaced' }),
  refused: msg({ message: 'Rejected', comment: 'Stage of a deposit' }),
  reversed: msg({ message: 'Reversed', comment: 'Stage of a deposit: its chain took it back' }),
};

export const withdrawalStageWords: Words<WithdrawalStage> = {
  review: msg({ message: 'Under review', comment: 'Stage of a withdrawal' }),
  approved: msg({ message: 'Approved', comment: 'Stage of a withdrawal: not signed yet' }),
  signed: msg({ message: 'Signed', comment: 'Stage of a withdrawal: from here on it only ends confirmed' }),
  broadcast: msg({ message: 'Sent', comment: 'Stage of a withdrawal: its transaction was broadcast' }),
  confirmed: msg({ message: 'Confirmed', comment: 'Stage of a withdrawal' }),
  refused: msg({ message: 'Rejected', comment: 'Stage of a withdrawal' }),
  failed: msg({ message: 'Failed', comment: 'Stage of a withdrawal: what was held went back' }),
  cancelled: msg({ message: 'Cancelled', comment: 'Stage of a withdrawal: by the customer' }),
};

export const fundsReasonWords: Words<FundsReason> = {
  unreadable: msg({ message: 'The picture cannot be read', comment: 'Why a deposit or withdrawal was refused' }),
  amount: msg({ message: 'Another amount', comment: 'Why a deposit or withdrawal was refused' }),
  notArrived: msg({ message: 'It did not arrive', comment: 'Why a deposit or withdrawal was refused' }),
  known: msg({ message: 'It was used before', comment: 'Why a deposit or withdrawal was refused' }),
  name: msg({ message: 'Another person’s account', comment: 'Why a deposit or withdrawal was refused' }),
  risk: msg({ message: 'Risk review', comment: 'Why a deposit or withdrawal was refused' }),
  halted: msg({ message: 'Withdrawals are paused', comment: 'Why a deposit or withdrawal was refused' }),
  other: msg({ message: 'Something else', comment: 'Why a deposit or withdrawal was refused' }),
};

export const withdrawalFlagWords: Words<(typeof WITHDRAWAL_FLAG)[number]> = {
  large: msg({ message: 'Large', comment: 'Flag of a withdrawal: from the two-person threshold on' }),
  newAddress: msg({ message: 'New address', comment: 'Flag of a withdrawal: never paid to before' }),
  newAccount: msg({ message: 'New account', comment: 'Flag of a withdrawal' }),
  credential: msg({ message: 'Credential changed', comment: 'Flag of a withdrawal: password or factor, lately' }),
  velocity: msg({ message: 'Many in a row', comment: 'Flag of a withdrawal: more than usual in a short time' }),
  frozen: msg({ message: 'Frozen', comment: 'Flag: the account is frozen' }),
  deposited: msg({ message: 'Just deposited', comment: 'Flag of a withdrawal: the money came in a moment ago' }),
  proposed: msg({ message: 'Second approver', comment: 'Flag of a withdrawal: waits for the second person' }),
  late: msg({ message: 'Over 24 h', comment: 'Flag of a withdrawal: waits for more than 24 hours' }),
  stuck: msg({ message: 'Stuck', comment: 'Flag of a withdrawal: its transaction was included and paid nothing' }),
};

export const withdrawalWaitWords: Words<WithdrawalWait> = {
  funds: msg({ message: 'The hot wallet is too low: top it up', comment: 'Why a withdrawal waits' }),
  fee: msg({ message: 'The chain’s fee is above our limit', comment: 'Why a withdrawal waits' }),
  node: msg({ message: 'The node does not respond, or rejects the payment', comment: 'Why a withdrawal waits' }),
  chain: msg({ message: 'The network’s node is no longer set', comment: 'Why a withdrawal waits: a setting' }),
  signer: msg({ message: 'The signer does not respond', comment: 'Why a withdrawal waits' }),
  limits: msg({ message: 'The signer has no limits for this coin', comment: 'Why a withdrawal waits: policy.json' }),
  refused: msg({ message: 'The signer refuses it: see the log', comment: 'Why a withdrawal waits' }),
  foreign: msg({ message: 'An unknown transaction used our funds', comment: 'Why a withdrawal waits: see treasury' }),
  halted: msg({ message: 'Withdrawals of this coin are halted', comment: 'Why a withdrawal waits' }),
  doubted: msg({ message: 'A deposit of the customer is in doubt', comment: 'Why a withdrawal waits' }),
  locked: msg({ message: 'The account is locked or in debt', comment: 'Why a withdrawal waits' }),
  exchange: msg({ message: 'The exchange does not accept commands', comment: 'Why a withdrawal waits' }),
  fault: msg({ message: 'An unexpected fault: see the log', comment: 'Why a withdrawal waits' }),
};

export const transactionKindWords: Words<DeskTransaction['kind']> = {
  withdrawal: msg({ message: 'Withdrawal', comment: 'Kind of transaction of the exchange' }),
  sweep: msg({ message: 'Sweep', comment: 'Kind of transaction: from customers’ addresses to the hot wallet' }),
  gas: msg({ message: 'Fee for a sweep', comment: 'Kind of transaction: ether sent so that a sweep can be paid' }),
  cold: msg({ message: 'To the cold wallet', comment: 'Kind of transaction of the exchange' }),
  cancel: msg({
    message: 'Cancellation',
    comment: 'Kind of transaction: of nothing to ourselves, so that a payment that hangs can never be included',
  }),
};

export const deadKindWords: Words<NonNullable<DeskWithdrawal['proof']>['kind']> = {
  reverted: msg({
    message: 'Its recipient refused it',
    comment: 'Why a payment never comes: its transaction reverted',
  }),
  conflict: msg({
    message: 'Our cancellation replaced it',
    comment: 'Why a payment never comes: a transaction of nothing to ourselves used its nonce',
  }),
  foreign: msg({
    message: 'A transaction that custody did not make replaced it',
    comment: 'Why a payment never comes: its nonce or outputs are used by a transaction that custody does not know',
  }),
};

export const transactionStateWords: Words<DeskTransaction['state']> = {
  planned: msg({ message: 'Planned', comment: 'State of a transaction: not signed yet' }),
  signed: msg({ message: 'Signed', comment: 'State of a transaction' }),
  broadcast: msg({ message: 'Sent', comment: 'State of a transaction' }),
  confirmed: msg({ message: 'Confirmed', comment: 'State of a transaction' }),
  replaced: msg({ message: 'Replaced', comment: 'State of a transaction: by one with a higher fee' }),
  reverted: msg({ message: 'Reverted', comment: 'State of a transaction: the chain took it and did not do it' }),
};

export const reserveStateWords: Words<DeskReserve['state']> = {
  even: msg({ message: 'Even', comment: 'What is there is what the ledger expects' }),
  surplus: msg({ message: 'More than expected', comment: 'What is there against what the ledger expects' }),
  short: msg({ message: 'Short', comment: 'Less is there than the ledger expects' }),
  unknown: msg({ message: 'Not known', comment: 'The balance is unknown: the node does not respond' }),
};
