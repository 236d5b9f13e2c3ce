// Contracts, margin and second contracts: columns of orders and fills, and separate tables.

import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table orders
    add column direction int2 not null default 0, add column margin_mode int2 not null default 0,
    add column leverage int2 not null default 0, add column stop_profit int4 not null default 0,
    add column stop_loss int4 not null default 0, add column position int8 not null default 0,
    add column guard int2 not null default 0, add column whole bool not null default false,
    add column fired bool not null default false`,
  'drop index orders_user',
  'create index orders_user on orders (user_id, created desc, seq desc, order_id desc) where not house',
  'create index orders_guards on orders (user_id, created desc, seq desc, order_id desc) where guard <> 0',
  'alter table fills add column direction int2 not null default 0',
  'drop table fee_shares',
  `create table fee_shares (
    market int4 not null, trade int8 not null, maker bool not null, asset int4 not null, share int2 not null,
    user_id int8 not null, amount int8 not null, primary key (market, trade, maker, share))`,
  'create table terms (kind text not null, id int8 not null, body text not null, primary key (kind, id))',
  `create table marks (
    market int4 primary key, mark int8 not null, basis int8 not null, time int8 not null, seq int8 not null)`,
  `create table positions (
    position int8 primary key, user_id int8 not null, market int4 not null, side int2 not null,
    margin_mode int2 not null, leverage int4 not null, lots int8 not null, can_close int8 not null, cost int8 not null,
    margin int8 not null, price_profit int8 not null, fee_profit int8 not null, funding_profit int8 not null,
    liquidation int8 not null, created int8 not null, updated int8 not null, closed int8 not null, seq int8 not null,
    last_seq int8 not null)`,
  'create index positions_closed on positions (user_id, closed desc, last_seq desc, position desc) where closed <> 0',
  'create index positions_open on positions (user_id, position) where closed = 0',
  'create index positions_changed on positions (last_seq)',
  `create table position_steps (
    line int8 primary key, position int8 not null, user_id int8 not null, market int4 not null, step int2 not null,
    time int8 not null, seq int8 not null, price int4 not null, lots int8 not null, mark int8 not null,
    amount int8 not null, equity int8 not null, maintenance int8 not null, order_id int8 not null)`,
  'create index position_steps_position on position_steps (position, line desc)',
  `create table funding_rates (
    market int4 not null, time int8 not null, rate int8 not null, mark int8 not null, valid int4 not null,
    minutes int4 not null, seq int8 not null, primary key (market, time))`,
  `create table funding_payments (
    line int8 primary key, position int8 not null, user_id int8 not null, market int4 not null, asset int4 not null,
    rate int8 not null, amount int8 not null, time int8 not null, seq int8 not null)`,
  'create index funding_payments_position on funding_payments (position, line desc)',
  `create table debts (
    user_id int8 not null, wallet int2 not null, market int4 not null, asset int4 not null, principal int8 not null,
    interest int8 not null, rate int8 not null, time int8 not null, seq int8 not null,
    primary key (user_id, wallet, market, asset))`,
  `create table debt_records (
    line int8 primary key, user_id int8 not null, wallet int2 not null, market int4 not null, asset int4 not null,
    kind int2 not null, amount int8 not null, interest int8 not null, rate int8 not null, level int8 not null,
    step int2 not null, ended bool not null, time int8 not null, seq int8 not null)`,
  'create index debt_records_user on debt_records (user_id, wallet, kind, time desc, line desc)',
  'create index debt_records_ended on debt_records (user_id, wallet, market, asset, line) where ended',
  `create table seconds (
    second int8 primary key, user_id int8 not null, market int4 not null, asset int4 not null, direction int2 not null,
    seconds int4 not null, amount int8 not null, odds int4 not null, win int8 not null, version int4 not null,
    opens_from int8 not null, status int2 not null, open_tick int8 not null, open_seq int8 not null,
    open_price int8 not null, open_time int8 not null, matures int8 not null, close_tick int8 not null,
    close_seq int8 not null, close_price int8 not null, close_time int8 not null, result int2 not null,
    reason int2 not null, paid int8 not null, created int8 not null, seq int8 not null, last_seq int8 not null,
    "row" int8 not null)`,
  'create index seconds_user on seconds (user_id, created desc, seq desc, second desc)',
  'create index seconds_running on seconds (second) where status < 2',
  'create index seconds_changed on seconds (last_seq)',
];

/** Adds the columns and tables. The new fold version triggers a rebuild, which fills them from the first row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
