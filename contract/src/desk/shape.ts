// Shapes of the desk. Customer data is masked unless a call says otherwise.

import * as z from 'zod/mini';
import { FUND_CASE_STATE, KYC_REASON, LOCK_KIND } from '../enumeration.ts';
import { loginRecord, ruleVersions } from '../shape/index.ts';
import { id, time } from '../text.ts';
import {
  AUDIT_WHAT,
  DESK_PERSON_STATE,
  DESK_ROLES,
  KYC_FLAG,
  PROPOSAL_FACT,
  PROPOSAL_KIND,
  PROPOSAL_STATE,
  PROPOSAL_SUBJECT,
  SETUP_KIND,
} from './enumeration.ts';

const roles = z.array(z.enum(DESK_ROLES));

/** A staff member as others see them. */
export const deskPersonLine = z.object({ id, name: z.string() });
export type DeskPersonLine = z.output<typeof deskPersonLine>;

export const deskPerson = z.object({
  id,
  name: z.string(),
  roles,
  state: z.enum(DESK_PERSON_STATE),
  created: time,
  lastSignIn: z.nullable(time),
  /** An open proposal about this person. */
  proposal: z.nullable(id),
  /** The half of a setup that the calling administrator can hand over to an invited person. */
  hands: z.nullable(z.enum(['link', 'word'])),
});
export type DeskPerson = z.output<typeof deskPerson>;

/** The signed-in staff member. */
export const deskMe = z.object({
  person: deskPersonLine,
  roles,
  mode: z.enum(['practice', 'live']),
  /** Sent as the header `satoken` with every call except sign-in and setup; only kept in memory. */
  satoken: z.string(),
  /** Practice mode's automatic reviewer; null in live mode. */
  reviewer: z.nullable(z.object({ on: z.boolean(), name: z.string() })),
  /** Practice mode's simulated customers; null where this exchange has none. */
  practiceTraders: z.nullable(z.object({ on: z.boolean() })),
  /** Unused recovery codes. */
  recoveryLeft: z.int(),
  /**
   * The session ends after this idle time (30 min), and at `ends` (12 h) in any case. Automatic requests of a page
   * carry the header `x-poll: 1` and do not count as use.
   */
  idleMs: z.int(),
  ends: time,
});
export type DeskMe = z.output<typeof deskMe>;

/** Purpose of a setup link. */
export const setupTask = z.object({
  kind: z.enum(SETUP_KIND),
  /** Set by the inviting staff; null: to be chosen. */
  name: z.nullable(z.string()),
  roles,
  expires: time,
  /**
   * A second person's word is needed in addition to the link, and was not given yet. Until then there is no
   * authenticator.
   */
  wordNeeded: z.boolean(),
  /** `uri` for a QR code (otpauth://…), `secret` in Base32 to type. */
  authenticator: z.nullable(z.object({ secret: z.string(), uri: z.string() })),
});
export type SetupTask = z.output<typeof setupTask>;

export const setupDone = z.object({
  /** Shown once. Each replaces the authenticator's code for one sign-in. */
  recoveryCodes: z.array(z.string()),
  /** For the second person: `/setup#…` of this page's origin. Only the first person gets it, once. */
  next: z.nullable(z.object({ path: z.string(), expires: time })),
  /** Already signed in. */
  me: deskMe,
});
export type SetupDone = z.output<typeof setupDone>;

/** One half of a setup: one person hands over the link, the other the word. Never both null. */
export const setupHalf = z.object({ path: z.nullable(z.string()), word: z.nullable(z.string()), expires: time });
export type SetupHalf = z.output<typeof setupHalf>;

export const proposal = z.object({
  id,
  kind: z.enum(PROPOSAL_KIND),
  state: z.enum(PROPOSAL_STATE),
  /** Its subject: `kind`, `id` (for a rail `ethereum-USDT`), and a masked name. */
  subject: z.object({ kind: z.enum(PROPOSAL_SUBJECT), id, name: z.string() }),
  /** The facts when it was made, and as they will be. Null: nothing. `roles` are joined by commas. */
  facts: z.array(
    z.object({ fact: z.enum(PROPOSAL_FACT), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  reason: z.string(),
  by: deskPersonLine,
  made: time,
  /** When it may be approved at the earliest: later than `made` if there is a notice period. */
  from: time,
  expires: time,
  second: z.nullable(deskPersonLine),
  decided: z.nullable(time),
  /** Why it was refused. */
  refusal: z.nullable(z.string()),
  /** For a failed one: the code with which execution was rejected. */
  code: z.nullable(z.int()),
  /** Whether the calling person may approve or refuse it now. */
  mayApprove: z.boolean(),
  mayRefuse: z.boolean(),
});
export type Proposal = z.output<typeof proposal>;

/** A customer in a list: masked. */
export const customerLine = z.object({
  /** The customer's number. */
  id,
  loginName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  created: time,
  /** Passed verification stage: 0, 1, 2. */
  kycStage: z.int(),
  frozen: z.boolean(),
});
export type CustomerLine = z.output<typeof customerLine>;

const refusedField = z.object({ field: z.string(), reason: z.enum(KYC_REASON), note: z.nullable(z.string()) });

/** One submission of a verification. */
export const deskKycRecord = z.object({
  id,
  userId: id,
  stage: z.int(),
  /** 1 under review, 2 passed, 3 failed. */
  state: z.int(),
  sent: time,
  country: z.nullable(z.string()),
  flags: z.array(z.enum(KYC_FLAG)),
  /** The open proposal to pass it. */
  proposal: z.nullable(id),
});
export type DeskKycRecord = z.output<typeof deskKycRecord>;

export const deskKycCase = z.object({
  id,
  customer: customerLine,
  stage: z.int(),
  state: z.int(),
  sent: time,
  decided: z.nullable(time),
  /** Masked, by the names of `KYC_FIELDS`. */
  fields: z.record(z.string(), z.string()),
  /** Pictures: opened with `desk.kyc.document`. */
  documents: z.array(z.object({ field: z.string(), fileId: id })),
  refused: z.array(refusedField),
  /** Earlier submissions of this customer for this stage, newest first. */
  history: z.array(z.object({ id, state: z.int(), sent: time, refused: z.array(refusedField) })),
  flags: z.array(z.enum(KYC_FLAG)),
  /** The open one; for a passed case the one that passed it, with both names. */
  proposal: z.nullable(proposal),
  /** For a refused case: who refused it. */
  refusedBy: z.nullable(deskPersonLine),
});
export type DeskKycCase = z.output<typeof deskKycCase>;

export const deskFundCase = z.object({
  id,
  customer: customerLine,
  state: z.enum(FUND_CASE_STATE),
  time,
  /** The open one; for a passed case the one that passed it. */
  proposal: z.nullable(id),
  /** For a refused case: who refused it. */
  refusedBy: z.nullable(deskPersonLine),
});
export type DeskFundCase = z.output<typeof deskFundCase>;

export const deskCustomer = z.object({
  line: customerLine,
  /** The customer's number in the journal. */
  coreUser: z.nullable(z.string()),
  inviteCode: z.string(),
  referrer: z.nullable(id),
  lang: z.string(),
  termsVersion: z.string(),
  locks: z.array(
    z.object({ kind: z.enum(LOCK_KIND), by: z.enum(['customer', 'desk', 'house']), until: z.nullable(time) }),
  ),
  /** Whether set. */
  bound: z.object({ authenticator: z.boolean(), passkeys: z.int(), fundPassword: z.boolean(), apiKeys: z.int() }),
  devices: z.int(),
  sessions: z.int(),
  credentialChanged: z.nullable(time),
  /** Customers linked with this one, and from when each link counts. */
  linked: z.array(z.object({ id, from: time })),
  /** Submissions, newest first. */
  kyc: z.array(z.object({ id, stage: z.int(), state: z.int(), sent: time })),
  /** The open proposal to remove the lock. */
  proposal: z.nullable(id),
});
export type DeskCustomer = z.output<typeof deskCustomer>;

/** As the customer sees it, with the address masked to its network. */
export const deskLoginRecord = loginRecord;

export const auditRecord = z.object({
  id,
  time,
  /** Null: unknown (a failed sign-in) or the system itself. */
  person: z.nullable(deskPersonLine),
  what: z.enum(AUDIT_WHAT),
  /** Such as `kyc:12`, `customer:5`, `person:3`, `proposal:7`. */
  subject: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** Further details: names of fields, roles, codes. Never a customer's data. */
  detail: z.record(z.string(), z.string()),
  /** Hex SHA-256 over the row and the previous row's hash. */
  hash: z.string(),
});
export type AuditRecord = z.output<typeof auditRecord>;

export const auditCheck = z.object({
  rows: z.int(),
  /** Whether every row follows from the previous one. */
  whole: z.boolean(),
  /** The first row that does not. */
  broken: z.nullable(id),
  /** Hash of the last row: a copy of it proves later that no earlier row was changed. */
  head: z.string(),
});
export type AuditCheck = z.output<typeof auditCheck>;

/** Pending work for the first page. Null: not for the caller's roles. */
export const deskSummary = z.object({
  kyc: z.nullable(z.object({ first: z.int(), second: z.int() })),
  fundCases: z.nullable(z.int()),
  /** Deposits with a screenshot and withdrawals under review. */
  deposits: z.nullable(z.int()),
  withdrawals: z.nullable(z.int()),
  /** Appeals against account links. */
  appeals: z.nullable(z.int()),
  /** Coins on networks with halted withdrawals. */
  halts: z.nullable(z.int()),
  /** Open proposals, and those that the calling person may approve. */
  proposals: z.object({ open: z.int(), mine: z.int() }),
  rules: ruleVersions,
});
export type DeskSummary = z.output<typeof deskSummary>;
