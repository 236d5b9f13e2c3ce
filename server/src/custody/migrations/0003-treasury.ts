// The treasury: balances of deposit addresses at our last check, and the operator's own coins found on a chain.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_reserves add column own numeric(60)`.execute(db);
  await sql`create table custody_holdings (
    chain text not null,
    coin text not null,
    address text not null,
    units numeric(60) not null check (units >= 0),
    looked_at bigint not null,
    primary key (chain, coin, address)
  )`.execute(db);
  await sql`create index custody_holdings_units on custody_holdings (chain, coin, units desc) where units > 0`.execute(
    db,
  );
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table custody_holdings`.execute(db);
  await sql`alter table custody_reserves drop column own`.execute(db);
}
