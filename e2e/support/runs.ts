// Where a run of the journeys leaves traces and pictures: a folder of its own, so that two runs in one checkout do not empty
// each other's.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './server.ts';

/** One folder for each run in it. */
export const RUNS = join(root, 'node_modules', '.cache', 'journeys');
/** The run, for its workers: the process id of its first process. */
const RUN = 'JOURNEYS_RUN';

/** The folder of this run. */
export function runFolder(): string {
  process.env[RUN] ??= String(process.pid);
  return join(RUNS, process.env[RUN]);
}

/** Removes what earlier runs left: all but the folders of runs that go on. */
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
    // Another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
