// Users, sessions, codes, favourites: data that is not money and is written directly to SQL.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      core_user bigint unique,
      login_name text unique check (login_name = lower(login_name)),
      email text unique check (email = lower(email)),
      area_code text,
      phone text,
      password text not null,
      invite_code text not null unique,
      referrer bigint references users(id),
      terms_version text not null,
      chat_key text not null unique,
      created_at bigint not null,
      unique (area_code, phone),
      check (login_name is not null or email is not null or phone is not null)
    )`.execute(db);
  await sql`
    create table sessions (
      id text primary key,
      user_id bigint not null references users(id),
      created_at bigint not null,
      last_seen bigint not null,
      ip text not null,
      agent text not null,
      ended_at bigint
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id) where ended_at is null`.execute(db);
  await sql`
    create table session_tokens (
      hash text primary key,
      session_id text not null references sessions(id) on delete cascade,
      kind text not null check (kind in ('access', 'refresh', 'ticket')),
      until bigint not null,
      used_at bigint
    )`.execute(db);
  await sql`create index session_tokens_session on session_tokens (session_id)`.execute(db);
  await sql`create index session_tokens_until on session_tokens (until)`.execute(db);
  await sql`
    create table verification_codes (
      id bigint generated always as identity primary key,
      address text not null,
      purpose int not null,
      code_hash text not null,
      created_at bigint not null,
      expires_at bigint not null,
      attempts int not null default 0,
      used_at bigint
    )`.execute(db);
  await sql`create index verification_codes_address on verification_codes (address, purpose, id desc)`.execute(db);
  await sql`
    create table practice_inbox (
      id bigint generated always as identity primary key,
      browser text not null,
      address text not null,
      purpose int not null,
      code text not null,
      created_at bigint not null
    )`.execute(db);
  await sql`create index practice_inbox_browser on practice_inbox (browser, id desc)`.execute(db);
  await sql`
    create table login_attempts (
      subject text primary key,
      failures int not null,
      window_start bigint not null,
      locked_until bigint not null default 0
    )`.execute(db);
  await sql`
    create table favourites (
      user_id bigint not null references users(id),
      row_id text not null,
      position bigint generated always as identity,
      primary key (user_id, row_id)
    )`.execute(db);
  await sql`create table identity_secrets (name text primary key, value bytea not null)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const table of [
    'identity_secrets',
    'favourites',
    'login_attempts',
    'practice_inbox',
    'verification_codes',
    'session_tokens',
    'sessions',
    'users',
  ])
    await sql`drop table ${sql.table(table)}`.execute(db);
}
