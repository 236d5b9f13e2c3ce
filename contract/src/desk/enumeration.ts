// Closed lists of the desk: roles, kinds of proposals, audit log entries.

/** Roles of staff. `auditor` reads everything, changes nothing, and cannot be combined; the others can. */
export const DESK_ROLES = ['support', 'risk', 'treasurer', 'reviewer', 'administrator', 'auditor'] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

/** `invited`: approved, not set up yet; `stopped`: may not sign in. */
export const DESK_PERSON_STATE = ['invited', 'active', 'stopped', 'automatic'] as const;
export type DeskPersonState = (typeof DESK_PERSON_STATE)[number];

/** Purpose of a setup link: the first two staff members, an invited one, or a reset of password and authenticator. */
export const SETUP_KIND = ['first', 'second', 'invited', 'reset'] as const;
export type SetupKind = (typeof SETUP_KIND)[number];

/** Actions that need two people. */
export const PROPOSAL_KIND = [
  'kyc.pass',
  'fundCase.pass',
  'deposit.pass',
  'withdrawal.approve',
  'withdrawal.paid',
  'withdrawal.returned',
  'withdrawal.failProven',
  'withdrawal.replan',
  'rail.resume',
  'bond.pay',
  'chain.credit',
  'clock.confirm',
  'customer.unfreeze',
  'account.link',
  'account.unlink',
  'appeal.refuse',
  'contract.closingRate',
  'person.invite',
  'person.roles',
  'person.reset',
] as const;
export type ProposalKind = (typeof PROPOSAL_KIND)[number];

/** `approved`: being executed; `failed`: approved, but rejected on execution (`code` says why). */
export const PROPOSAL_STATE = ['open', 'approved', 'done', 'refused', 'lapsed', 'failed'] as const;
export type ProposalState = (typeof PROPOSAL_STATE)[number];

/** Roles that may propose and approve; one of each list is enough. Refusing: any of both lists, and the proposer. */
export const PROPOSAL_ROLES: Readonly<
  Record<ProposalKind, { readonly propose: readonly DeskRole[]; readonly approve: readonly DeskRole[] }>
> = {
  'kyc.pass': { propose: ['reviewer'], approve: ['reviewer'] },
  'fundCase.pass': { propose: ['support'], approve: ['support'] },
  'deposit.pass': { propose: ['reviewer'], approve: ['reviewer'] },
  'withdrawal.approve': { propose: ['reviewer'], approve: ['reviewer'] },
  'withdrawal.paid': { propose: ['treasurer'], approve: ['treasurer'] },
  'withdrawal.returned': { propose: ['treasurer'], approve: ['treasurer'] },
  'withdrawal.failProven': { propose: ['treasurer'], approve: ['treasurer'] },
  'withdrawal.replan': { propose: ['treasurer'], approve: ['treasurer'] },
  'rail.resume': { propose: ['treasurer', 'risk'], approve: ['treasurer', 'risk'] },
  'bond.pay': { propose: ['reviewer'], approve: ['reviewer'] },
  'chain.credit': { propose: ['treasurer', 'reviewer'], approve: ['treasurer', 'reviewer'] },
  'clock.confirm': { propose: ['treasurer', 'risk'], approve: ['treasurer', 'risk'] },
  'customer.unfreeze': { propose: ['support', 'risk'], approve: ['support', 'risk'] },
  'account.link': { propose: ['support', 'risk'], approve: ['support', 'risk'] },
  'account.unlink': { propose: ['support', 'risk'], approve: ['support', 'risk'] },
  'appeal.refuse': { propose: ['support', 'risk'], approve: ['support', 'risk'] },
  'contract.closingRate': { propose: ['risk'], approve: ['risk'] },
  'person.invite': { propose: ['administrator'], approve: ['administrator'] },
  'person.roles': { propose: ['administrator'], approve: ['administrator'] },
  'person.reset': { propose: ['administrator'], approve: ['administrator'] },
};

/** Subjects of proposals. */
export const PROPOSAL_SUBJECT = [
  'kyc',
  'fundCase',
  'deposit',
  'withdrawal',
  'rail',
  'otcOrder',
  'customer',
  'appeal',
  'market',
  'person',
  'exchange',
] as const;

/** The facts that a proposal changes; the page translates them. */
export const PROPOSAL_FACT = [
  'kycStage',
  'fundPassword',
  'frozen',
  'name',
  'roles',
  'credentials',
  'amount',
  'fee',
  'address',
  'reference',
  'proof',
  'withdrawals',
  'linked',
  'answer',
  'closingRate',
  'merchant',
  'harmed',
  'clock',
] as const;

/**
 * Hints that a verification needs attention. `late`: submitted over 24 h ago; `proposed`: waits for the second person;
 * `frozen`: the customer is frozen; `sameDocument`: it is verified on another account.
 */
export const KYC_FLAG = ['late', 'proposed', 'frozen', 'sameDocument'] as const;
export type DeskKycFlag = (typeof KYC_FLAG)[number];

/** Search keys for customers, all exact. `phone` with its dialling code (+44123456789). */
export const CUSTOMER_SEARCH = ['number', 'email', 'phone', 'name', 'invite'] as const;

/** Reason for a refusal of the desk, in addition to the code (`data.why`). */
export const DESK_WHY = [
  /** Nobody can approve their own proposal or stop themselves. */
  'oneself',
  /** The required role is missing. */
  'role',
  /** The proposer has lost the role, or was stopped. */
  'proposer',
  /** The proposal is no longer open. */
  'settled',
  /** An equal proposal is already open. */
  'standing',
  /** Fewer than two administrators would be left. */
  'administrators',
  /** Not available in this mode. */
  'mode',
  /** The subject's state does not allow this. */
  'state',
  /** Too many proposals are open. */
  'full',
  /** The notice period of the person concerned is running: nobody may approve yet. */
  'notice',
] as const;
export type DeskWhy = (typeof DESK_WHY)[number];

/**
 * Why an approved withdrawal does not proceed. `limits`: the signer has no limits for its coin; `refused`: the signer
 * refuses it for another reason; `chain`: its chain is no longer set; `foreign`: an unknown transaction used its nonce or
 * outputs; `doubted`: a deposit of the customer is in doubt; `locked`: the account is locked or owes.
 */
export const WITHDRAWAL_WAIT = [
  'funds',
  'fee',
  'node',
  'chain',
  'signer',
  'limits',
  'refused',
  'foreign',
  'halted',
  'doubted',
  'locked',
  'exchange',
  'fault',
] as const;
export type WithdrawalWait = (typeof WITHDRAWAL_WAIT)[number];

/** Events in the audit log. */
export const AUDIT_WHAT = [
  'house.granted',
  'setup.link',
  'setup.done',
  'signIn.done',
  'signIn.failed',
  'signIn.locked',
  'signOut',
  'recovery.used',
  'kyc.looked',
  'kyc.unmasked',
  'kyc.document',
  'kyc.passed',
  'kyc.refused',
  'fundCase.refused',
  'proposal.made',
  'proposal.approved',
  'proposal.done',
  'proposal.failed',
  'proposal.refused',
  'proposal.lapsed',
  'deposit.looked',
  'deposit.picture',
  'deposit.refused',
  'withdrawal.looked',
  'withdrawal.approved',
  'withdrawal.refused',
  'rail.halted',
  'topUp.made',
  'practice.reorganised',
  'practice.tradersOn',
  'practice.tradersOff',
  'customer.searched',
  'customer.looked',
  'customer.loginLog',
  'customer.frozen',
  'person.link',
  'person.stopped',
  'reviewer.on',
  'reviewer.off',
  'audit.read',
  'audit.checked',
] as const;
export type AuditWhat = (typeof AUDIT_WHAT)[number];
