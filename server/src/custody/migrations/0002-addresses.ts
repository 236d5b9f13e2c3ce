// Addresses made by another process are found by time.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index custody_addresses_created on custody_addresses (created_at)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop index custody_addresses_created`.execute(db);
}
