// Decisions of two people on a payment that its chain proves dead, and its successive rounds of transactions.

import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table custody_withdrawals
    add column round int not null default 0,
    add column proven text check (proven in ('fail', 'replan')),
    add column proof text`,
  `alter table custody_transactions
    add column round int not null default 0,
    drop constraint custody_transactions_withdrawal_id_attempt_key,
    add constraint custody_transactions_attempt_key unique (withdrawal_id, round, attempt)`,
  // A new round begins at attempt 0 with other claims.
  `create index custody_transactions_dead on custody_transactions (withdrawal_id)
    where state = 'reverted' or (kind = 'cancel' and state = 'confirmed')`,
];

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop index custody_transactions_dead`.execute(db);
  await sql`alter table custody_transactions
    drop constraint custody_transactions_attempt_key,
    drop column round,
    add constraint custody_transactions_withdrawal_id_attempt_key unique (withdrawal_id, attempt)`.execute(db);
  await sql`alter table custody_withdrawals drop column round, drop column proven, drop column proof`.execute(db);
}
