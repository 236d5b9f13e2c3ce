// The order whose claims a zero self-transfer frees: one that the signer has signed and this database has forgotten.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_transactions add column cancels text`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_transactions drop column cancels`.execute(db);
}
