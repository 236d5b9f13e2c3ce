// Idempotency keys of requests that are not in the journal: one row each for a day; at most MAX_KEYS per customer.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table request_keys (
      user_id bigint not null,
      key uuid not null,
      call text,
      body_hash bigint not null,
      state text not null check (state in ('running', 'done', 'refused', 'void')),
      code int,
      made_at bigint not null,
      primary key (user_id, key)
    )`.execute(db);
  await sql`create index request_keys_made on request_keys (made_at)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table request_keys`.execute(db);
}
