// Issue 14: a lock that locks nobody out is refused, with its file, whose it is and what to do.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const TAKE = fileURLToPath(new URL('./take.ts', import.meta.url));
/** Root may write everything: the processes run as nobody then. */
const NOBODY = 65_534;
const root = process.getuid?.() === 0;
const uid = root ? NOBODY : (process.getuid?.() ?? 0);

let folder: string;
let path: string;
const ends: (() => Promise<unknown>)[] = [];

/** What a process says that takes the lock, and holds it until the test ends. */
async function take(): Promise<string> {
  const as = root ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(process.execPath, [TAKE, path], { ...as, stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  const exit = once(child, 'exit');
  ends.push(async () => {
    child.stdin.end();
    await exit;
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return String(line);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-lock-'));
  path = join(folder, 'lock');
  if (root) await chown(folder, NOBODY, NOBODY);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await rm(folder, { recursive: true, force: true });
});

describe('a lock', () => {
  it('is for one process, and writes nothing into its file', async () => {
    expect(await take()).toBe('taken');
    expect(await take()).toBe('Error: held');
    for (const end of ends.splice(0)) await end();
    expect(await readFile(path, 'utf8')).toBe('');
    expect(await take()).toBe('taken');
  });

  it('that may only be read, or not even that, is taken by nobody', async () => {
    await writeFile(path, '');
    if (root) await chown(path, NOBODY, NOBODY);
    for (const mode of [0o400, 0o000]) {
      await chmod(path, mode);
      const said = await take();
      expect(said).toContain(`${path}: expected a lock that user ${uid} may write, got one of user ${uid} with mode `);
      expect(said).toContain('(chown) with mode 600');
      expect((await stat(path)).mode & 0o777).toBe(mode);
    }
    await chmod(path, 0o600);
    expect(await take()).toBe('taken');
  });

  it('that is a link to nothing is refused, and nothing is made where it leads', async () => {
    const elsewhere = join(folder, 'no', 'such', 'folder');
    await symlink(elsewhere, path);
    expect(await take()).toContain(`${path}: expected a lock file, got a link to a file that is not there`);
    await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
  });

  it('of another user is refused with whose it is', async ({ skip }) => {
    if (!root) return skip('a file of another user takes root');
    await writeFile(path, '');
    for (const mode of [0o600, 0o644]) {
      await chmod(path, mode);
      expect(await take()).toContain(`expected a lock that user ${NOBODY} may write, got one of user 0 with mode `);
    }
    await rm(path);
    await chown(folder, 0, 0);
    expect(await take()).toContain(`${path}: expected to make the file that stands for a lock, got EACCES`);
  });
});
