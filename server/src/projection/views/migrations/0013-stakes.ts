// Staking and finance: every version of the terms, the totals of each product, every purchase.

import { type Kysely, sql } from 'kysely';

const statements = [
  `create table earn_terms (
    product int4 not null, version int4 not null, kind int2 not null, tab int2 not null, asset int4 not null,
    days int4 not null, flexible int2 not null, rate int8 not null, min int8 not null, max int8 not null,
    times int4 not null, total int8 not null, tier int2 not null, penalty int4 not null, early int2 not null,
    open int2 not null, time int8 not null, seq int8 not null, primary key (product, version))`,
  `create table earn_totals (
    product int4 primary key, bought int8 not null, sold numeric not null, promised numeric not null,
    paid numeric not null, returned numeric not null, penalties numeric not null)`,
  `create table stakes (
    stake int8 primary key, user_id int8 not null, kind int2 not null, product int4 not null, asset int4 not null,
    version int4 not null, amount int8 not null, starts int8 not null, ends int8 not null, reserved int8 not null,
    paid int8 not null, day int4 not null, status int2 not null, received int8 not null, penalty int8 not null,
    forfeited int8 not null, closed int8 not null, seq int8 not null, last_seq int8 not null)`,
  `create table earn_buyers (
    user_id int8 not null, product int4 not null, kind int2 not null, asset int4 not null, bought int8 not null,
    paid numeric not null, primary key (user_id, product))`,
  'create index stakes_user on stakes (user_id, kind, starts desc, seq desc, stake desc)',
  'create index stakes_open on stakes (user_id, kind) where status = 0',
];

/** Creates the tables, empty. The new fold version triggers a rebuild, which fills them from the first row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
