// Slices in which the insurance fund unwound positions it took over.

import { type Kysely, sql } from 'kysely';

const statements = [
  `create table fund_slices (
    order_id int8 primary key, market int4 not null, side int2 not null, held int8 not null, depth int8 not null,
    lots int8 not null, value int8 not null, index_price int8 not null, profit int8 not null, loss int8 not null,
    minute int8 not null, moment int8 not null, draw int8 not null, time int8 not null, seq int8 not null)`,
  'create index fund_slices_seq on fund_slices (seq desc, order_id desc)',
];

/** Adds the table. The new fold version triggers a rebuild. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
