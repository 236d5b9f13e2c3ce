// From which address a passkey challenge was asked for, so that those that wait are bounded; indexes for what bounds them.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table passkey_challenges
      /* Empty: before it was kept. */
      add column source text not null default ''`.execute(db);
  await sql`create index passkey_challenges_browser on passkey_challenges (browser, expires_at)`.execute(db);
  await sql`create index passkey_challenges_user on passkey_challenges (user_id, expires_at)`.execute(db);
  await sql`create index passkey_challenges_source on passkey_challenges (source, expires_at)`.execute(db);
  await sql`create index passkey_challenges_end on passkey_challenges (expires_at)`.execute(db);
  await sql`create index login_steps_user on login_steps (user_id, created_at)`.execute(db);
  await sql`create index login_steps_end on login_steps (expires_at)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop index login_steps_user, login_steps_end`.execute(db);
  await sql`
    drop index passkey_challenges_browser, passkey_challenges_user, passkey_challenges_source,
      passkey_challenges_end`.execute(db);
  await sql`alter table passkey_challenges drop column source`.execute(db);
}
