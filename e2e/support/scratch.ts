// Where a run's throw-away data lives: in memory where the system has such a folder, so that a database's syncs cost nothing.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, cpSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that have to be free in memory: some exchanges at a time. */
const LEAST_FREE = 2 ** 30;

/** A folder of one's own, to be removed when done; `npm test` removes those of processes that are gone (tools/scratch.mjs). */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(inMemory() ? MEMORY : tmpdir(), 'vitrine-e2e-'));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  return folder;
}

function inMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > LEAST_FREE;
  } catch {
    // There is no such folder, or not for us.
    return false;
  }
}

/** Copies a folder with its rights: a database is taken only from a folder that is closed to others. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') {
    cpSync(from, to, { recursive: true });
    return;
  }
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`);
}
