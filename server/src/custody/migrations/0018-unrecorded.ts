// Orders of the signer's log that no row of ours knows, one by one, for whoever resolves their case. `cause`: of the halt that
// they were found with.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table custody_unrecorded (
    chain text not null,
    order_id text not null,
    coin text not null,
    units text not null,
    to_address text not null,
    signed_at bigint not null,
    cause text not null,
    primary key (chain, order_id)
  )`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table custody_unrecorded`.execute(db);
}
