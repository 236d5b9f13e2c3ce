// A second factor given for one request: until when it is valid, and which request has used it.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table sessions
      add column proven_until bigint not null default 0,
      add column proof_used_by text`.execute(db);
}
