// The folder for a run's traces and pictures: one per run, so that two runs in one checkout do not empty each other's.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './server.ts';

/** Contains one folder per run. */
export const RUNS = join(root, 'node_modules', '.cache', 'journeys');
/** The run, for its workers: the process id of its first process. */
const RUN = 'JOURNEYS_RUN';

/** The folder of this run. */
export function runFolder(): string {
  process.env[RUN] ??= String(process.pid);
  return join(RUNS, process.env[RUN]);
}

/** Removes the folders of earlier runs, except of runs that are still active. */
export function sweepRuns(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (name !== process.env[RUN] && !isRunning(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

function isRunning(name: string): boolean {
  if (!/^[1-9]\d*$/.test(name)) return false;
  try {
    process.kill(Number(name), 0);
    return true;
  } catch (error) {
    // The process belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
