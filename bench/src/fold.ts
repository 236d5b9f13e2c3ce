// Projecting committed batches into SQL, compared with a plain multi-row insert of the same rows.

import { encodeEvent, type ExchangeEvent, packText } from '@vitrine/core';
import pg from 'pg';
import { testDatabase } from '@vitrine/server/app/postgres';
import { dropViews, type FoldBatch, migrateViews, openFolder } from '@vitrine/server/projection/views';
import { median, type Row } from './part.ts';

export const name = 'fold';
export const goal = 'fold into SQL ≥ 0.5 of a raw multi-row insert of the same rows';

const USERS = 400;
const BATCHES = 400;
/** Orders per batch; each fills against one in the book. */
const ORDERS = 32;
const ROUNDS = 3;
/** Rows of one plain statement, limited by its 65,535 parameters. */
const RAW_ROWS = 1_000;
const PRICE = 1_000_000;
const LOT = 1_000;
const FIRST_USER = 2;

type Fields = { readonly [field: string]: number | readonly object[] };

const event = (kind: ExchangeEvent['name'], fields: Fields) => ({ name: kind, ...fields }) as unknown as ExchangeEvent;

function words(events: readonly ExchangeEvent[]): Float64Array {
  const records = events.map(encodeEvent);
  const all = new Float64Array(records.reduce((sum, record) => sum + record.length, 0));
  let at = 0;
  for (const record of records) {
    all.set(record, at);
    at += record.length;
  }
  return all;
}

/** The first batch: listings, users, and their two accounts with money. */
function opening(): ExchangeEvent[] {
  const list: ExchangeEvent[] = [
    event('asset.changed', { asset: 1, code: packText('BTC'), scale: 8 }),
    event('asset.changed', { asset: 2, code: packText('USDT'), scale: 6 }),
    event('market.changed', {
      market: 1,
      type: 1,
      instrument: 1,
      base: 1,
      quote: 2,
      tickDecimals: 1,
      lotDecimals: 5,
      atomsPerTickLot: 1,
      baseAtomsPerLot: LOT,
      minValue: 0,
      maxValue: 2 ** 50,
      state: 1,
    }),
  ];
  for (const [account, kind, asset] of [
    [1, 8, 1],
    [2, 8, 2],
    [3, 9, 1],
    [4, 9, 2],
  ] as const)
    list.push(event('account.opened', { account, class: kind, user: 0, wallet: 0, asset, market: 0 }));
  for (let user = FIRST_USER; user < FIRST_USER + USERS; user += 1) {
    list.push(event('user.changed', { user, referrer: 0, stage: 0, locks: 0, tier: 0, house: 0 }));
    for (const asset of [1, 2]) {
      const account = user * 2 + asset + 2;
      list.push(event('account.opened', { account, class: 1, user, wallet: 1, asset, market: 0 }));
      list.push(
        event('practice', { user, asset, amount: 2 ** 40 }),
        event('entry', { account, available: 2 ** 40, held: 0 }),
      );
    }
  }
  return list;
}

/**
 * A sell in the book, then a buy that fills it: two orders, a trade, two fills, four fee shares, four ledger entries.
 */
function trade(id: number): ExchangeEvent[] {
  const seller = FIRST_USER + (id % USERS);
  const buyer = FIRST_USER + ((id * 7 + 1) % USERS);
  const account = (user: number, asset: number) => user * 2 + asset + 2;
  const lots = 10 + (id % 50);
  const price = PRICE + (id % 400);
  const value = price * lots;
  const [sell, buy] = [id * 2, id * 2 + 1];
  const order = (user: number, side: number, of: number) =>
    event('order.opened', {
      order: of,
      user,
      market: 1,
      wallet: 1,
      side,
      type: 1,
      timeInForce: 1,
      price,
      lots,
      amount: 0,
      trigger: 0,
      triggerBy: 2,
      status: 0,
      makerRate: 1_000,
      takerRate: 1_000,
    });
  const changed = (of: number, dealt: number, fee: number, resting: number, status: number) =>
    event('order.changed', {
      order: of,
      price,
      lots,
      dealtLots: dealt,
      dealtValue: dealt * price,
      fee,
      resting,
      status,
    });
  const entry = (of: number, available: number, held = 0) => event('entry', { account: of, available, held });
  const base = lots * LOT;
  const [takerFee, makerFee] = [lots, Math.ceil(value / 1_000)];
  return [
    event('begin', { seq: id * 3, command: 30, user: seller }),
    order(seller, 2, sell),
    entry(account(seller, 1), -base, base),
    changed(sell, 0, 0, lots, 0),
    event('done', { seq: id * 3, user: seller, result: sell, repeated: 0, first: 0 }),
    event('begin', { seq: id * 3 + 1, command: 30, user: buyer }),
    order(buyer, 1, buy),
    entry(account(buyer, 2), -value, value),
    event('fill', {
      market: 1,
      trade: id,
      takerOrder: buy,
      makerOrder: sell,
      taker: buyer,
      maker: seller,
      takerSide: 1,
      price,
      lots,
      value,
      takerFee,
      makerFee,
      house: 0,
    }),
    entry(account(buyer, 2), 0, -value),
    entry(account(buyer, 1), base - takerFee),
    entry(account(seller, 1), 0, -base),
    entry(account(seller, 2), value - makerFee),
    entry(1, takerFee - 1),
    entry(3, 1),
    entry(2, makerFee - 1),
    entry(4, 1),
    changed(sell, lots, makerFee, 0, 1),
    event('order.closed', { order: sell, status: 1, reason: 0 }),
    changed(buy, lots, takerFee, 0, 1),
    event('order.closed', { order: buy, status: 1, reason: 0 }),
    event('done', { seq: id * 3 + 1, user: buyer, result: buy, repeated: 0, first: 0 }),
  ];
}

function stream(): FoldBatch[] {
  const start = Date.UTC(2026, 0, 5);
  const batches: FoldBatch[] = [];
  let id = 1;
  for (let row = 1; row <= BATCHES + 1; row += 1) {
    const events: ExchangeEvent[] = row === 1 ? opening() : [];
    if (row > 1) for (let at = 0; at < ORDERS; at += 1, id += 1) events.push(...trade(id));
    const rowHash = `row ${row}`;
    batches.push({
      row,
      firstSeq: row * 100,
      count: 99,
      time: start + row * 250,
      hash: rowHash,
      rowHash,
      events: words(events),
    });
  }
  return batches;
}

const TABLES = ['event_log', 'orders', 'trades', 'fills', 'fee_shares', 'bills', 'candles'];

/** All rows of a table, all columns as the driver returns them. */
async function rowsOf(client: pg.Client, schema: string, table: string): Promise<unknown[][]> {
  const { rows } = await client.query<unknown[]>({ text: `select * from ${schema}.${table}`, rowMode: 'array' });
  return rows;
}

/** Creates the partitions of one schema's tables in another schema. */
async function copyMonths(client: pg.Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ name: string; parent: string; bound: string }>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where p.relnamespace = $1::regnamespace and p.relkind = 'p'`,
    [from],
  );
  for (const { name, parent, bound } of rows)
    await client.query(`create table ${to}.${name} partition of ${to}.${parent} ${bound}`);
}

/**
 * The plain way: inserts with all values as parameters, a thousand rows per statement, one transaction per projected
 * write.
 */
async function rawInsert(
  client: pg.Client,
  schema: string,
  rows: ReadonlyMap<string, readonly unknown[][]>,
): Promise<void> {
  await client.query('begin');
  for (const [table, all] of rows) {
    for (let from = 0; from < all.length; from += RAW_ROWS) {
      const part = all.slice(from, from + RAW_ROWS);
      let place = 0;
      const values = part.map((row) => `(${row.map(() => `$${(place += 1)}`).join(',')})`).join(',');
      await client.query(`insert into ${schema}.${table} values ${values}`, part.flat());
    }
  }
  await client.query('commit');
}

/** Measures both in turn; ends the database it started. */
export async function run(): Promise<Row[]> {
  const database = await testDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('set synchronous_commit = off');
  try {
    const batches = stream();
    const [first] = batches;
    if (first === undefined) throw new Error('Expected a stream of batches, got none.');
    const folds: number[] = [];
    const raws: number[] = [];
    let count = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await dropViews(database.connection, 'views_fold');
      await migrateViews(database.connection, 'views_fold');
      const folder = await openFolder({ connection: database.connection, schema: 'views_fold' });
      folder.push(first);
      await folder.reached(first.row);
      const began = performance.now();
      for (const batch of batches) folder.push(batch);
      await folder.reached(BATCHES + 1);
      folds.push(performance.now() - began);
      await folder.stop();

      const rows = new Map<string, unknown[][]>();
      count = 0;
      for (const table of TABLES) {
        const all = await rowsOf(client, 'views_fold', table);
        rows.set(table, all);
        count += all.length;
      }
      await dropViews(database.connection, 'views_raw');
      await migrateViews(database.connection, 'views_raw');
      await copyMonths(client, 'views_fold', 'views_raw');
      const start = performance.now();
      await rawInsert(client, 'views_raw', rows);
      raws.push(performance.now() - start);
    }
    const fold = (count / median(folds)) * 1_000;
    const raw = (count / median(raws)) * 1_000;
    return [
      {
        what: 'rows folded into SQL',
        value: fold,
        unit: 'rows/s',
        beside: { what: 'raw multi-row insert', value: raw },
        ratio: fold / raw,
        goal: { is: 'at least', value: 0.5 },
        note:
          `${BATCHES} batches of ${ORDERS} trades, ${count} rows of ${TABLES.length} tables, same tables and indexes, medians of ${ROUNDS}; ` +
          'ours also decodes, folds, updates balances and tickers, and keeps its state',
      },
    ];
  } finally {
    await client.end();
    await database.stop();
  }
}
