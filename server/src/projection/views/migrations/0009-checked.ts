// Last row up to which the event log was checked for gaps.

import { type Kysely, sql } from 'kysely';

const statements = [
  'create table views_checked (one int2 primary key check (one = 1), row int8 not null)',
  'insert into views_checked values (1, 0)',
];

/** Adds the table with row 0, so the next start checks the whole log once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
