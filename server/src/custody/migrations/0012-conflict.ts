// Another transaction that spends what a signed withdrawal's payment spends: a case for two people.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_withdrawals add column conflict text`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_withdrawals drop column conflict`.execute(db);
}
