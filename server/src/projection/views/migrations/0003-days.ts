// Positions and debts as each day left them, and when second contracts ended, so that what wallets were worth can be told afterwards.

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

/** Adds the tables and the column; the fold's new version has the views rebuilt, so that they are filled from the first row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
