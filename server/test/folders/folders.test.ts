// Data folders recorded by earlier builds: this one opens them and verifies them whole (upgrades §2).

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../src/postgres/index.ts';
import { readRecording, recordings, unpackRecording } from './folder.ts';

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
    database = await testDatabase();
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
});
