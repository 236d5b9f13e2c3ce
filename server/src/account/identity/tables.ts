// The tables of identity, as Kysely sees them. Times are ms UTC; tokens and codes are only stored as hashes.

import type { Generated } from 'kysely';

export interface UsersTable {
  id: Generated<string>;
  /** The user's number in the core; null until `user.open` is answered. */
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
  /** Language of messages: that of the last sign-in. */
  lang: Generated<string>;
  /** Link of the picture; null: the default one. */
  avatar: Generated<string | null>;
  /** Sealed. */
  anti_code: Generated<Buffer | null>;
  password_changed_at: Generated<string | null>;
  /** Change of any credential; null: never since registration. */
  credential_changed_at: Generated<string | null>;
  terms_accepted_at: Generated<string | null>;
  /** Argon2id of the keyed client hash. */
  fund_password: Generated<string | null>;
  fund_changed_at: Generated<string | null>;
  fund_failures: Generated<number>;
  fund_locked_until: Generated<string>;
  /** Frozen by the customer; the desk's locks are in the core. */
  frozen_at: Generated<string | null>;
  withdrawals_locked_until: Generated<string>;
  kyc_stage: Generated<number>;
  /** Stage and locks last sent to the core: `standing.ts`. */
  standing_sent: Generated<string | null>;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  created_at: string;
  last_seen: string;
  ip: string;
  agent: string;
  ended_at: string | null;
  device_id: Generated<string | null>;
  /** Until then calls that require a second factor pass. */
  stepped_until: Generated<string>;
  /** Until then one request passes that requires a second factor each time. */
  proven_until: Generated<string>;
  /** The request that used the proof; its repeats pass too. */
  proof_used_by: Generated<string | null>;
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
  /** Keyed hash of the cookie of the requesting browser. */
  asked_by: Generated<string>;
  /** Wrong tries from other browsers. */
  attempts_elsewhere: Generated<number>;
  /** The account that asked for it, or a guest's network address. */
  asker: Generated<string>;
  /** It was the owner of the address who asked. */
  own: Generated<boolean>;
}

export interface InboxTable {
  id: Generated<string>;
  browser: string;
  address: string;
  /** 0: a notice. */
  purpose: number;
  code: string | null;
  subject: Generated<string>;
  body: Generated<string>;
  created_at: string;
}

export interface DevicesTable {
  id: string;
  user_id: string;
  /** Hash of the browser's cookie. */
  browser: string;
  name: string;
  first_seen: string;
  last_seen: string;
  ip: string;
  /** When a second factor was given on it. */
  trusted_at: string | null;
  /** The account was created on it. */
  original: Generated<boolean>;
}

export interface LoginLogTable {
  id: Generated<string>;
  /** 0: an unknown account; it is logged too, so that timing does not reveal it. */
  user_id: string;
  time: string;
  ip: string;
  /** The address's network (/24, /48): the same one is not a new location. */
  network: string;
  device: string;
  result: string;
}

export interface LoginStepsTable {
  id: string;
  user_id: string;
  browser: string;
  created_at: string;
  expires_at: string;
  attempts: Generated<number>;
}

export interface AuthenticatorsTable {
  user_id: string;
  /** Sealed. */
  secret: Buffer;
  /** Null: offered, not bound yet. */
  bound_at: string | null;
  created_at: string;
  /** The last time step used: a code works only once. */
  last_step: Generated<string>;
  failures: Generated<number>;
  locked_until: Generated<string>;
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  used_at: string | null;
}

export interface PasskeysTable {
  id: string;
  /** The credential's id, base64url. */
  credential: string;
  user_id: string;
  public_key: Buffer;
  counter: string;
  /** Joined by commas. */
  transports: Generated<string>;
  name: string;
  created_at: string;
  last_used: string | null;
}

export interface UsedPasskeyChallengesTable {
  challenge: string;
  expires_at: string;
}

export interface FundCasesTable {
  id: Generated<string>;
  user_id: string;
  state: string;
  created_at: string;
  decided_at: string | null;
  usable_until: string | null;
}

/** A bank card or another payment account, completely sealed. */
export interface SealedRowTable {
  id: Generated<string>;
  user_id: string;
  sealed: Buffer;
  created_at: string;
}

export interface ApiKeysTable {
  id: Generated<string>;
  /** The public part. */
  key: string;
  user_id: string;
  name: string;
  /** Sealed. */
  secret: Buffer;
  /** Any of the letters r, t, w. */
  rights: string;
  /** Addresses and networks, joined by commas; empty: any. */
  ips: string;
  expires_at: string | null;
  created_at: string;
  last_used: string | null;
  deleted_at: string | null;
}

export interface ApiNoncesTable {
  key_id: string;
  nonce: string;
  until: string;
}

export interface OutboxTable {
  id: Generated<string>;
  /** mail or sms. */
  channel: string;
  /** The same at every try, so that a receiver can recognise a repeat. */
  message_id: string;
  /** Address and text, sealed. */
  sealed: Buffer;
  created_at: string;
  next_try: string;
  tries: Generated<number>;
  expires_at: string;
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

/** Every version of the terms that a customer accepted. */
export interface TermsAcceptancesTable {
  user_id: string;
  version: string;
  accepted_at: string | null;
}

/** Accounts with the label "practice trader": simulated customers of a practice exchange. */
export interface PracticeTradersTable {
  user_id: string;
  /** From 1: the trader's habits follow from it and the seed. */
  number: number;
  created_at: string;
}

export interface IdentityTables {
  practice_traders: PracticeTradersTable;
  terms_acceptances: TermsAcceptancesTable;
  users: UsersTable;
  sessions: SessionsTable;
  session_tokens: TokensTable;
  verification_codes: CodesTable;
  practice_inbox: InboxTable;
  login_attempts: AttemptsTable;
  favourites: FavouritesTable;
  devices: DevicesTable;
  login_log: LoginLogTable;
  login_steps: LoginStepsTable;
  authenticators: AuthenticatorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  used_passkey_challenges: UsedPasskeyChallengesTable;
  fund_cases: FundCasesTable;
  bank_cards: SealedRowTable;
  payment_methods: SealedRowTable;
  api_keys: ApiKeysTable;
  api_nonces: ApiNoncesTable;
  outbox: OutboxTable;
  identity_secrets: SecretsTable;
}
