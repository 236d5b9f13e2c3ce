// Up to which row the event log was found without a gap.

import { type Kysely, sql } from 'kysely';

const statements = [
  'create table views_checked (one int2 primary key check (one = 1), row int8 not null)',
  'insert into views_checked values (1, 0)',
];

/** Adds the table. It stands at 0, so the next start looks through the whole log once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
