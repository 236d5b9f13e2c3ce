// Shapes of the desk. Facts about customers are masked unless a call says otherwise.

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

/** Somebody of the desk as others see them. */
export const deskPersonLine = z.object({ id, name: z.string() });
export type DeskPersonLine = z.output<typeof deskPersonLine>;

export const deskPerson = z.object({
  id,
  name: z.string(),
  roles,
  state: z.enum(DESK_PERSON_STATE),
  created: time,
  lastSignIn: z.nullable(time),
  /** A proposal about this person that stands. */
  proposal: z.nullable(id),
  /** What the asking administrator can hand over to somebody invited: half of the way in each. */
  hands: z.nullable(z.enum(['link', 'word'])),
});
export type DeskPerson = z.output<typeof deskPerson>;

/** Who is signed in. */
export const deskMe = z.object({
  person: deskPersonLine,
  roles,
  mode: z.enum(['practice', 'live']),
  /** Sent as the header `satoken` with every call but sign-in and set-up; kept in memory only. */
  satoken: z.string(),
  /** Practice mode's automatic reviewer; null: there is none (live mode). */
  reviewer: z.nullable(z.object({ on: z.boolean(), name: z.string() })),
  /** Recovery codes not used yet. */
  recoveryLeft: z.int(),
  /**
   * The session ends by itself when nothing is asked for so long (30 min), and in any case at `ends` (12 h). What a page
   * asks by itself, not by a person's hand, carries the header `x-poll: 1`: it keeps no session alive.
   */
  idleMs: z.int(),
  ends: time,
});
export type DeskMe = z.output<typeof deskMe>;

/** What a set-up link is for. */
export const setupTask = z.object({
  kind: z.enum(SETUP_KIND),
  /** Given by those who invited; null: to be chosen. */
  name: z.nullable(z.string()),
  roles,
  expires: time,
  /** Another person's word is needed beside the link, and was not given yet. Until then there is no authenticator. */
  wordNeeded: z.boolean(),
  /** `uri` for a QR code (otpauth://…), `secret` in Base32 to type. */
  authenticator: z.nullable(z.object({ secret: z.string(), uri: z.string() })),
});
export type SetupTask = z.output<typeof setupTask>;

export const setupDone = z.object({
  /** Shown once. Each opens one sign-in in place of the authenticator's code. */
  recoveryCodes: z.array(z.string()),
  /** For the second person: `/setup#…` of this page's address. Only the first person gets it, once. */
  next: z.nullable(z.object({ path: z.string(), expires: time })),
  /** Signed in already. */
  me: deskMe,
});
export type SetupDone = z.output<typeof setupDone>;

/** One's half of the way in: the link goes by one person, the word by the other. Both null never. */
export const setupHalf = z.object({ path: z.nullable(z.string()), word: z.nullable(z.string()), expires: time });
export type SetupHalf = z.output<typeof setupHalf>;

export const proposal = z.object({
  id,
  kind: z.enum(PROPOSAL_KIND),
  state: z.enum(PROPOSAL_STATE),
  /** What it is about: its `kind`, its `id` (of a rail `ethereum-USDT`), and a masked name. */
  subject: z.object({ kind: z.enum(PROPOSAL_SUBJECT), id, name: z.string() }),
  /** The facts as they were when it was made, and as they will be. Null: nothing. `roles` are joined by commas. */
  facts: z.array(
    z.object({ fact: z.enum(PROPOSAL_FACT), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  reason: z.string(),
  by: deskPersonLine,
  made: time,
  /** From when it may be approved: later than `made` where whom it concerns has notice. */
  from: time,
  expires: time,
  second: z.nullable(deskPersonLine),
  decided: z.nullable(time),
  /** Why it was refused. */
  refusal: z.nullable(z.string()),
  /** Of a failed one: the code with which it was refused when it was done. */
  code: z.nullable(z.int()),
  /** Whether the asking person may approve, or refuse it now. */
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
  /** Passed stage of verification: 0, 1, 2. */
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
  /** Earlier submissions of this customer and stage, newest first. */
  history: z.array(z.object({ id, state: z.int(), sent: time, refused: z.array(refusedField) })),
  flags: z.array(z.enum(KYC_FLAG)),
  /** The one that stands; of a passed case the one by which it was passed, with both names. */
  proposal: z.nullable(proposal),
  /** Of a refused case: who refused it. */
  refusedBy: z.nullable(deskPersonLine),
});
export type DeskKycCase = z.output<typeof deskKycCase>;

export const deskFundCase = z.object({
  id,
  customer: customerLine,
  state: z.enum(FUND_CASE_STATE),
  time,
  /** The one that stands; of a passed case the one by which it was passed. */
  proposal: z.nullable(id),
  /** Of a refused case: who refused it. */
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
  /** Set or not. */
  bound: z.object({ authenticator: z.boolean(), passkeys: z.int(), fundPassword: z.boolean(), apiKeys: z.int() }),
  devices: z.int(),
  sessions: z.int(),
  credentialChanged: z.nullable(time),
  /** Customers whose accounts are linked with this one, and from when on each link counts. */
  linked: z.array(z.object({ id, from: time })),
  /** Submissions, newest first. */
  kyc: z.array(z.object({ id, stage: z.int(), state: z.int(), sent: time })),
  /** The open proposal to take the lock away. */
  proposal: z.nullable(id),
});
export type DeskCustomer = z.output<typeof deskCustomer>;

/** As the customer sees it, the address masked to its network. */
export const deskLoginRecord = loginRecord;

export const auditRecord = z.object({
  id,
  time,
  /** Null: nobody is known (a sign-in that failed) or the house itself. */
  person: z.nullable(deskPersonLine),
  what: z.enum(AUDIT_WHAT),
  /** As `kyc:12`, `customer:5`, `person:3`, `proposal:7`. */
  subject: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** What else is worth knowing: names of fields, roles, codes. Never a value of a customer's. */
  detail: z.record(z.string(), z.string()),
  /** Hex SHA-256 over the row and the hash of the row before. */
  hash: z.string(),
});
export type AuditRecord = z.output<typeof auditRecord>;

export const auditCheck = z.object({
  rows: z.int(),
  /** Whether every row follows from the one before. */
  whole: z.boolean(),
  /** The first row that does not. */
  broken: z.nullable(id),
  /** Hash of the last row: whoever writes it down can tell later that nothing before it was changed. */
  head: z.string(),
});
export type AuditCheck = z.output<typeof auditCheck>;

/** What waits, for the first page. Null: not for one's roles. */
export const deskSummary = z.object({
  kyc: z.nullable(z.object({ first: z.int(), second: z.int() })),
  fundCases: z.nullable(z.int()),
  /** Deposits with a screenshot, and withdrawals, under review. */
  deposits: z.nullable(z.int()),
  withdrawals: z.nullable(z.int()),
  /** Appeals against links of accounts. */
  appeals: z.nullable(z.int()),
  /** Coins on networks whose withdrawals rest. */
  halts: z.nullable(z.int()),
  /** Open proposals, and those among them that the asking person may approve. */
  proposals: z.object({ open: z.int(), mine: z.int() }),
  rules: ruleVersions,
});
export type DeskSummary = z.output<typeof deskSummary>;
