// Labels the accounts of practice traders: simulated customers of a practice exchange, never of a live one.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table practice_traders (
      user_id bigint primary key references users(id),
      number smallint not null unique check (number > 0),
      created_at bigint not null
    )`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table practice_traders`.execute(db);
}
