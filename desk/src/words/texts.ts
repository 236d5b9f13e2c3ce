// Texts for the contract's values: roles, states, kinds, reasons. Unknown values of a newer desk are shown as they are.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type {
  BondClaimState,
  CUSTOMER_SEARCH,
  DeskPersonState,
  DeskRole,
  DeskWhy,
  FUND_CASE_STATE,
  LINK_APPEAL_STATE,
  KYC_FLAG,
  KycReason,
  LOCK_KIND,
  LOGIN_RESULT,
  PROPOSAL_FACT,
  ProposalKind,
  ProposalState,
} from '@vitrine/contract';

type Words<Key extends string | number> = Readonly<Record<Key, MessageDescriptor>>;

export const roleWords: Words<DeskRole> = {
  support: msg({ message: 'Support', comment: 'Role at the desk' }),
  risk: msg({ message: 'Risk', comment: 'Role at the desk' }),
  treasurer: msg({ message: 'Treasurer', comment: 'Role at the desk' }),
  reviewer: msg({ message: 'Reviewer', comment: 'Role at the desk' }),
  administrator: msg({ message: 'Administrator', comment: 'Role at the desk' }),
  auditor: msg({ message: 'Auditor', comment: 'Role at the desk' }),
};

/** The purpose of a role, for the administrator who assigns it. */
export const roleTasks: Words<DeskRole> = {
  support: msg({
    message: 'Forgotten fund passwords, customers, freezing, links',
    comment: 'What the role support does',
  }),
  risk: msg({ message: 'Customers, freezing, links, halts, closing rates', comment: 'What the role risk does' }),
  treasurer: msg({ message: 'Treasury, halts, card payments', comment: 'What the role treasurer does' }),
  reviewer: msg({ message: 'Verifications, deposits, withdrawals', comment: 'What the role reviewer does' }),
  administrator: msg({ message: 'Desk staff, audit log', comment: 'What the role administrator does' }),
  auditor: msg({
    message: 'Reads everything, changes nothing; cannot be combined',
    comment: 'What the role auditor does',
  }),
};

export const personStateWords: Words<DeskPersonState> = {
  invited: msg({ message: 'Invited', comment: 'State of a person of the desk' }),
  active: msg({ message: 'Active', comment: 'State of a person of the desk' }),
  stopped: msg({ message: 'Disabled', comment: 'State of a person of the desk' }),
  automatic: msg({ message: 'Automatic, practice only', comment: 'State of a person of the desk' }),
};

export const kycStateWords: Words<1 | 2 | 3> = {
  1: msg({ message: 'Under review', comment: 'State of a verification' }),
  2: msg({ message: 'Approved', comment: 'State of a verification' }),
  3: msg({ message: 'Rejected', comment: 'State of a verification' }),
};

export const kycFieldWords: Readonly<Record<string, MessageDescriptor>> = {
  name: msg({ message: 'Name', comment: 'Field of a verification' }),
  country: msg({ message: 'Country', comment: 'Field of a verification' }),
  documentType: msg({ message: 'Document', comment: 'Field of a verification: what kind of document' }),
  documentNo: msg({ message: 'Document number', comment: 'Field of a verification' }),
  front: msg({ message: 'Front', comment: 'Picture of a verification' }),
  back: msg({ message: 'Back', comment: 'Picture of a verification' }),
  handheld: msg({ message: 'Held in hand', comment: 'Picture of a verification' }),
};

export const kycReasonWords: Words<KycReason> = {
  unreadable: msg({ message: 'Cannot be read', comment: 'Why a field was refused' }),
  mismatch: msg({ message: 'Differs from the document', comment: 'Why a field was refused' }),
  expired: msg({ message: 'Expired', comment: 'Why a field was refused' }),
  incomplete: msg({ message: 'Incomplete', comment: 'Why a field was refused' }),
  wrongDocument: msg({ message: 'Wrong document', comment: 'Why a field was refused' }),
  notOwn: msg({ message: 'Not the customer’s own', comment: 'Why a field was refused' }),
  other: msg({ message: 'Something else', comment: 'Why a field was refused' }),
};

export const documentWords: Readonly<Record<string, MessageDescriptor>> = {
  1: msg({ message: 'Identity card', comment: 'Kind of document' }),
  2: msg({ message: 'Passport', comment: 'Kind of document' }),
  3: msg({ message: 'Driver’s licence', comment: 'Kind of document' }),
};

export const kycFlagWords: Words<(typeof KYC_FLAG)[number]> = {
  late: msg({ message: 'Over 24 h', comment: 'Flag of a verification: sent more than 24 hours ago' }),
  proposed: msg({ message: 'Second approver', comment: 'Flag of a verification: waits for the second person' }),
  frozen: msg({ message: 'Frozen', comment: 'Flag: the account is frozen' }),
  sameDocument: msg({
    message: 'Same document',
    comment: 'Flag of a verification: another account sent this document number',
  }),
};

export const fundStateWords: Words<(typeof FUND_CASE_STATE)[number]> = {
  open: msg({ message: 'Open', comment: 'State of a fund password case' }),
  passed: msg({ message: 'Approved', comment: 'State of a fund password case' }),
  refused: msg({ message: 'Rejected', comment: 'State of a fund password case' }),
  withdrawn: msg({ message: 'Cancelled', comment: 'State of a fund password case: by the customer' }),
};

export const appealStateWords: Words<(typeof LINK_APPEAL_STATE)[number]> = {
  open: msg({ message: 'Appeals', comment: 'Appeals against links that wait for a decision' }),
  granted: msg({ message: 'Granted', comment: 'State of an appeal: the link was ended' }),
  refused: msg({ message: 'Rejected', comment: 'State of an appeal: the link stays' }),
  withdrawn: msg({ message: 'Cancelled', comment: 'State of an appeal: by the customer' }),
};

export const bondStateWords: Words<BondClaimState> = {
  notice: msg({ message: 'Waits', comment: 'State of a claim on a bond: notice, or waits for a decision' }),
  paid: msg({ message: 'Paid', comment: 'State of a claim on a bond' }),
  refused: msg({ message: 'Rejected', comment: 'State of a claim on a bond' }),
  lapsed: msg({ message: 'Expired', comment: 'State of a claim on a bond: nobody decided in time' }),
};

export const proposalKindWords: Words<ProposalKind> = {
  'kyc.pass': msg({ message: 'Approve a verification', comment: 'Kind of proposal' }),
  'fundCase.pass': msg({ message: 'New fund password', comment: 'Kind of proposal' }),
  'deposit.pass': msg({ message: 'Credit a deposit', comment: 'Kind of proposal' }),
  'withdrawal.approve': msg({ message: 'Approve a withdrawal', comment: 'Kind of proposal' }),
  'withdrawal.paid': msg({ message: 'Withdrawal paid', comment: 'Kind of proposal: the bank sent it' }),
  'withdrawal.returned': msg({ message: 'Withdrawal returned', comment: 'Kind of proposal: the bank sent it back' }),
  'withdrawal.failProven': msg({
    message: 'Fail a stuck withdrawal',
    comment: 'Kind of proposal: its transaction paid nothing and never will',
  }),
  'withdrawal.replan': msg({
    message: 'Pay a stuck withdrawal again',
    comment: 'Kind of proposal: by another transaction, as the first never pays',
  }),
  'chain.credit': msg({
    message: 'Credit a missed payment',
    comment: 'Kind of proposal: found by reading blocks again',
  }),
  'clock.confirm': msg({ message: 'Confirm the clock', comment: 'Kind of proposal: of the machine, after it stepped' }),
  'rail.resume': msg({ message: 'Open withdrawals again', comment: 'Kind of proposal: of a coin on a network' }),
  'bond.pay': msg({ message: 'Pay from a merchant’s bond', comment: 'Kind of proposal: to who an OTC order harmed' }),
  'customer.unfreeze': msg({ message: 'Unfreeze an account', comment: 'Kind of proposal' }),
  'account.link': msg({ message: 'Link accounts', comment: 'Kind of proposal: two accounts are one person’s' }),
  'account.unlink': msg({ message: 'End a link', comment: 'Kind of proposal: an account is no longer linked' }),
  'appeal.refuse': msg({ message: 'Reject an appeal', comment: 'Kind of proposal: a link of accounts stays' }),
  'contract.closingRate': msg({ message: 'Closing rate', comment: 'Kind of proposal: of a contract' }),
  'person.invite': msg({ message: 'Invite a person', comment: 'Kind of proposal' }),
  'person.roles': msg({ message: 'Change roles', comment: 'Kind of proposal' }),
  'person.reset': msg({
    message: 'Reset access',
    comment: 'Kind of proposal: a person lost password or authenticator',
  }),
};

export const proposalStateWords: Words<ProposalState> = {
  open: msg({ message: 'Open', comment: 'State of a proposal' }),
  approved: msg({ message: 'Approved, in progress', comment: 'State of a proposal' }),
  done: msg({ message: 'Approved and executed', comment: 'State of a proposal' }),
  refused: msg({ message: 'Rejected', comment: 'State of a proposal' }),
  lapsed: msg({ message: 'Expired', comment: 'State of a proposal: nobody decided in time' }),
  failed: msg({ message: 'Approved, but failed', comment: 'State of a proposal' }),
};

export const factWords: Words<(typeof PROPOSAL_FACT)[number]> = {
  kycStage: msg({ message: 'Verification', comment: 'What a proposal changes: passed stage' }),
  fundPassword: msg({ message: 'Fund password', comment: 'What a proposal changes' }),
  frozen: msg({ message: 'Account', comment: 'What a proposal changes: frozen or not' }),
  name: msg({ message: 'Name', comment: 'What a proposal changes: of a person of the desk' }),
  roles: msg({ message: 'Roles', comment: 'What a proposal changes' }),
  credentials: msg({ message: 'Password and authenticator', comment: 'What a proposal changes' }),
  amount: msg({ message: 'Amount', comment: 'What a proposal changes: of a deposit or withdrawal' }),
  fee: msg({ message: 'Fee', comment: 'What a proposal tells: of a withdrawal' }),
  address: msg({ message: 'To', comment: 'What a proposal tells: where a withdrawal goes' }),
  reference: msg({ message: 'Reference', comment: 'What a proposal tells: what the bank calls the payment' }),
  proof: msg({
    message: 'Proven by',
    comment: 'What a proposal tells: the transaction that proves that a payment never comes',
  }),
  linked: msg({ message: 'Linked with', comment: 'What a proposal changes: numbers of customers' }),
  answer: msg({ message: 'Answer to the customer', comment: 'What a proposal tells: the answer to an appeal' }),
  closingRate: msg({ message: 'Closing rate', comment: 'What a proposal changes: of a contract' }),
  withdrawals: msg({ message: 'Withdrawals', comment: 'What a proposal changes: open or resting' }),
  merchant: msg({ message: 'Merchant', comment: 'What a proposal tells: whose bond pays' }),
  harmed: msg({ message: 'Harmed party', comment: 'What a proposal tells: who is paid from a bond' }),
  clock: msg({ message: 'Time', comment: 'What a proposal changes: the time that the exchange goes by' }),
};

export const whyWords: Words<DeskWhy> = {
  oneself: msg({ message: 'Another person must do this.', comment: 'Why the desk refused' }),
  role: msg({ message: 'Your roles do not allow this.', comment: 'Why the desk refused' }),
  proposer: msg({
    message: 'The proposer has lost the role or was disabled. It must be proposed again.',
    comment: 'Why the desk refused',
  }),
  settled: msg({ message: 'It was decided in the meantime.', comment: 'Why the desk refused' }),
  standing: msg({ message: 'The same is already proposed and waits for approval.', comment: 'Why the desk refused' }),
  administrators: msg({ message: 'At least two administrators must remain.', comment: 'Why the desk refused' }),
  mode: msg({ message: 'Not in this mode.', comment: 'Why the desk refused' }),
  state: msg({ message: 'Its status has changed: check it again.', comment: 'Why the desk refused' }),
  full: msg({ message: 'Too many proposals are open. Decide some first.', comment: 'Why the desk refused' }),
  notice: msg({
    message: 'The merchant’s notice period is not over yet.',
    comment: 'Why the desk refused: a claim on a bond is decided after seven days',
  }),
};

export const lockWords: Words<(typeof LOCK_KIND)[number]> = {
  frozen: msg({ message: 'Frozen', comment: 'Lock of an account' }),
  withdrawal: msg({ message: 'Withdrawals locked', comment: 'Lock of an account' }),
  login: msg({ message: 'Sign-in locked', comment: 'Lock of an account' }),
};

export const lockByWords: Words<'customer' | 'desk' | 'house'> = {
  customer: msg({ message: 'by the customer', comment: 'Who set a lock' }),
  desk: msg({ message: 'by the desk', comment: 'Who set a lock' }),
  house: msg({ message: 'by rule', comment: 'Who set a lock: the system, after a credential changed' }),
};

export const loginResultWords: Words<(typeof LOGIN_RESULT)[number]> = {
  done: msg({ message: 'Signed in', comment: 'Result of a sign-in' }),
  password: msg({ message: 'Wrong password', comment: 'Result of a sign-in' }),
  code: msg({ message: 'Wrong code', comment: 'Result of a sign-in' }),
  factor: msg({ message: 'Second factor missing', comment: 'Result of a sign-in' }),
  locked: msg({ message: 'Locked', comment: 'Result of a sign-in' }),
};

export const searchWords: Words<(typeof CUSTOMER_SEARCH)[number]> = {
  number: msg({ message: 'Number', comment: 'How a customer is looked for: the account number' }),
  email: msg({ message: 'E-mail', comment: 'How a customer is looked for' }),
  phone: msg({ message: 'Phone', comment: 'How a customer is looked for' }),
  name: msg({ message: 'User name', comment: 'How a customer is looked for' }),
  invite: msg({ message: 'Invite code', comment: 'How a customer is looked for' }),
};
