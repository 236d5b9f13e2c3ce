// Reads of a user's own history: pages with a million ledger entries compared with pages with a thousand.
// Also another user's page while accounts read all they may, compared with the same page just before.

import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { testDatabase } from '@vitrine/server/app/postgres';
import { migrateViews, openReads, type ViewsReads } from '@vitrine/server/projection/views';
import { CODE } from '@vitrine/contract';
import { Customer } from './attacks/attack-client.ts';
import { type AttackedExchange, startExchange } from './attacks/attack-exchange.ts';
import type { AttackOrders } from './attacks/attack-load.ts';
import { type AttackName, HISTORY_ATTACKS } from './attacks/attack-names.ts';
import { message } from './attacks/attacks.ts';
import { median, type Row } from './part.ts';

export const name = 'history';
export const goal = 'a page costs the same however long the history is, and a stranger’s page waits for nobody';

const LONG = 1_000_000;
const SHORT = 1_000;
const LONG_USER = 9;
const SHORT_USER = 8;
const ROUNDS = 15;
const SLOWER_MOST = 5;
const BUSY_MS = 8_000;
const IDLE_MS = 4_000;
const STRANGER = '127.0.0.2';
/** Entry interval: a million entries are about three years. */
const EVERY_MS = 90_000;
const START = Date.UTC(2024, 0);

/** Ledger entries of two users with their stored totals: all trades in one wallet and coin, except the ten oldest. */
async function seed(client: pg.Client): Promise<void> {
  await client.query('set search_path = views');
  const of = async (user: number, count: number, line: number) => {
    const [main, other] = [user * 2, user * 2 + 1];
    await client.query(
      `insert into balances values (${main}, 1, ${user}, 1, 1, 0, 5, 0, 5), (${other}, 1, ${user}, 2, 2, 0, 5, 0, 5)`,
    );
    await client.query(`insert into bills
      select n + ${line}, case when n <= 10 then ${other} else ${main} end, ${user}, case when n <= 10 then 2 else 1 end,
        case when n <= 10 then 2 else 1 end, 0, case when n <= 10 then 8 else 1 end, 1, n, n, 1, n,
        ${START} + n * ${EVERY_MS}::int8, n
      from generate_series(1, ${count}::int8) n`);
  };
  await of(SHORT_USER, SHORT, 0);
  await of(LONG_USER, LONG, SHORT);
  await client.query(`insert into account_days select account, time - time % 86400000 as day, max(balance), max(came)
    from bills group by 1, 2`);
  await client.query('vacuum analyze');
}

const READS: readonly (readonly [string, (reads: ViewsReads, user: number) => Promise<unknown>])[] = [
  ['first page', (reads, user) => reads.bills(user, {}, { current: 1, size: 15 })],
  ['page of a rare kind', (reads, user) => reads.bills(user, { kind: 'deposit' }, { current: 1, size: 15 })],
  ['page of a rare coin', (reads, user) => reads.bills(user, { asset: 2 }, { current: 1, size: 15 })],
  ['sums', (reads, user) => reads.billSums(user, {})],
];

async function pages(): Promise<Row[]> {
  const database = await testDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    await migrateViews(database.connection);
    await seed(client);
    const reads = openReads(database.connection);
    const timeOf = async (read: () => Promise<unknown>): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = performance.now();
        await read();
        times.push(performance.now() - began);
      }
      return median(times);
    };
    const rows: Row[] = [];
    for (const [what, read] of READS) {
      const short = await timeOf(() => read(reads, SHORT_USER));
      const long = await timeOf(() => read(reads, LONG_USER));
      rows.push({
        what: `${what} of ${LONG.toLocaleString('en')} lines`,
        value: long,
        unit: 'ms',
        beside: { what: `${SHORT.toLocaleString('en')} lines`, value: short },
        ratio: long / short,
      });
    }
    await reads.close();
    return rows;
  } finally {
    await client.end();
    await database.stop();
  }
}

/** Latencies of the other user's pages for some ms, and refused answers. */
async function watch(stranger: Customer, ms: number): Promise<{ readonly times: number[]; readonly wrong: number }> {
  const times: number[] = [];
  let wrong = 0;
  for (const until = performance.now() + ms; performance.now() < until;) {
    const began = performance.now();
    const { code } = await stranger.post('/api/v1/coin/assets/getMyBill', {});
    times.push(performance.now() - began);
    if (code !== CODE.ok) wrong += 1;
    await pause(50);
  }
  return { times, wrong };
}

async function beside(exchange: AttackedExchange, stranger: Customer, attack: AttackName): Promise<Row> {
  const child = fork(join(import.meta.dirname, 'attacks/attack-load.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    child.send({ port: exchange.port, name: attack } satisfies AttackOrders);
    await message(child);
    const idle = await watch(stranger, IDLE_MS);
    child.send('go');
    const busy = await watch(stranger, BUSY_MS);
    child.send('stop');
    const { sent } = (await message(child)) as { sent: number };
    return {
      what: `a stranger’s page, ${attack}`,
      value: median(busy.times),
      unit: 'ms',
      beside: { what: 'idle median', value: median(idle.times) },
      ratio: median(busy.times) / median(idle.times),
      goal: { is: 'at most', value: SLOWER_MOST },
      note: `${busy.times.length} pages, ${busy.wrong + idle.wrong} refused; ${sent} reads of the others`,
    };
  } finally {
    child.kill('SIGKILL');
  }
}

export async function run(): Promise<Row[]> {
  const rows = await pages();
  const exchange = await startExchange();
  const stranger = new Customer(exchange.port, STRANGER);
  try {
    await stranger.register();
    await stranger.post('/api/practice/claim', {});
    await watch(stranger, IDLE_MS);
    for (const attack of HISTORY_ATTACKS) rows.push(await beside(exchange, stranger, attack));
    return rows;
  } finally {
    stranger.close();
    await exchange.stop();
  }
}
