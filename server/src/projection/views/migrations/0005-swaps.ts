// Swaps with their outcome: waiting, executed, or rejected.

import { type Kysely, sql } from 'kysely';

const statements = [
  `create table swaps (
    swap int8 primary key, user_id int8 not null, given int4 not null, got int4 not null, amount int8 not null,
    least int8 not null, receive int8 not null, code int2 not null, worth int8 not null, from_tick int8 not null,
    from_price int8 not null, from_flow int8 not null, from_range int8 not null, from_half int8 not null,
    to_tick int8 not null, to_price int8 not null, to_flow int8 not null, to_range int8 not null,
    to_half int8 not null, created int8 not null, ended int8 not null, seq int8 not null)`,
  'create index swaps_user on swaps (user_id, created desc, seq desc, swap desc)',
  'create index swaps_waiting on swaps (swap) where code = 0',
];

/** Adds the table. The new fold version triggers a rebuild, which fills it from the first row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
