// Account links by staff: when each began, from when it counted, when it ended.

import { type Kysely, sql } from 'kysely';

/** Adds the table. The new fold version triggers a rebuild, which fills it from the first row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table links (
      user_id int8 not null, other int8 not null, state int2 not null, counts int8 not null, time int8 not null,
      seq int8 not null, primary key (user_id, seq))`.execute(db);
}
