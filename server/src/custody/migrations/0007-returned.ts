// Card withdrawals that the bank returned: since when two people confirmed it. Paid and returned exclude each other.

import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table custody_withdrawals
    add column returned_at bigint,
    add constraint custody_withdrawals_card check (returned_at is null or reference is null)`,
];

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_withdrawals
    drop constraint custody_withdrawals_card,
    drop column returned_at`.execute(db);
}
