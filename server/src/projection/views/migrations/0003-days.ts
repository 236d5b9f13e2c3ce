// Daily closing states of positions and debts, and end times of second contracts, so that past wallet values can be
// computed.

import { type Kysely, sql } from 'kysely';

const statements = [
  `create table position_days (
    position int8 not null, day int8 not null, user_id int8 not null, market int4 not null, side int2 not null,
    lots int8 not null, cost int8 not null, margin int8 not null, primary key (position, day))`,
  'create index position_days_user on position_days (user_id, position, day desc)',
  `create table debt_days (
    user_id int8 not null, wallet int2 not null, market int4 not null, asset int4 not null, day int8 not null,
    owed int8 not null, primary key (user_id, wallet, market, asset, day))`,
  'alter table seconds add column ended int8 not null default 0',
];

/** Adds the tables and the column. The new fold version triggers a rebuild, which fills them from the first row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
