// Addresses by the key version they were made from: one per customer, chain and version.

import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table custody_addresses
    add column key_version int not null default 1 check (key_version > 0),
    drop constraint custody_addresses_chain_user_id_key,
    add constraint custody_addresses_version unique (chain, user_id, key_version)`,
];

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Only while there is one version, so that no address is lost. */
export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_addresses
    drop constraint custody_addresses_version,
    add constraint custody_addresses_chain_user_id_key unique (chain, user_id),
    drop column key_version`.execute(db);
}
