// Every version of the terms that a customer accepted, with the time: `users` only has the newest.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table terms_acceptances (
      user_id bigint not null references users(id),
      version text not null,
      /* Null: before times were kept. */
      accepted_at bigint,
      primary key (user_id, version)
    )`.execute(db);
  await sql`
    insert into terms_acceptances (user_id, version, accepted_at)
    select id, terms_version, terms_accepted_at from users`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table terms_acceptances`.execute(db);
}
