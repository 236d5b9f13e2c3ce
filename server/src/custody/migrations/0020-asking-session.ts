// The session or API key that asked for a withdrawal: what it asked is not done once it has ended.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_withdrawals add column session text`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_withdrawals drop column session`.execute(db);
}
