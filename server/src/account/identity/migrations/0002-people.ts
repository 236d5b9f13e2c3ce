// The account side: devices, login log, second factors, fund password, locks, cards, API keys, outgoing messages.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table users
      add column lang text not null default 'en',
      add column avatar text,
      add column anti_code bytea,
      add column password_changed_at bigint,
      add column credential_changed_at bigint,
      add column terms_accepted_at bigint,
      add column fund_password text,
      add column fund_changed_at bigint,
      add column fund_failures int not null default 0,
      add column fund_locked_until bigint not null default 0,
      add column frozen_at bigint,
      add column withdrawals_locked_until bigint not null default 0,
      add column kyc_stage int not null default 0 check (kyc_stage between 0 and 2),
      add column standing_sent text`.execute(db);
  await sql`create index users_phone on users (phone)`.execute(db);
  await sql`
    create table devices (
      id text primary key,
      user_id bigint not null references users(id),
      browser text not null,
      name text not null,
      first_seen bigint not null,
      last_seen bigint not null,
      ip text not null,
      trusted_at bigint,
      original boolean not null default false,
      unique (user_id, browser)
    )`.execute(db);
  await sql`
    alter table sessions
      add column device_id text,
      add column stepped_until bigint not null default 0`.execute(db);
  await sql`create index sessions_device on sessions (device_id) where ended_at is null`.execute(db);
  await sql`
    create table login_log (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      time bigint not null,
      ip text not null,
      network text not null,
      device text not null,
      result text not null
    )`.execute(db);
  await sql`create index login_log_user on login_log (user_id, id desc)`.execute(db);
  await sql`create index login_log_done on login_log (user_id, network, time) where result = 'done'`.execute(db);
  await sql`
    create table login_steps (
      id text primary key,
      user_id bigint not null references users(id),
      browser text not null,
      created_at bigint not null,
      expires_at bigint not null,
      attempts int not null default 0
    )`.execute(db);
  await sql`
    create table authenticators (
      user_id bigint primary key references users(id),
      secret bytea not null,
      bound_at bigint,
      created_at bigint not null,
      last_step bigint not null default 0,
      failures int not null default 0,
      locked_until bigint not null default 0
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_id bigint not null references users(id),
      code_hash text not null,
      used_at bigint,
      primary key (user_id, code_hash)
    )`.execute(db);
  await sql`
    create table passkeys (
      id text primary key,
      credential text not null unique,
      user_id bigint not null references users(id),
      public_key bytea not null,
      counter bigint not null,
      transports text not null default '',
      name text not null,
      created_at bigint not null,
      last_used bigint
    )`.execute(db);
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db);
  await sql`
    create table passkey_challenges (
      challenge text primary key,
      use text not null,
      user_id bigint references users(id),
      browser text not null,
      expires_at bigint not null
    )`.execute(db);
  await sql`
    create table fund_cases (
      id bigint generated always as identity primary key,
      user_id bigint not null references users(id),
      state text not null check (state in ('open', 'passed', 'refused', 'withdrawn')),
      created_at bigint not null,
      decided_at bigint,
      usable_until bigint
    )`.execute(db);
  await sql`create unique index fund_cases_open on fund_cases (user_id) where state = 'open'`.execute(db);
  await sql`
    create table bank_cards (
      id bigint generated always as identity primary key,
      user_id bigint not null unique references users(id),
      sealed bytea not null,
      created_at bigint not null
    )`.execute(db);
  await sql`
    create table payment_methods (
      id bigint generated always as identity primary key,
      user_id bigint not null references users(id),
      sealed bytea not null,
      created_at bigint not null
    )`.execute(db);
  await sql`create index payment_methods_user on payment_methods (user_id)`.execute(db);
  await sql`
    create table api_keys (
      id bigint generated always as identity primary key,
      key text not null unique,
      user_id bigint not null references users(id),
      name text not null,
      secret bytea not null,
      rights text not null,
      ips text not null,
      expires_at bigint,
      created_at bigint not null,
      last_used bigint,
      deleted_at bigint
    )`.execute(db);
  await sql`create index api_keys_user on api_keys (user_id) where deleted_at is null`.execute(db);
  await sql`
    create unlogged table api_nonces (
      key_id bigint not null,
      nonce text not null,
      until bigint not null,
      primary key (key_id, nonce)
    )`.execute(db);
  await sql`create index api_nonces_until on api_nonces (until)`.execute(db);
  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      channel text not null check (channel in ('mail', 'sms')),
      message_id text not null unique,
      sealed bytea not null,
      created_at bigint not null,
      next_try bigint not null,
      tries int not null default 0,
      expires_at bigint not null
    )`.execute(db);
  await sql`create index outbox_next on outbox (next_try)`.execute(db);
  await sql`
    alter table practice_inbox
      alter column code drop not null,
      add column subject text not null default '',
      add column body text not null default ''`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const table of [
    'outbox',
    'api_nonces',
    'api_keys',
    'payment_methods',
    'bank_cards',
    'fund_cases',
    'passkey_challenges',
    'passkeys',
    'recovery_codes',
    'authenticators',
    'login_steps',
    'login_log',
    'devices',
  ])
    await sql`drop table ${sql.table(table)}`.execute(db);
}
