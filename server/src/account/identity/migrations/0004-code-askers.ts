// Which browser requested a code, and how often others tried it: their wrong tries do not count against the
// requester's.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table verification_codes
      add column asked_by text not null default '',
      add column attempts_elsewhere int not null default 0`.execute(db);
}
