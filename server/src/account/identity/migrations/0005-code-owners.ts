// For whom a code was asked: an account's own are apart from those that strangers ask for to the same address.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table verification_codes
      /* Empty: before it was kept. */
      add column asker text not null default '',
      add column own boolean not null default false`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table verification_codes drop column asker, drop column own`.execute(db);
}
