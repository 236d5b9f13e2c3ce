// Hot addresses that were active, by version of the signer's seed: a start with another seed in a version's place is refused.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table custody_hot_addresses (
    chain text not null,
    key_version integer not null,
    address text not null,
    primary key (chain, key_version)
  )`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table custody_hot_addresses`.execute(db);
}
