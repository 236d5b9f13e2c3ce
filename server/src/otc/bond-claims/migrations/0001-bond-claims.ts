// Claimable deals, claims on merchants' bonds, and the merchants' answers.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table bond_deals (
      deal bigint primary key,
      merchant bigint not null,
      harmed bigint not null,
      asset int not null,
      value bigint not null,
      until bigint not null
    )`.execute(db);
  await sql`
    create table bond_claims (
      claim bigint primary key,
      deal bigint not null,
      merchant bigint not null,
      harmed bigint not null,
      asset int not null,
      amount bigint not null,
      state int not null check (state between 1 and 4),
      notice_until bigint not null,
      until bigint not null,
      changed_at bigint not null,
      told_row bigint not null,
      noticed int not null default 0,
      answer bytea,
      answered_at bigint,
      check ((answer is null) = (answered_at is null))
    )`.execute(db);
  await sql`create index bond_claims_merchant on bond_claims (merchant, claim desc)`.execute(db);
  await sql`create index bond_claims_harmed on bond_claims (harmed, claim desc)`.execute(db);
  await sql`create index bond_claims_deal on bond_claims (deal)`.execute(db);
  await sql`create index bond_claims_unsaid on bond_claims (claim) where noticed < state`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table bond_claims`.execute(db);
  await sql`drop table bond_deals`.execute(db);
}
