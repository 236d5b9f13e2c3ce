// `npm run record-folder -- NAME`: runs a small practice exchange of this build and keeps its database and snapshots in
// one compressed file, which the tests of every later build open (`docs/operate/upgrades.md`).

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultGenesis, firstCommands } from '@vitrine/core';
import { NO_HASH } from '../src/engine/journal/index.ts';
import { connect, type DatabaseAddress, startPostgres } from '../src/app/postgres/index.ts';
import {
  catchUp,
  coreKit,
  type Restart,
  snapshotFolder,
  snapshotHeaders,
  startLocal,
} from '../src/engine/sequencer/index.ts';
import { journalReplay, migrateAll, rebuildViews, VIEWS_SCHEMA } from '../src/projection/views/index.ts';
import { recordingPath, takeRecording, writeRecording } from '../test/folders/folder.ts';
import { live } from '../test/folders/story.ts';

const SEED_HASH = [1, 2, 3, 4, 5, 6, 7, 8];
/** A Monday morning, UTC. */
const BEGIN = Date.UTC(2026, 10, 23, 6, 0, 10);
/** A snapshot every so many rows: the newest ones are kept. */
const SNAPSHOT_ROWS = 60;
const LOOK_EVERY = 100;
const MOST_LOOKS = 100;

async function record(name: string): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-record-'));
  const postgres = await startPostgres({ dataFolder });
  try {
    await migrateAll(postgres.connection);
    const clock = { now: BEGIN };
    const started = clock.now;
    const log = (level: string, message: string, detail: object = {}) =>
      void process.stderr.write(`${level} ${message} ${JSON.stringify(detail)}\n`);
    const exchange = await startLocal({
      address: postgres.address,
      dataFolder,
      genesis: defaultGenesis('practice', SEED_HASH),
      setup: firstCommands('practice'),
      snapshots: { rows: SNAPSHOT_ROWS, commands: 1_000_000 },
      time: { utc: () => clock.now, monotonic: () => clock.now - started },
      log,
    });
    await live(exchange.link, clock);
    for (let looks = 0; (await snapshots(dataFolder)) === 0; looks += 1) {
      if (looks === MOST_LOOKS) throw new Error(`Expected a snapshot after ${SNAPSHOT_ROWS} rows; none was written.`);
      await sleep(LOOK_EVERY);
    }
    await exchange.stop();
    const source = journalReplay(postgres.address, coreKit);
    await rebuildViews({ connection: postgres.connection, schema: VIEWS_SCHEMA, source });
    const { row: rows, exchange: end } = await replayed(postgres.address);
    const about = { build: name, rules: end.rules, time: end.time, rows, digest: end.digest() };
    const bytes = writeRecording(recordingPath(name), await takeRecording(postgres.connection, dataFolder, about));
    process.stdout.write(`${recordingPath(name)}: ${rows} rows, ${bytes} bytes\n`);
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function snapshots(dataFolder: string): Promise<number> {
  return (await snapshotHeaders(snapshotFolder(dataFolder), () => undefined)).length;
}

/** The journal replayed from its first row. */
async function replayed(address: DatabaseAddress): Promise<Restart> {
  const client = await connect(address, 'record');
  try {
    return await catchUp(coreKit, client, { exchange: coreKit.open(), row: 0, rowHash: NO_HASH });
  } finally {
    await client.end();
  }
}

const [name] = process.argv.slice(2);
if (name === undefined) {
  process.stderr.write('Expected a name for the recording: npm run record-folder -- NAME\n');
  process.exitCode = 2;
} else await record(name);
