// The folder for a run's temporary data: in memory where the system has such a folder, so that database syncs are
// cheap.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, cpSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that must be free in memory: enough for several exchanges. */
const LEAST_FREE = 2 ** 30;

/** A temporary folder that the caller removes; `npm test` removes those of dead processes (tools/scratch.mjs). */
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
    // The folder is missing or not accessible.
    return false;
  }
}

/** Copies a folder with its permissions: PostgreSQL refuses a data folder that others can read. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') {
    cpSync(from, to, { recursive: true });
    return;
  }
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`);
}
