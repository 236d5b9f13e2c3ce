// Appeals against account links.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table link_appeals (
      id bigint generated always as identity primary key,
      user_id bigint not null,
      state text not null check (state in ('open', 'granted', 'refused', 'withdrawn')),
      text text not null,
      created_at bigint not null,
      decided_at bigint,
      answer text,
      check ((state = 'open') = (decided_at is null))
    )`.execute(db);
  await sql`create unique index link_appeals_open on link_appeals (user_id) where state = 'open'`.execute(db);
  await sql`create index link_appeals_user on link_appeals (user_id, id desc)`.execute(db);
  await sql`create index link_appeals_state on link_appeals (state, id)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table link_appeals`.execute(db);
}
