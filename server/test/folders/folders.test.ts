// Data folders recorded by earlier builds: this one opens them and verifies them whole (upgrades §2).

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activations, defaultGenesis, firstCommands, NEWEST_RULES } from '@vitrine/core';
import { testDatabase, type TestDatabase } from '../../src/app/postgres/index.ts';
import { coreKit, followBatches, replayBetween, startLocal } from '../../src/engine/sequencer/index.ts';
import { runViews } from '../../src/projection/views/index.ts';
import { eventually } from '../support/eventually.ts';
import { readRecording, recordings, unpackRecording } from './folder.ts';
import { goOn } from './story.ts';

const HOUR = 3_600_000;
const SEED_HASH = [1, 2, 3, 4, 5, 6, 7, 8];
const PROGRAM = fileURLToPath(new URL('../../bin/verify.ts', import.meta.url));

/** `npm run verify` on a database and a data folder: its exit code and what it printed. */
function verify({ address }: TestDatabase, dataFolder: string): Promise<{ code: number; out: string }> {
  if (address.kind !== 'socket') throw new Error('the test server is an embedded one');
  const url = `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.folder)}`;
  const env = { ...process.env, VITRINE_DATABASE_URL: url };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, dataFolder], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: stdout + stderr });
    });
  });
}

test('there is a recording of the first build with rules (upgrades §2)', () => {
  expect(recordings().map((path) => basename(path))).toContain('7b197a0.json.br');
});

describe.each(recordings().map((path) => [basename(path), path] as const))('the data folder %s', (_, path) => {
  const recording = readRecording(path);
  let database: TestDatabase;
  let dataFolder: string;

  beforeAll(async () => {
    database = await testDatabase({ empty: true });
    dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-folder-'));
    await unpackRecording(recording, database.connection, dataFolder);
  });

  afterAll(async () => {
    await database.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  test('is verified by this build: every row, snapshot and view is as it was recorded (upgrades §2)', async () => {
    const { code, out } = await verify(database, dataFolder);
    expect(out).toContain('all is as it was recorded');
    expect(out).toContain(`${recording.rows} rows`);
    expect(code).toBe(0);
  });

  test('goes on under the newest rules, and all of it is verified again (upgrades §2)', async () => {
    const clock = { now: recording.time + HOUR };
    const begun = clock.now;
    const activated: unknown[] = [];
    const log = (_: string, message: string, detail?: Readonly<Record<string, unknown>>) => {
      if (message === 'rules are activated') activated.push(detail?.['version']);
    };
    const { address } = database;
    const exchange = await startLocal({
      ...{ address, dataFolder, log, genesis: defaultGenesis('practice', SEED_HASH), setup: firstCommands('practice') },
      time: { utc: () => clock.now, monotonic: () => clock.now - begun },
    });
    const { link } = exchange;
    const pending = activations(recording.rules).map(({ version }) => version);
    await eventually(() => expect(activated).toEqual(pending));
    const views = await runViews({
      address,
      follow: (afterRow, listener) => followBatches({ kit: coreKit, link, address, dataFolder, afterRow, listener }),
      refill: (afterRow, upToRow) => replayBetween({ kit: coreKit, address, dataFolder, afterRow, upToRow }),
      log: () => undefined,
      fatal: fail,
    });
    await goOn(link, clock);
    const { committed } = exchange.sequencer;
    await views.reached(committed);
    await views.stop();
    await exchange.stop();
    expect(committed).toBeGreaterThan(recording.rows + 30);

    const { code, out } = await verify(database, dataFolder);
    expect(out).toContain('all is as it was recorded');
    expect(out).toContain(`rows 1 to ${recording.rows}, rules ${recording.rules}`);
    expect(out).toContain(`rows ${recording.rows + 1} to ${committed}, rules ${NEWEST_RULES}`);
    expect(code).toBe(0);
  });
});

function fail(error: Error): void {
  throw error;
}
