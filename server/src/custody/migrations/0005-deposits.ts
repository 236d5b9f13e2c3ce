// Deposits: the height from which a missing one is searched, and reversals in progress.

import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table custody_deposits
    add column from_height int,
    add column reversing boolean not null default false`,
  `create index custody_deposits_waiting on custody_deposits (network, from_height) where from_height is not null`,
  `create index custody_deposits_reversing on custody_deposits (network) where reversing`,
  `create index custody_deposits_changed on custody_deposits (network, changed_at)`,
  `create index custody_deposits_picture on custody_deposits (img_digest) where img_digest is not null`,
];

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const name of ['waiting', 'reversing', 'changed', 'picture'])
    await sql`drop index ${sql.id(`custody_deposits_${name}`)}`.execute(db);
  await sql`alter table custody_deposits drop column from_height, drop column reversing`.execute(db);
}
