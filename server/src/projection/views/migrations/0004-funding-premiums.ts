// The premiums that each funding rate was made of: their sum by time, and the time that counts.

import { type Kysely, sql } from 'kysely';

const statements = [
  'alter table funding_rates add column premium int8 not null default 0',
  'alter table funding_rates add column counted int8 not null default 0',
];

/** Adds the columns; rates settled before have none, so nothing is rebuilt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
