// A row outlives its order for as long as the request may be repeated. Otherwise the same order would repay twice.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table auto_repays add column done_at bigint`.execute(db);
  await sql`create index auto_repays_done on auto_repays (done_at)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table auto_repays drop column done_at`.execute(db);
}
