// Temporary files of a test run: one folder, in memory where the system has room for it, removed at the end. Databases of
// tests then sync to memory: what survives a power cut is not what these tests are about.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Below this much free memory there the folder goes to the disk, bytes. */
const ENOUGH = 4 * 2 ** 30;

function place() {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ENOUGH ? IN_MEMORY : tmpdir();
}

/** Runs `work` with TMPDIR set to a fresh folder. */
export async function withScratch(work) {
  const folder = mkdtempSync(join(place(), 'vitrine-'));
  // As open as the system's own folder of temporary files: some tests start a program as another user.
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
