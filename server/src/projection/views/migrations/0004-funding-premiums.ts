// The premiums behind each funding rate: their time-weighted sum and the time counted.

import { type Kysely, sql } from 'kysely';

const statements = [
  'alter table funding_rates add column premium int8 not null default 0',
  'alter table funding_rates add column counted int8 not null default 0',
];

/** Adds the columns. Rates settled earlier have none, so nothing is rebuilt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
