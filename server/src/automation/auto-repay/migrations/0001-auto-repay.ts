// Orders whose proceeds repay: one row each until the order closes. `pending` is written before its repayment is sent.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table auto_repays (
      order_id bigint primary key,
      core_user bigint not null,
      wallet int not null check (wallet in (4, 5)),
      market int not null,
      asset int not null,
      handled bigint not null default 0,
      pending bigint,
      pending_at bigint
    )`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table auto_repays`.execute(db);
}
