// First version of the views: the event log, its projections, and the projection's position.

import { type Kysely, sql } from 'kysely';

const statements = [
  `create table views_state (
    one int2 primary key check (one = 1), version int4 not null, "row" int8 not null, seq int8 not null,
    time int8 not null, row_hash text not null, bills int8 not null)`,
  `create table event_log (
    "row" int8 primary key, first_seq int8 not null, count int4 not null, time int8 not null, hash text not null,
    row_hash text not null, events bytea not null)`,
  'alter table event_log alter column events set storage external',
  'create table assets (asset int4 primary key, code text not null, scale int2 not null)',
  `create table instruments (
    instrument int4 primary key, base text not null, quote text not null, category int2 not null, calendar int2 not null,
    tick_decimals int2 not null)`,
  `create table markets (
    market int4 primary key, type int2 not null, instrument int4 not null, base int4 not null, quote int4 not null,
    tick_decimals int2 not null, lot_decimals int2 not null, atoms_per_tick_lot int8 not null,
    base_atoms_per_lot int8 not null, min_value int8 not null, max_value int8 not null, state int2 not null)`,
  `create table tiers (
    tier int2 primary key, volume int8 not null, maker int4 not null, taker int4 not null, version int4 not null)`,
  `create table users_core (
    user_id int8 primary key, referrer int8 not null, stage int2 not null, locks int2 not null, tier int2 not null,
    house bool not null, opened int8 not null)`,
  'create index users_core_referrer on users_core (referrer) where referrer <> 0',
  `create table price_states (
    instrument int4 primary key, state int2 not null, opens_at int8 not null, closes_at int8 not null)`,
  `create table balances (
    account int8 primary key, class int2 not null, user_id int8 not null, wallet int2 not null, asset int4 not null,
    market int4 not null, available int8 not null, held int8 not null)`,
  'create index balances_user on balances (user_id, wallet, asset, market)',
  `create table orders (
    order_id int8 primary key, user_id int8 not null, market int4 not null, wallet int2 not null, side int2 not null,
    type int2 not null, time_in_force int2 not null, price int4 not null, lots int8 not null, amount int8 not null,
    trigger int4 not null, trigger_by int2 not null, status int2 not null, reason int2 not null, dealt_lots int8 not null,
    dealt_value int8 not null, fee int8 not null, resting int8 not null, maker_rate int4 not null,
    taker_rate int4 not null, created int8 not null, updated int8 not null, seq int8 not null, last_seq int8 not null,
    house bool not null)`,
  'create index orders_user on orders (user_id, created desc, order_id desc) where not house',
  'create index orders_open on orders (order_id) where status in (0, 3, 4) and not house',
  'create index orders_changed on orders (last_seq) where not house',
  `create table trades (
    market int4 not null, trade int8 not null, price int4 not null, lots int8 not null, value int8 not null,
    side int2 not null, taker_order int8 not null, maker_order int8 not null, taker int8 not null, maker int8 not null,
    taker_fee int8 not null, maker_fee int8 not null, house bool not null, time int8 not null, seq int8 not null,
    primary key (market, trade))`,
  `create table fills (
    market int4 not null, trade int8 not null, maker bool not null, order_id int8 not null, user_id int8 not null,
    side int2 not null, price int4 not null, lots int8 not null, value int8 not null, fee int8 not null,
    fee_asset int4 not null, house bool not null, time int8 not null, seq int8 not null,
    primary key (market, trade, maker))`,
  'create index fills_user on fills (user_id, time desc, seq desc)',
  'create index fills_order on fills (order_id)',
  `create table fee_shares (
    market int4 not null, trade int8 not null, asset int4 not null, share int2 not null, user_id int8 not null,
    amount int8 not null, primary key (market, trade, asset, share))`,
  `create table bills (
    line int8 primary key, user_id int8 not null, wallet int2 not null, asset int4 not null, market int4 not null,
    kind int2 not null, amount int8 not null, balance int8 not null, cause_kind int2 not null, cause_id int8 not null,
    time int8 not null, seq int8 not null)`,
  'create index bills_user on bills (user_id, time desc, line desc)',
  'create index bills_account on bills (user_id, wallet, asset, time desc, line desc)',
  `create table candles (
    kind int2 not null, subject int4 not null, width int2 not null, time int8 not null, open int8 not null,
    high int8 not null, low int8 not null, close int8 not null, volume int8 not null, turnover int8 not null,
    turnover_rest int8 not null, primary key (kind, subject, width, time))`,
  `create table tickers (
    kind int2 not null, subject int4 not null, last int8 not null, last_time int8 not null, last_seq int8 not null,
    number int8 not null, primary key (kind, subject))`,
  `create table ticks (
    instrument int4 not null, number int8 not null, seq int8 not null, time int8 not null, price int8 not null,
    spread int8 not null, used int2 not null, total int2 not null, state int2 not null, sources text not null,
    primary key (instrument, number))`,
  'create index ticks_time on ticks (time)',
  'create index ticks_seq on ticks (instrument, seq)',
];

/** Creates the tables in the first schema of the search path. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
