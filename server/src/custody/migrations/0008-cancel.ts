// Zero self-transfers that use the claim of a stuck payment: kind `cancel`, without units.

import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table custody_transactions
    drop constraint custody_transactions_kind_check,
    drop constraint custody_transactions_units_check,
    add constraint custody_transactions_kind_check check (kind in ('withdrawal', 'sweep', 'gas', 'cold', 'cancel')),
    add constraint custody_transactions_units_check check (units > 0 or (units = 0 and kind = 'cancel'))`,
];

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_transactions
    drop constraint custody_transactions_kind_check,
    drop constraint custody_transactions_units_check,
    add constraint custody_transactions_kind_check check (kind in ('withdrawal', 'sweep', 'gas', 'cold')),
    add constraint custody_transactions_units_check check (units > 0)`.execute(db);
}
