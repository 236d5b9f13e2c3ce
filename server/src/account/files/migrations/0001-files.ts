// Uploaded pictures: metadata of each, and usage per customer. The pictures themselves are sealed in the store.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table files (
      id text primary key,
      user_id bigint not null,
      purpose text not null,
      state text not null check (state in ('storing', 'kept', 'removing')),
      type text not null,
      size int not null,
      digest text not null,
      created_at bigint not null,
      unused_since bigint
    )`.execute(db);
  await sql`create index files_user on files (user_id)`.execute(db);
  await sql`create index files_unused on files (unused_since) where unused_since is not null`.execute(db);
  await sql`
    create table file_use (
      user_id bigint primary key,
      day int not null,
      uploads int not null,
      bytes bigint not null default 0
    )`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const table of ['file_use', 'files']) await sql`drop table ${sql.table(table)}`.execute(db);
}
