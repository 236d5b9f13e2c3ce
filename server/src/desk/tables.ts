// The tables of the desk, as Kysely sees them. Times are ms UTC; tokens, words and codes are only stored as hashes.

import type { Generated, Kysely, Transaction } from 'kysely';
import type { RequestKeyTables } from '../api/idempotency/index.ts';
import type { IdentityTables } from '../account/identity/index.ts';
import type { KycTables } from '../account/kyc/index.ts';

export interface PeopleTable {
  /** The operator's number in the exchange. */
  id: string;
  /** Null until the setup of one of the first two. */
  name: string | null;
  name_key: string | null;
  /** Argon2id of the client hash. */
  password: string | null;
  /** Secret of the authenticator, sealed. */
  secret: Buffer | null;
  /** The last time step used: a code works only once. */
  last_step: Generated<string>;
  /** Joined by commas. */
  roles: string;
  state: string;
  created_at: string;
  last_sign_in: string | null;
}

export interface RecoveryTable {
  person: string;
  code_hash: string;
  used_at: string | null;
}

export interface DeskSessionsTable {
  token_hash: string;
  id: string;
  person: string;
  created_at: string;
  last_seen: string;
  ip: string;
  agent: string;
  ended_at: string | null;
}

/** A person's setup: a link, and for some also the word of a second person. */
export interface LinksTable {
  person: string;
  kind: string;
  token_hash: string | null;
  word_hash: string | null;
  word_needed: boolean;
  /** Who hands over the link, and who hands over the word. */
  link_for: string | null;
  word_for: string | null;
  /** Secret of the offered authenticator, sealed. */
  secret: Buffer | null;
  attempts: Generated<number>;
  expires_at: string;
  used_at: string | null;
}

export interface ProposalsTable {
  id: Generated<string>;
  kind: string;
  subject_kind: string;
  subject_id: string;
  /** Masked. */
  subject_name: string;
  /** JSON: data needed to execute it. */
  data: string;
  /** JSON: the facts before and after. */
  facts: string;
  reason: string;
  /** `making`: being sent to the exchange. */
  state: string;
  by_person: string;
  made_at: string;
  expires_at: string;
  second: string | null;
  decided_at: string | null;
  refusal: string | null;
  code: number | null;
  /** Its number in the exchange, if it goes through the journal. */
  core_proposal: string | null;
}

/** Locks set by the desk, and when two staff members removed them. The exchange holds the effective lock. */
export interface FreezesTable {
  user_id: string;
  by_person: string;
  frozen_at: string;
  lifted_at: string | null;
}

export interface DeskSettingsTable {
  name: string;
  value: string;
}

export interface AuditTable {
  /** Without gaps from 1. */
  id: string;
  time: string;
  person: string | null;
  what: string;
  subject: string | null;
  reason: string | null;
  ip: string | null;
  /** JSON with sorted names. */
  detail: string;
  hash: string;
}

export interface DeskTables {
  desk_people: PeopleTable;
  desk_recovery_codes: RecoveryTable;
  desk_sessions: DeskSessionsTable;
  desk_links: LinksTable;
  desk_proposals: ProposalsTable;
  desk_freezes: FreezesTable;
  desk_settings: DeskSettingsTable;
  desk_audit: AuditTable;
}

/** The desk also reads customers' rows; it only writes its own tables. */
export type DeskDatabase = Kysely<DeskTables & IdentityTables & KycTables & RequestKeyTables>;
export type DeskTransaction = Transaction<DeskTables & IdentityTables & KycTables & RequestKeyTables>;
