// Temporary files of a test run: one folder, in memory if there is enough, removed at the end.
// Test databases then sync to memory. These tests do not cover power failures, so that is enough.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** With less free memory than this, the folder is on disk, bytes. */
const ENOUGH = 4 * 2 ** 30;

function place() {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ENOUGH ? IN_MEMORY : tmpdir();
}

/** The file of a scratch folder that contains its owner's process id. */
const OWNER = 'owner';

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return error.code !== 'ESRCH';
  }
}

/** Removes the scratch folders in `parent` whose owners were killed. */
export function sweep(parent) {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent).filter((one) => one.startsWith('vitrine-'))) {
    const owner = join(parent, name, OWNER);
    if (existsSync(owner) && !isRunning(Number(readFileSync(owner, 'utf8'))))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs `work` with TMPDIR set to a new folder. */
export async function withScratch(work) {
  for (const parent of new Set([IN_MEMORY, tmpdir()])) sweep(parent);
  const folder = mkdtempSync(join(place(), 'vitrine-'));
  writeFileSync(join(folder, OWNER), String(process.pid));
  // The same permissions as the system's temporary folder: some tests start a program as another user.
  chmodSync(folder, 0o1777);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  try {
    return await work();
  } finally {
    process.off('exit', remove);
    remove();
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
