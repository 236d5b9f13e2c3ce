// The journal head that this database was last marked with, before the signer signs it. One row.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table custody_head (
    one boolean primary key default true check (one),
    row bigint not null,
    hash text not null
  )`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table custody_head`.execute(db);
}
