// Blocks in our journal that were not read completely: their node no longer had the ether sent by contracts in them.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table custody_unchecked (
    chain text not null,
    height int not null,
    hash text not null,
    since bigint not null,
    primary key (chain, height)
  )`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table custody_unchecked`.execute(db);
}
