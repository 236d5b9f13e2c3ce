// `npm run verify`: a journal as it was recorded passes; what was edited, taken out or changed is named (issue 2 §3).

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type pg from 'pg';
import { type Command, defaultGenesis } from '@vitrine/core';
import { connect, testDatabase, type TestDatabase } from '../../src/app/postgres/index.ts';
import { coreKit, snapshotFolder, snapshotHeaders, startLocal } from '../../src/engine/sequencer/index.ts';
import { journalReplay, rebuildViews, VIEWS_SCHEMA } from '../../src/projection/views/index.ts';

const SEED_HASH = [1, 2, 3, 4, 5, 6, 7, 8];
/** How long one run may take, ms. */
const PATIENCE = 600_000;
const ROWS = 12;
let database: TestDatabase;
let client: pg.Client;
let dataFolder: string;
/** Puts back what a test changed. */
let undo: string[] = [];

/** Runs a program of `server/bin` on the database and gives what it printed. */
function run(program: 'verify' | 'snapshot'): Promise<{ code: number; out: string }> {
  const { address } = database;
  if (address.kind !== 'socket') throw new Error('the test server is an embedded one');
  const url = `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.folder)}`;
  const file = fileURLToPath(new URL(`../../bin/${program}.ts`, import.meta.url));
  return new Promise((resolve) => {
    const env = { ...process.env, VITRINE_DATABASE_URL: url };
    execFile(process.execPath, [file, dataFolder], { env, timeout: PATIENCE }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: stdout + stderr });
    });
  });
}

beforeAll(async () => {
  database = await testDatabase();
  dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-verify-'));
  const local = await startLocal({
    address: database.address,
    dataFolder,
    genesis: defaultGenesis('practice', SEED_HASH),
    snapshots: { rows: ROWS / 2, commands: 1_000_000 },
  });
  const put = async (fields: Record<string, unknown>) => {
    const { code, result } = await local.link.submit(fields as unknown as Command);
    expect(code).toBe(200);
    return result;
  };
  const key = () => ({ keyTime: Date.now(), keyHigh: 1, keyLow: Math.trunc(Math.random() * 2 ** 40), bodyHash: 1 });
  const tick = { instrument: 1, price: 60_000_000, spread: 0, used: 1, total: 1 };
  await put({ name: 'ticks', ticks: [tick], quotes: [{ instrument: 1, source: 1, offset: 0, age: 0, state: 1 }] });
  const users = [await put({ name: 'user.open', referrer: 0 }), await put({ name: 'user.open', referrer: 2 })];
  for (const user of users) await put({ name: 'practice.claim', user, ...key() });
  const order = { market: 1, wallet: 1, type: 1, timeInForce: 1, price: 600_000, lots: 10, amount: 0 };
  const rest = { trigger: 0, triggerBy: 1, selfTrade: 1 };
  while (local.sequencer.committed < ROWS) {
    for (const [side, user] of users.entries()) {
      await put({ name: 'order.place', user, ...key(), ...order, ...rest, side: 1 + side });
    }
  }
  await vi.waitFor(
    async () => expect((await snapshotHeaders(snapshotFolder(dataFolder), () => undefined)).length).toBeGreaterThan(0),
    { timeout: PATIENCE, interval: 100 },
  );
  await local.stop();
  const source = journalReplay(database.address, coreKit);
  await rebuildViews({ connection: database.connection, schema: VIEWS_SCHEMA, source });
  client = await connect(database.address, 'test');
  await client.query('CREATE TABLE kept AS SELECT * FROM journal');
});

afterEach(async () => {
  for (const statement of undo.splice(0)) await client.query(statement);
});

afterAll(async () => {
  await client.end();
  await database.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const RESTORE = ['DELETE FROM journal', 'INSERT INTO journal SELECT * FROM kept'];

test('a journal, its snapshots, invariants and views as they were recorded pass (design §9 verify)', async () => {
  const { code, out } = await run('verify');
  expect(out).toMatch(/snapshot {4}row \d+: equals the replay/);
  expect(out).toMatch(/journal {5}\d+ rows, \d+ commands: chain and event hashes are equal/);
  expect(out).toContain('invariants  every account, hold and book agrees');
  expect(out).toContain('equal, table by table');
  expect(out).toContain('all is as it was recorded');
  expect(code).toBe(0);
});

test('an edited journal row is named and ends it with 1 (issue 2 §3)', async () => {
  undo = [...RESTORE];
  await client.query("UPDATE journal SET commands = commands || '\\x00'::bytea WHERE row = 5");
  const { code, out } = await run('verify');
  expect(out).toContain('Journal row 5 was changed or damaged');
  expect(out).toContain('something differs');
  expect(code).toBe(1);
});

test.each([
  ['in the middle', 'DELETE FROM journal WHERE row = 7', /Journal row 7 is missing/],
  ['at the start', 'DELETE FROM journal WHERE row = 1', /Journal row 1 is missing/],
  [
    'at the end',
    'DELETE FROM journal WHERE row = (SELECT max(row) FROM journal)',
    /Journal row \d+ is missing: the views hold row \d+/,
  ],
])('a journal row that is missing %s is named and ends it with 1 (issue 2 §3)', async (_, sql, said) => {
  undo = [...RESTORE];
  await client.query(sql);
  const { code, out } = await run('verify');
  expect(out).toMatch(said);
  expect(code).toBe(1);
});

test('a changed view row is named with its table and ends it with 1 (W23, issue 2 §3)', async () => {
  const trades = `${VIEWS_SCHEMA}.trades`;
  await client.query(`CREATE TABLE kept_trades AS SELECT * FROM ${trades}`);
  undo = [`DELETE FROM ${trades}`, `INSERT INTO ${trades} SELECT * FROM kept_trades`, 'DROP TABLE kept_trades'];
  const change = `UPDATE ${trades} SET lots = lots + 1 WHERE ctid = (SELECT min(ctid) FROM ${trades})`;
  expect((await client.query(change)).rowCount).toBe(1);
  const { code, out } = await run('verify');
  expect(out).toContain('trades DIFFERS');
  expect(code).toBe(1);
});

test('a folder without a journal is not checked and ends it with 2 (design §9 verify)', async () => {
  const file = fileURLToPath(new URL('../../bin/verify.ts', import.meta.url));
  const code = await new Promise<unknown>((resolve) => {
    execFile(process.execPath, [file, join(dataFolder, 'nothing')], { timeout: PATIENCE }, (error, _, stderr) => {
      expect(stderr).toContain('holds no journal');
      resolve(error?.code);
    });
  });
  expect(code).toBe(2);
});

test('npm run snapshot writes one of the last row, which equals the replay; the same again is no fault', async () => {
  const { rows } = await client.query<{ last: number }>('SELECT max(row)::int AS last FROM journal');
  const last = rows[0]?.last;
  for (let times = 0; times < 2; times += 1)
    expect(await run('snapshot')).toMatchObject({ code: 0, out: expect.stringContaining(`row ${last}: `) });
  const { code, out } = await run('verify');
  expect(out).toContain(`row ${last}: equals the replay`);
  expect(code).toBe(0);
});

test('npm run snapshot writes none of a journal that was edited, and says where (issue 2 §3)', async () => {
  undo = [...RESTORE];
  const { rows } = await client.query<{ row: number }>('SELECT max(row)::int - 1 AS row FROM journal');
  for (const { row } of await snapshotHeaders(snapshotFolder(dataFolder), () => undefined))
    rmSync(join(snapshotFolder(dataFolder), `${String(row).padStart(12, '0')}.snapshot`));
  await client.query("UPDATE journal SET commands = commands || '\\x00'::bytea WHERE row = $1", [rows[0]?.row]);
  const { code, out } = await run('snapshot');
  expect(out).toContain(`Journal row ${rows[0]?.row} was changed or damaged`);
  expect(code).toBe(1);
  expect(await snapshotHeaders(snapshotFolder(dataFolder), () => undefined)).toEqual([]);
});
