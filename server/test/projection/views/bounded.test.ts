// No read of a customer costs more than a bounded number of rows (issue 15 A.1): the statements themselves are run again under
// EXPLAIN ANALYZE, and every row that a scan touched is counted, also those that a filter threw away. Who asked is charged for
// all of them but a few.

import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFor, UNIT_ROWS } from '../../../src/api/load/index.ts';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { viewsPool } from '../../../src/projection/views/database.ts';
import { makeMonths } from '../../../src/projection/views/months.ts';
import {
  billParts,
  readBillFlows,
  readBills,
  readBillSums,
  readCommandBills,
} from '../../../src/projection/views/queries/bills.ts';
import { DayCloses } from '../../../src/projection/views/queries/closes.ts';
import { readDebtRecords } from '../../../src/projection/views/queries/debts.ts';
import { readCommandEvents, readJournalEntry, readJournalTick } from '../../../src/projection/views/queries/journal.ts';
import { MOST_COUNTED, MOST_SEARCHED } from '../../../src/projection/views/queries/list.ts';
import { readFills, readOrder, readOrderMarkets, readOrders } from '../../../src/projection/views/queries/orders.ts';
import {
  readClosed,
  readGuards,
  readOpenedAt,
  readPayments,
  readSteps,
} from '../../../src/projection/views/queries/positions.ts';
import { readTicks, readTrades } from '../../../src/projection/views/queries/prices.ts';
import { readSecondNet, readSeconds } from '../../../src/projection/views/queries/seconds.ts';
import { readSwaps } from '../../../src/projection/views/queries/swaps.ts';
import { readDailyWorth, readTiedUp } from '../../../src/projection/views/queries/worth.ts';
import type { ViewsDatabase } from '../../../src/projection/views/tables/tables.ts';

const USER = 9;
/** More rows of each list than any read may look at. */
const MANY = MOST_SEARCHED + 30_000;
const DAY = 86_400_000;
/** Two months and the edge between them: a row each 40 s. */
const EVERY = 40_000;
const START = Date.UTC(2026, 1, 10);
const END = START + MANY * EVERY;
const TODAY = END - (END % DAY);
const page = { current: 1, size: 20 };
/** Look-ups by key, days, accounts and the like. */
const FEW = 2_500;

let database: TestDatabase;
let pool: pg.Pool;
let db: Kysely<ViewsDatabase>;
let said: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

function touched(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, one) => sum + touched(one), 0);
  const type = node['Node Type'];
  if (!type.endsWith('Scan') || type === 'Subquery Scan' || type === 'CTE Scan') return below;
  const rows =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return below + Math.ceil(rows * node['Actual Loops']);
}

/** Rows that each statement of a read touches. */
async function rowsOf(read: () => Promise<unknown>): Promise<number[]> {
  said = [];
  let units = 0;
  await runFor('a customer', read, (more) => (units += more));
  const statements = said;
  const counts: number[] = [];
  for (const { sql: text, parameters } of statements) {
    if (!/^\s*(select|with)\b/.test(text)) continue;
    const { rows } = await pool.query(`explain (analyze, timing off, format json) ${text}`, [...parameters]);
    counts.push(touched(rows[0]['QUERY PLAN'][0].Plan));
  }
  expect(counts.length).toBeGreaterThan(0);
  const all = counts.reduce((sum, one) => sum + one, 0);
  expect(units * UNIT_ROWS, 'rows that are charged').toBeGreaterThanOrEqual(all - FEW * counts.length);
  return counts;
}

beforeAll(async () => {
  database = await testDatabase();
  pool = viewsPool(database.connection, { use: 'read', most: 1 });
  db = new Kysely<ViewsDatabase>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      said.push({ sql: query.sql, parameters: query.parameters });
    },
  });
  for (const table of ['event_log', 'trades'] as const) await makeMonths(db, table, [START, END]);
  const rows = sql`generate_series(1, ${MANY}::int8) n`;
  const time = sql`${START}::int8 + n * ${EVERY}::int8`;
  // One customer's: all trades in one wallet and coin, but for the ten oldest rows.
  await sql`insert into balances values (1, 1, ${USER}, 1, 1, 0, 5, 0, 5), (2, 1, ${USER}, 2, 2, 0, 5, 0, 5)`.execute(
    db,
  );
  await sql`insert into bills select n, case when n <= 10 then 2 else 1 end, ${USER}, case when n <= 10 then 2 else 1 end,
    case when n <= 10 then 2 else 1 end, 0, case when n <= 10 then 8 else 1 end, 1, n, n, 1, n, ${time}, n
    from ${rows}`.execute(db);
  await sql`insert into account_days select account, day, max(balance), max(came) from (
    select account, time - time % ${DAY}::int8 as day, balance, came from bills) b group by 1, 2`.execute(db);
  await sql`insert into bill_days select ${USER}, time - time % ${DAY}::int8, wallet, asset, kind, cause_kind, sum(amount)
    from bills group by 2, 3, 4, 5, 6`.execute(db);
  await sql`insert into event_log select n, n, 0, ${time}, '', '', '' from ${rows}`.execute(db);
  await sql`insert into trades select 1, n, 1, 1, 1, 1, n, n, 1, 1, 0, 0, false, ${time}, n from ${rows}`.execute(db);
  await sql`insert into orders (order_id, user_id, market, wallet, side, type, time_in_force, price, lots, amount, trigger,
      trigger_by, status, reason, dealt_lots, dealt_value, fee, resting, maker_rate, taker_rate, created, updated, seq,
      last_seq, house, guard)
    select n, ${USER}, 1, case when n <= 10 then 2 else 1 end, 1, 1, 1, 1, 1, 1, 0, 0, case when n = 11 then 5 else 1 end, 0,
      1, 1, 0, 0, 0, 0, ${time}, 1, n, n, false, case when n % 2 = 0 then 1 else 0 end from ${rows}`.execute(db);
  await sql`insert into order_markets values (${USER}, 1, 1), (${USER}, 2, 1)`.execute(db);
  await sql`insert into fills (market, trade, maker, order_id, user_id, side, price, lots, value, fee, fee_asset, house, time,
      seq, wallet)
    select 1, n, false, 12, ${USER}, 1, 1, 1, 1, 0, 1, false, ${time}, n, case when n <= 10 then 2 else 1 end from ${rows}`.execute(
    db,
  );
  await sql`insert into fee_shares select 1, n, false, 1, 8, 0, 1 from ${rows}`.execute(db);
  await sql`insert into seconds select n, ${USER}, case when n <= 10 then 2 else 1 end, 1, 1, 60, 1, 1, 1, 1, 0, 2, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 0, 2, ${time}, n, n, 1, ${time} + 1 from ${rows}`.execute(db);
  await sql`insert into second_nets values (${USER}, 1, 1, 1, 1, 1, 1)`.execute(db);
  await sql`insert into swaps select n, ${USER}, 1, 2, 1, 1, 1, 200, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${time}, 1, n
    from ${rows}`.execute(db);
  await sql`insert into positions select n, ${USER}, case when n <= 10 then 2 else 1 end, 1, 2, 10, 0, 0, 0, 0, 0, 0, 0, 0, ${time},
    1, ${time} + 1, n, n from ${rows}`.execute(db);
  await sql`insert into position_days select n, ${time} - (${time}) % ${DAY}::int8, ${USER}, 1, 1, 0, 0, 0
    from ${rows}`.execute(db);
  await sql`insert into position_steps select n, 1, ${USER}, 1, 2, ${time}, n, 5, 1, 1, 1, 1, 1, 1 from ${rows}`.execute(
    db,
  );
  await sql`insert into position_openings values (1, ${MANY}, ${5 * MANY})`.execute(db);
  await sql`insert into funding_payments select n, 1, ${USER}, 1, 1, 1, 1, ${time}, n from ${rows}`.execute(db);
  await sql`insert into markets values (1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1)`.execute(db);
  await sql`insert into debt_records select n, ${USER}, 4, case when n <= 10 then 2 else 0 end, 1, 3, 1, 1, 1, 1, 1, false, ${time}, n
    from ${rows}`.execute(db);
  await sql`insert into debt_days select ${USER}, 4, n, 1, ${TODAY}::int8, 1 from ${rows}`.execute(db);
  await sql`insert into debts values (${USER}, 4, 0, 1, 1, 1, 1, 1, 1)`.execute(db);
  await sql`insert into ticks select 1, n, n, ${time}, 1, 1, 1, 1, 1, '' from ${rows}`.execute(db);
  await sql`insert into assets values (1, 'USDT', 6), (2, 'BTC', 8)`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.stop();
});

const day = { startTime: TODAY };
const old = { startTime: START, endTime: START + 20 * EVERY };

describe('a page of a long history touches a bounded number of rows', () => {
  it.each([
    ['all ledger lines', () => readBills(db, USER, {}, page)],
    ['of a wallet', () => readBills(db, USER, { wallet: 1 }, page)],
    ['of an account', () => readBills(db, USER, { wallet: 1, asset: 1 }, page)],
    ['of a kind', () => readBills(db, USER, { kind: 'trade' }, page)],
    ['its last page', () => readBills(db, USER, {}, { current: MOST_COUNTED / 20, size: 20 })],
    ['fills', () => readFills(db, USER, {}, page)],
    ['fills of a wallet', () => readFills(db, USER, { wallets: [1] }, page)],
    ['seconds', () => readSeconds(db, USER, {}, page)],
    ['swaps', () => readSwaps(db, USER, {}, page)],
    ['closed positions', () => readClosed(db, USER, {}, page)],
    ['debt records', () => readDebtRecords(db, USER, { wallet: 4, kind: 3 }, page)],
  ] satisfies [string, () => Promise<unknown>][])('%s: no more than are counted', async (_, read) => {
    for (const count of await rowsOf(read)) expect(count).toBeLessThanOrEqual(2 * MOST_COUNTED + FEW);
  });

  it.each([
    ['lines of a kind that there are few of', () => readBills(db, USER, { kind: 'deposit' }, page), 10],
    ['lines of a wallet that there are few of', () => readBills(db, USER, { wallet: 2 }, page), 10],
    ['lines of a coin that there are few of', () => readBills(db, USER, { asset: 2 }, page), 10],
    ['lines of an account that there are few of', () => readBills(db, USER, { wallet: 2, asset: 2 }, page), 10],
    [
      'transfers, of which there are none',
      () => readBills(db, USER, { kind: 'transfer', causeKind: 'command' }, page),
      0,
    ],
    ['fills of a wallet with few', () => readFills(db, USER, { wallets: [2] }, page), 10],
    ['orders of a wallet with few', () => readOrders(db, USER, { wallets: [2] }, page), 5],
    ['old lines by their times', () => readBills(db, USER, old, page), 19],
  ] satisfies [string, () => Promise<{ total: number }>, number][])('%s: just those', async (_, read, total) => {
    for (const count of await rowsOf(read)) expect(count).toBeLessThanOrEqual(FEW);
    expect((await read()).total).toBe(total);
  });

  it.each([
    ['lines of a kind in another wallet', () => readBills(db, USER, { kind: 'trade', wallet: 3 }, page)],
    ['orders refused', () => readOrders(db, USER, { wallets: [1], statuses: [5] }, page)],
    ['orders of another market', () => readOrders(db, USER, { wallets: [1], market: 7 }, page)],
    ['stop orders of another market', () => readGuards(db, USER, { markets: [7] }, page)],
    ['fills of another market', () => readFills(db, USER, { wallets: [1], market: 7 }, page)],
    ['seconds of a market with few', () => readSeconds(db, USER, { market: 2 }, page)],
    ['swaps of another coin', () => readSwaps(db, USER, { asset: 7 }, page)],
    ['positions of a market with few', () => readClosed(db, USER, { markets: [2] }, page)],
    ['debt records of a market with few', () => readDebtRecords(db, USER, { wallet: 4, kind: 3, market: 2 }, page)],
  ] satisfies [string, () => Promise<unknown>][])('%s: no more than are searched', async (_, read) => {
    for (const count of await rowsOf(read)) expect(count).toBeLessThanOrEqual(MOST_SEARCHED + FEW);
  });

  it.each([
    ['sums of all lines', () => readBillSums(db, USER, {})],
    ['sums of a day', () => readBillSums(db, USER, day)],
    ['sums between two moments', () => readBillSums(db, USER, { startTime: START + DAY / 2, endTime: END - DAY / 2 })],
    ['flows of a day', () => readBillFlows(db, USER, undefined, TODAY)],
    ['worth of thirty days', () => readDailyWorth(db, new DayCloses(db), USER, 0, 30, END)],
    ['what is tied up', () => readTiedUp(db, USER, 0, END)],
    ['the net of seconds', () => readSecondNet(db, USER)],
    ['markets of orders', () => readOrderMarkets(db, USER, [1, 4, 5])],
    ['averages of openings', () => readOpenedAt(db, [1])],
    ['steps of a position', () => readSteps(db, USER, 1, 20)],
    ['payments of a position', () => readPayments(db, USER, 1, 20)],
    ['a line with its command', () => readCommandBills(db, USER, 400)],
    ['events of a command', () => readCommandEvents(db, 400)],
    ['the row of a command', () => readJournalEntry(db, 400)],
    ['a tick in the event log', () => readJournalTick(db, 1, 7, START + 7 * EVERY)],
    ['ticks from a time on', () => readTicks(db, { instrument: 1, fromTime: END - 10 * EVERY })],
    ['ticks of a moment', () => readTicks(db, { instrument: 1, fromTime: END, toTime: END })],
    ['public trades', () => readTrades(db, 1, 500)],
  ] satisfies [string, () => Promise<unknown>][])('%s: few', async (_, read) => {
    for (const count of await rowsOf(read)) expect(count).toBeLessThanOrEqual(FEW);
  });

  it('an order with very many fills: those that are shown', async () => {
    for (const count of await rowsOf(() => readOrder(db, USER, 12))) expect(count).toBeLessThanOrEqual(20_000);
  });

  it('a file of what there is little of: so many for each part', async () => {
    const found: unknown[] = [];
    const counts = await rowsOf(async () => {
      for await (const part of billParts(db, USER, { asset: 2 })) found.push(...part);
    });
    expect(found).toHaveLength(10);
    for (const count of counts) expect(count).toBeLessThanOrEqual(FEW);
  });
});
