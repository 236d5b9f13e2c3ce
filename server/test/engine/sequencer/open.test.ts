// The sequencer on a real journal: restart, snapshots, bad rows, lost databases, followers (design §2; core §7; issue 2 §3).

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readHead } from '../../../src/engine/journal/index.ts';
import { connect, testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { followBatches } from '../../../src/engine/sequencer/follow.ts';
import type { Batch, ExchangeLink } from '../../../src/engine/sequencer/link.ts';
import { openSequencer, type OpenSequencer } from '../../../src/engine/sequencer/open.ts';
import { localLink } from '../../../src/engine/sequencer/port.ts';
import { catchUp, nearestStart } from '../../../src/engine/sequencer/replay.ts';
import { snapshotFolder, writeSnapshot } from '../../../src/engine/sequencer/snapshot-file.ts';
import { type Proxy, startProxy } from '../journal/proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { add, adderKit, opened } from './adder.ts';

let keeper: TestDatabase;
let database: TestDatabase;
let client: pg.Client;
let proxy: Proxy;
let dataFolder: string;
let open: OpenSequencer | undefined;
let logs: string[];
let fatals: Error[];

beforeAll(async () => {
  keeper = await testDatabase();
});

afterAll(async () => {
  await keeper.stop();
});

beforeEach(async () => {
  database = await testDatabase();
  client = await connect(database.address, 'test');
  proxy = await startProxy(database.address);
  dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-open-'));
  logs = [];
  fatals = [];
  return async () => {
    await open?.close();
    open = undefined;
    await client.end();
    await proxy.stop();
    await database.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
});

async function start(
  options: { through?: boolean; genesis?: number; time?: () => number; progressEvery?: number } = {},
): Promise<ExchangeLink> {
  const utc = options.time ?? Date.now;
  open = await openSequencer({
    kit: adderKit,
    address: options.through === true ? proxy.address : database.address,
    dataFolder,
    genesis: add(0, options.genesis ?? 1_000),
    log: (level, message, detail) => void logs.push(`${level} ${message} ${JSON.stringify(detail ?? {})}`),
    fatal: (error) => void fatals.push(error),
    lockPatience: 1_000,
    ...(options.progressEvery === undefined ? {} : { progressEvery: options.progressEvery }),
    time: { utc, monotonic: () => performance.now() },
  });
  return localLink(adderKit, open.sequencer);
}

async function stop(): Promise<void> {
  await open?.close();
  open = undefined;
}

/** Adds 1 so many times, a row each. */
async function addRows(link: ExchangeLink, rows: number): Promise<void> {
  for (let n = 0; n < rows; n += 1) await link.submit(add(1, 1), 1);
}

/** Replays to a row and writes its snapshot. */
async function snapshotAt(row: number, change: (head: { digest: string }) => object = () => ({})): Promise<string> {
  const head = await readHead(client);
  const folder = snapshotFolder(dataFolder);
  const parts = { kit: adderKit, client, folder, notAfterRow: row, head, skipped: () => undefined };
  const at = await catchUp(adderKit, client, await nearestStart(parts), row);
  const header = { row, rowHash: at.rowHash, rules: 1, digest: at.exchange.digest(), keyDigest: '' };
  return await writeSnapshot(folder, { ...header, ...change(header) }, at.exchange.save());
}

test('a first start runs genesis and its epoch, a second one replays and goes on (design §2, §9)', async () => {
  await addRows(await start(), 20);
  await stop();
  const link = await start();
  expect(opened.last.sum).toBe(1_020);
  const outcome = await link.submit(add(1, 1), 1);
  expect(outcome.result).toBe(1_021);
  await stop();
  const { rows } = await client.query<{ epoch: number }>('SELECT DISTINCT epoch FROM journal ORDER BY epoch');
  expect(rows.map(({ epoch }) => epoch)).toEqual([1, 2]);
});

test('a start that replays says how far it is (issue 14, 7)', async () => {
  await addRows(await start(), 20);
  await stop();
  const { row: of } = await readHead(client);
  logs.length = 0;
  await start({ progressEvery: 0 });
  const reported = logs.filter((line) => line.includes('the journal is being replayed'));
  expect(reported.at(0)).toContain(JSON.stringify({ row: 1, of }));
  expect(reported.at(-1)).toContain(JSON.stringify({ row: of, of }));
});

test('a genesis that the core refuses stops the start and says so (core §3)', async () => {
  await expect(start({ genesis: -1 })).rejects.toThrow('refuses its add with code 400 (expected 0, got -1)');
});

test.each([
  ['an edited', 'UPDATE journal SET commands = commands || $$x$$::bytea WHERE row = 4', 'Journal row 4 was changed'],
  ['a missing', 'DELETE FROM journal WHERE row = 4', 'Journal row 4 is missing'],
])('%s row stops the start and is named, before and behind the newest snapshot (issue 2 §3)', async (_, sql, said) => {
  await addRows(await start(), 10);
  await stop();
  await client.query('CREATE TABLE kept AS SELECT * FROM journal');
  await client.query(sql);
  await expect(start()).rejects.toThrow(said);
  await client.query('DELETE FROM journal');
  await client.query('INSERT INTO journal SELECT * FROM kept');
  await snapshotAt(8);
  await client.query(sql);
  await expect(start()).rejects.toThrow(said);
});

test('a row that replays differently stops the start and is named (core §7)', async () => {
  await addRows(await start(), 10);
  await stop();
  const kit = { ...adderKit, unpack: (bytes: Uint8Array) => adderKit.unpack(bytes).map((w) => (w === 1 ? 2 : w)) };
  await expect(
    openSequencer({
      kit,
      address: database.address,
      dataFolder,
      genesis: add(0, 1),
      log: () => undefined,
      fatal: () => undefined,
    }),
  ).rejects.toThrow(/Journal row \d+ replays differently/);
});

test('rows cut off the end of the journal are noticed by the snapshot that knew them (issue 2 §3)', async () => {
  await addRows(await start(), 10);
  await stop();
  await snapshotAt(10);
  await client.query('DELETE FROM journal WHERE row > 8');
  await expect(start()).rejects.toThrow(
    'Journal row 9 is missing: the journal ends at row 8, but there is a snapshot of row 10',
  );
});

test('a start takes the newest valid snapshot; a bad one is skipped for the one before (core §7)', async () => {
  await addRows(await start(), 30);
  await stop();
  await snapshotAt(5);
  await snapshotAt(10);
  await snapshotAt(15, () => ({ digest: 'another' }));
  const damaged = await snapshotAt(20);
  const bytes = readFileSync(damaged);
  bytes[bytes.length - 3]! ^= 1;
  writeFileSync(damaged, bytes);
  // Three are kept: that of row 5 is gone.
  expect(readdirSync(snapshotFolder(dataFolder)).length).toBe(3);
  await start();
  expect(opened.last.sum).toBe(1_030);
  expect(logs.filter((line) => line.includes('a snapshot was skipped')).length).toBe(2);
  expect(logs.some((line) => line.includes('"fromSnapshot":10'))).toBe(true);
});

test('a snapshot of another journal stops the start (core §7)', async () => {
  await addRows(await start(), 10);
  await stop();
  await snapshotAt(6, () => ({ rowHash: 'ab'.repeat(32) }));
  await expect(start()).rejects.toThrow('Journal row 6 was changed or damaged: the snapshot of it names another hash');
});

test('prefix + snapshot + rest = whole, from every row (core §8 replay)', async () => {
  const link = await start();
  for (let n = 0; n < 12; n += 1) await link.submit(add(1, n % 4 === 3 ? -1 : n, n === 5 ? { due: 1 } : {}), 1);
  await stop();
  const whole = opened.last.sum;
  for (let row = 1; row <= 12; row += 1) {
    rmSync(snapshotFolder(dataFolder), { recursive: true, force: true });
    await snapshotAt(row);
    await start();
    expect(opened.last.sum).toBe(whole);
    await stop();
  }
});

test('a restart more than 60 s behind the journal takes no orders and says why; they come back with the clock (design §2 time)', async () => {
  await addRows(await start(), 3);
  await stop();
  let behind = 61_000 + 5_000;
  const link = await start({ time: () => Date.now() - behind });
  await eventually(() => expect(link.state().taking).toBe(false));
  expect(link.state().reason).toContain('behind the last batch');
  await expect(link.submit(add(1, 1), 1)).rejects.toMatchObject({ code: 503 });
  behind = 0;
  await eventually(() => expect(link.state().taking).toBe(true));
  expect((await link.submit(add(1, 1), 1)).code).toBe(200);
});

test('a full disk (53100) stops taking orders, shows nothing as done, and takes up by itself (issue 2 §3)', async () => {
  const link = await start();
  await addRows(link, 2);
  await client.query('CREATE TABLE fault (code text)');
  await client.query("INSERT INTO fault VALUES ('53100')");
  await client.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM fault) THEN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
    END IF; RETURN NEW; END $$`);
  await client.query('CREATE TRIGGER fail BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION fail()');
  const rows = (await readHead(client)).row;
  const batches: Batch[] = [];
  link.onBatch((batch) => batches.push(batch));
  let done = false;
  const run = link.submit(add(1, 5), 1).then((outcome) => ((done = true), outcome));
  await eventually(() => expect(link.state().taking).toBe(false));
  expect(link.state().reason).toContain('No space left on device');
  await expect(link.submit(add(2, 1), 2)).rejects.toMatchObject({ code: 503 });
  expect(done).toBe(false);
  expect(batches.length).toBe(0);
  expect((await readHead(client)).row).toBe(rows);
  await client.query('DELETE FROM fault');
  expect((await run).code).toBe(200);
  expect(link.state().taking).toBe(true);
  expect(batches.map((batch) => batch.count)).toEqual([1]);
  expect(opened.last.sum).toBe(1_007);
});

test('a lost database and lost answers: every command is in the journal once, each outcome is sent once (design §2 out)', async () => {
  const link = await start({ through: true });
  const reported: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    if (round % 3 === 0) proxy.lose('answer');
    if (round % 3 === 1) proxy.lose('request', 2);
    if (round % 3 === 2) proxy.cut();
    const outcome = await link.submit(add(1, 1), 1);
    reported.push(outcome.result);
    await eventually(() => expect(link.state().taking).toBe(true));
  }
  expect(reported).toEqual(Array.from({ length: 12 }, (_, n) => 1_001 + n));
  await stop();
  await start();
  expect(opened.last.sum).toBe(1_012);
});

test('a second exchange on the same journal is refused while the first is at work (design §2 fenced)', async () => {
  await start();
  const first = open!;
  await expect(start()).rejects.toThrow('Another Vitrine is writing this journal');
  open = first;
});

test('a follower from any row gets every later batch once, in order, past and live (core §7 views)', async () => {
  const link = await start();
  await addRows(link, 10);
  await snapshotAt(6);
  for (const afterRow of [0, 3, 6, 9]) {
    const rows: number[] = [];
    const last = (await readHead(client)).row;
    const stopFollowing = await followBatches({
      kit: adderKit,
      link,
      address: database.address,
      dataFolder,
      afterRow,
      listener: async (batch) => {
        rows.push(batch.row);
        // Batches are committed while it catches up.
        if (batch.row === last) await addRows(link, 2);
      },
    });
    await addRows(link, 1);
    stopFollowing();
    expect(rows).toEqual(Array.from({ length: last + 3 - afterRow }, (_, n) => afterRow + 1 + n));
  }
});

test('a follower ahead of the journal is refused by name (design §2 views)', async () => {
  const link = await start();
  await expect(
    followBatches({
      kit: adderKit,
      link,
      address: database.address,
      dataFolder,
      afterRow: 99,
      listener: () => undefined,
    }),
  ).rejects.toThrow('The views are at row 99, ahead of the journal');
});
