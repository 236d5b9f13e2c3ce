// The tables of identity, as Kysely sees them. Times are ms UTC; tokens and codes are kept as hashes only.

import type { Generated } from 'kysely';

export interface UsersTable {
  id: Generated<string>;
  /** The user's number in the core; null between the row and the answer of `user.open`. */
  core_user: string | null;
  login_name: string | null;
  email: string | null;
  area_code: string | null;
  phone: string | null;
  password: string;
  invite_code: string;
  referrer: string | null;
  terms_version: string;
  chat_key: string;
  created_at: string;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  created_at: string;
  last_seen: string;
  ip: string;
  agent: string;
  ended_at: string | null;
}

export interface TokensTable {
  hash: string;
  session_id: string;
  /** access, refresh or ticket. */
  kind: string;
  until: string;
  used_at: string | null;
}

export interface CodesTable {
  id: Generated<string>;
  address: string;
  purpose: number;
  code_hash: string;
  created_at: string;
  expires_at: string;
  attempts: number;
  used_at: string | null;
}

export interface InboxTable {
  id: Generated<string>;
  browser: string;
  address: string;
  purpose: number;
  code: string;
  created_at: string;
}

export interface AttemptsTable {
  subject: string;
  failures: number;
  window_start: string;
  locked_until: string;
}

export interface FavouritesTable {
  user_id: string;
  row_id: string;
  position: Generated<string>;
}

export interface SecretsTable {
  name: string;
  value: Buffer;
}

export interface IdentityTables {
  users: UsersTable;
  sessions: SessionsTable;
  session_tokens: TokensTable;
  verification_codes: CodesTable;
  practice_inbox: InboxTable;
  login_attempts: AttemptsTable;
  favourites: FavouritesTable;
  identity_secrets: SecretsTable;
}
