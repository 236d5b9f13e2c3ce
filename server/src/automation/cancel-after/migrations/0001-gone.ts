// When a customer's open orders are cancelled unless they arm the switch again.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table gone (
      core_user bigint primary key,
      acts_at bigint not null
    )`.execute(db);
  await sql`create index gone_acts_at on gone (acts_at)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table gone`.execute(db);
}
