// Our claims used by transactions that custody did not make, after two people checked them: planning continues after
// them.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table custody_foreign (
    chain text not null,
    claim text not null,
    txid text not null,
    height int not null,
    taken_at bigint not null,
    primary key (chain, claim)
  )`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table custody_foreign`.execute(db);
}
