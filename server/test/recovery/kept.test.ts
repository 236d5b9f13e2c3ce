// Issue 14: what `npm run restore` keeps of an older database, so that the start after it does not take hours: snapshots and views
// of rows that its journal still has.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import pg from 'pg';
import { connect, testDatabase, type TestDatabase } from '../../src/app/postgres/index.ts';
import { readHead, readRowHash } from '../../src/engine/journal/index.ts';
import {
  coreKit,
  followBatches,
  removeOtherSnapshots,
  replayBetween,
  saveSnapshot,
  snapshotFolder,
  snapshotHeaders,
  startLocal,
} from '../../src/engine/sequencer/index.ts';
import { dropOtherViews, runViews } from '../../src/projection/views/index.ts';
import { command, genesis } from '../support/exchange-world.ts';

let database: TestDatabase;
let dataFolder: string;
let client: pg.Client;

beforeEach(async () => {
  database = await testDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-kept-'));
  const { address } = database;
  const core = await startLocal({ address, dataFolder, genesis });
  for (let users = 0; users < 5; users += 1) await core.link.submit(command('user.open', { referrer: 0 }));
  const views = await runViews({
    address,
    follow: (afterRow, listener) =>
      followBatches({ kit: coreKit, link: core.link, address, dataFolder, afterRow, listener }),
    refill: (afterRow, upToRow) => replayBetween({ kit: coreKit, address, dataFolder, afterRow, upToRow }),
    log: () => undefined,
    fatal: (error) => expect.unreachable(error.message),
  });
  await views.stop();
  await core.stop();
  client = await connect(address, 'test');
});
afterEach(async () => {
  await client.end();
  await database.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const rowHash = (row: number) => readRowHash(client, row);
/** An older copy: its last row is gone. */
const forgetLastRow = async () => client.query('delete from journal where row = (select max(row) from journal)');

async function viewsRow(): Promise<number | undefined> {
  const { rows } = await client.query<{ there: string | null }>("select to_regclass('views.views_state') as there");
  if (rows[0]?.there === null) return undefined;
  const { rows: stands } = await client.query<{ row: string }>('select row from views.views_state');
  return Number(stands[0]?.row);
}

it('views of rows that the journal has stay; those of a lost row are dropped, and a database without any is no fault', async () => {
  const { row } = await readHead(client);
  await dropOtherViews(database.connection, rowHash);
  expect(await viewsRow()).toBe(row);
  await forgetLastRow();
  await dropOtherViews(database.connection, rowHash);
  expect(await viewsRow()).toBeUndefined();
  await dropOtherViews(database.connection, rowHash);
  expect(await viewsRow()).toBeUndefined();
});

it('views of another history are dropped, though their row is there', async () => {
  await client.query("update views.views_state set row_hash = repeat('0', 64)");
  await dropOtherViews(database.connection, rowHash);
  expect(await viewsRow()).toBeUndefined();
});

it('snapshots of rows that the journal has stay; those of lost rows, of another history and broken ones go', async () => {
  const folder = snapshotFolder(dataFolder);
  const { row: last } = await readHead(client);
  const skipped = (file: string, reason: string) => expect.unreachable(`${file}: ${reason}`);
  for (const row of [2, last]) await saveSnapshot({ client, dataFolder, row, skipped });
  await writeFile(join(folder, '000000000003.snapshot'), 'half');
  const rows = async () => (await snapshotHeaders(folder, skipped)).map(({ row }) => row);
  await removeOtherSnapshots(folder, rowHash);
  expect(await rows()).toEqual([2, last]);
  await removeOtherSnapshots(folder, async (row) => (row === last ? undefined : rowHash(row)));
  expect(await rows()).toEqual([2]);
  await removeOtherSnapshots(folder, async () => '0'.repeat(64));
  expect(await rows()).toEqual([]);
  await removeOtherSnapshots(join(folder, 'none'), rowHash);
});
