// What tells the master key that this database was sealed with: a mark of it, which opens nothing. One row.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table custody_key_check (
    one boolean primary key default true check (one),
    mark text not null
  )`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table custody_key_check`.execute(db);
}
