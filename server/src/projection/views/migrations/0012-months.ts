// The event log and public trades partitioned by month; running totals that spare reads the sums; indexes that match
// each list's filters.

import { type Kysely, sql } from 'kysely';

const statements = [
  'drop table event_log',
  `create table event_log (
    "row" int8 not null, first_seq int8 not null, count int4 not null, time int8 not null, hash text not null,
    row_hash text not null, events bytea not null, primary key ("row", time)) partition by range (time)`,
  'alter table event_log alter column events set storage external',
  'create index event_log_seq on event_log (first_seq)',
  'create index event_log_time on event_log (time, "row")',
  'drop table trades',
  `create table trades (
    market int4 not null, trade int8 not null, price int4 not null, lots int8 not null, value int8 not null,
    side int2 not null, taker_order int8 not null, maker_order int8 not null, taker int8 not null, maker int8 not null,
    taker_fee int8 not null, maker_fee int8 not null, house bool not null, time int8 not null, seq int8 not null,
    primary key (market, time, trade)) partition by range (time)`,
  'drop table bills',
  `create table bills (
    line int8 not null, account int8 not null, user_id int8 not null, wallet int2 not null, asset int4 not null,
    market int4 not null, kind int2 not null, amount int8 not null, balance int8 not null, came numeric not null,
    cause_kind int2 not null, cause_id int8 not null, time int8 not null, seq int8 not null,
    primary key (line))`,
  'create index bills_user on bills (user_id, time desc, line desc)',
  'create index bills_account on bills (account, time desc, line desc)',
  'create index bills_wallet on bills (user_id, wallet, time desc, line desc)',
  'create index bills_kind on bills (user_id, kind, time desc, line desc)',
  // Transfers between wallets (kind 6, caused by a command: 3). Margin of positions moves under the same kind.
  'create index bills_transfers on bills (user_id, time desc, line desc) where kind = 6 and cause_kind = 3',
  // From when the rows of a table are kept; a table without an entry here has all.
  'create table views_kept (name text primary key, since int8 not null)',
  'alter table balances add column came numeric not null default 0',
  `create table account_days (
    account int8 not null, day int8 not null, balance int8 not null, came numeric not null,
    primary key (account, day))`,
  `create table bill_days (
    user_id int8 not null, day int8 not null, wallet int2 not null, asset int4 not null, kind int2 not null,
    cause_kind int2 not null, net numeric not null, primary key (user_id, day, wallet, asset, kind, cause_kind))`,
  `create table order_markets (
    user_id int8 not null, wallet int2 not null, market int4 not null, primary key (user_id, wallet, market))`,
  'drop index orders_user',
  `create index orders_wallet on orders (user_id, wallet, created desc, seq desc, order_id desc) where not house`,
  'alter table fills add column wallet int2 not null default 0',
  'drop index fills_user',
  'create index fills_wallet on fills (user_id, wallet, time desc, seq desc, market, trade desc, maker)',
  'drop index fills_order',
  'create index fills_order on fills (order_id, trade)',
  `create table second_nets (
    user_id int8 not null, asset int4 not null, net numeric not null, staked numeric not null, won int8 not null,
    lost int8 not null, tied int8 not null, primary key (user_id, asset))`,
  // Items open over a midnight: end-of-day reads find them without reading the others.
  `create index seconds_nights on seconds (user_id, ended) where ended = 0 or ended - ended % 86400000 > created`,
  `create index positions_nights on positions (user_id, closed)
    where closed = 0 or closed - closed % 86400000 > created`,
  `create table position_openings (position int8 primary key, lots numeric not null, weight numeric not null)`,
  'create index ticks_instrument on ticks (instrument, time, number)',
];

/** Recreates the tables, empty. The new fold version triggers a rebuild, which fills them from the first row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
