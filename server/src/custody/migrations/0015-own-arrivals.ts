// Arrivals at customers' addresses from our own addresses by transactions unknown to custody: not deposits.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table custody_own_arrivals (
    chain text not null,
    txid text not null,
    position int not null,
    coin text not null,
    units numeric(60) not null,
    address text not null,
    sender text not null,
    height int not null,
    block_hash text not null,
    told boolean not null default false,
    primary key (chain, txid, position)
  )`.execute(db);
  await sql`create index custody_own_arrivals_height on custody_own_arrivals (chain, height)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table custody_own_arrivals`.execute(db);
}
