// Passkey challenges are sealed; only those that were used are kept, until they expire. Those that wait now are asked for anew.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop table passkey_challenges`.execute(db);
  await sql`
    create table used_passkey_challenges (
      challenge text primary key,
      expires_at bigint not null
    )`.execute(db);
  await sql`create index used_passkey_challenges_end on used_passkey_challenges (expires_at)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table used_passkey_challenges`.execute(db);
  await sql`
    create table passkey_challenges (
      challenge text primary key,
      use text not null,
      user_id bigint references users(id),
      browser text not null,
      expires_at bigint not null,
      source text not null default ''
    )`.execute(db);
  await sql`create index passkey_challenges_browser on passkey_challenges (browser, expires_at)`.execute(db);
  await sql`create index passkey_challenges_user on passkey_challenges (user_id, expires_at)`.execute(db);
  await sql`create index passkey_challenges_source on passkey_challenges (source, expires_at)`.execute(db);
  await sql`create index passkey_challenges_end on passkey_challenges (expires_at)`.execute(db);
}
