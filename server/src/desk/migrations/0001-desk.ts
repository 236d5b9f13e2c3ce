// The staff desk: staff, their sessions and sign-in data, proposals, and the append-only audit log.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create sequence desk_person_number as bigint start 4 maxvalue 65535`.execute(db);
  await sql`
    create table desk_people (
      id bigint primary key check (id between 1 and 65535),
      name text,
      name_key text unique check (name_key = lower(name)),
      password text,
      secret bytea,
      last_step bigint not null default 0,
      roles text not null,
      state text not null check (state in ('invited', 'active', 'stopped', 'automatic')),
      created_at bigint not null,
      last_sign_in bigint,
      check (state <> 'active' or (name is not null and password is not null and secret is not null))
    )`.execute(db);
  await sql`
    create table desk_recovery_codes (
      person bigint not null references desk_people(id),
      code_hash text not null,
      used_at bigint,
      primary key (person, code_hash)
    )`.execute(db);
  await sql`
    create table desk_sessions (
      token_hash text primary key,
      id text not null unique,
      person bigint not null references desk_people(id),
      created_at bigint not null,
      last_seen bigint not null,
      ip text not null,
      agent text not null,
      ended_at bigint
    )`.execute(db);
  await sql`create index desk_sessions_person on desk_sessions (person) where ended_at is null`.execute(db);
  await sql`
    create table desk_links (
      person bigint primary key references desk_people(id),
      kind text not null check (kind in ('first', 'second', 'invited', 'reset')),
      token_hash text unique,
      word_hash text,
      word_needed boolean not null,
      link_for bigint references desk_people(id),
      word_for bigint references desk_people(id),
      secret bytea,
      attempts int not null default 0,
      expires_at bigint not null,
      used_at bigint
    )`.execute(db);
  await sql`
    create table desk_proposals (
      id bigint generated always as identity primary key,
      kind text not null,
      subject_kind text not null,
      subject_id text not null,
      subject_name text not null,
      data text not null,
      facts text not null,
      reason text not null,
      state text not null
        check (state in ('making', 'open', 'approved', 'done', 'refused', 'lapsed', 'failed')),
      by_person bigint not null references desk_people(id),
      made_at bigint not null,
      expires_at bigint not null,
      second bigint references desk_people(id),
      decided_at bigint,
      refusal text,
      code int,
      core_proposal bigint,
      check (second is null or second <> by_person or state not in ('approved', 'done', 'failed'))
    )`.execute(db);
  await sql`
    create unique index desk_proposals_standing on desk_proposals (kind, subject_kind, subject_id)
    where state in ('making', 'open', 'approved')`.execute(db);
  await sql`create index desk_proposals_state on desk_proposals (state, id desc)`.execute(db);
  await sql`
    create table desk_freezes (
      user_id bigint not null,
      by_person bigint not null references desk_people(id),
      frozen_at bigint not null,
      lifted_at bigint
    )`.execute(db);
  await sql`create index desk_freezes_user on desk_freezes (user_id) where lifted_at is null`.execute(db);
  await sql`create table desk_settings (name text primary key, value text not null)`.execute(db);
  await sql`
    create table desk_audit (
      id bigint primary key,
      time bigint not null,
      person bigint,
      what text not null,
      subject text,
      reason text,
      ip text,
      detail text not null,
      hash text not null
    )`.execute(db);
  await sql`create index desk_audit_person on desk_audit (person, id desc)`.execute(db);
  await sql`create index desk_audit_subject on desk_audit (subject, id desc)`.execute(db);
  await sql`
    create function desk_audit_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log only grows: % is refused', tg_op using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger desk_audit_rows before update or delete on desk_audit
    for each row execute function desk_audit_stays()`.execute(db);
  await sql`
    create trigger desk_audit_table before truncate on desk_audit
    for each statement execute function desk_audit_stays()`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const table of [
    'desk_audit',
    'desk_settings',
    'desk_freezes',
    'desk_proposals',
    'desk_links',
    'desk_sessions',
    'desk_recovery_codes',
    'desk_people',
  ])
    await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`drop function desk_audit_stays`.execute(db);
  await sql`drop sequence desk_person_number`.execute(db);
}
