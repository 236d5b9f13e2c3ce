// Closed lists of the desk: roles, kinds of proposals, what stands in the audit log.

/** Roles of desk people. `auditor` reads everything, changes nothing, and stands alone; the others may be joined. */
export const DESK_ROLES = ['support', 'risk', 'treasurer', 'reviewer', 'administrator', 'auditor'] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

/** `invited`: agreed on, not set up yet; `stopped`: may not sign in. */
export const DESK_PERSON_STATE = ['invited', 'active', 'stopped', 'automatic'] as const;
export type DeskPersonState = (typeof DESK_PERSON_STATE)[number];

/** What a set-up link is for: the two first people, one invited, one whose password and authenticator are made anew. */
export const SETUP_KIND = ['first', 'second', 'invited', 'reset'] as const;
export type SetupKind = (typeof SETUP_KIND)[number];

/** What takes two persons. */
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

/** `approved`: agreed on, being done; `failed`: agreed on, and refused when it was done (`code` says why). */
export const PROPOSAL_STATE = ['open', 'approved', 'done', 'refused', 'lapsed', 'failed'] as const;
export type ProposalState = (typeof PROPOSAL_STATE)[number];

/** Roles one of which proposing, and one of which approving takes. Refusing: any of either, the proposer too. */
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

/** What a proposal may be about. */
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

/** The facts that a proposal changes; the page has the words. */
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
 * What makes a verification worth a second look. `late`: sent over 24 h ago; `proposed`: waits for the second person;
 * `frozen`: the customer is; `sameDocument`: it is verified on another account.
 */
export const KYC_FLAG = ['late', 'proposed', 'frozen', 'sameDocument'] as const;
export type DeskKycFlag = (typeof KYC_FLAG)[number];

/** How a customer is looked for: each exact. `phone` with its dialling code (+44123456789). */
export const CUSTOMER_SEARCH = ['number', 'email', 'phone', 'name', 'invite'] as const;

/** Why the desk refused, beside the code (`data.why`). */
export const DESK_WHY = [
  /** One's own proposal cannot be approved by oneself, one cannot stop oneself. */
  'oneself',
  /** Without the role that it takes. */
  'role',
  /** Whoever proposed it has lost the role, or was stopped. */
  'proposer',
  /** The proposal is no longer open. */
  'settled',
  /** An equal proposal stands already. */
  'standing',
  /** Fewer than two administrators would be left. */
  'administrators',
  /** Not in this mode. */
  'mode',
  /** The matter is not in a state in which this can be done. */
  'state',
  /** Too many proposals are open. */
  'full',
  /** Whom it concerns still has notice: nobody may approve yet. */
  'notice',
] as const;
export type DeskWhy = (typeof DESK_WHY)[number];

/** What the audit log tells. */
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
