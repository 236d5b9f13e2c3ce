// Issue 14: a data folder that was copied while its exchange ran, or after it was killed, is distinguished from one that was
// stopped.

import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdFolder } from '../../../src/app/start/index.ts';

let folder: string;
const at = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-hold-'));
  await mkdir(at('data/postgres'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What `kill -9` leaves: the file that names the holder. */
async function killed(): Promise<void> {
  const held = await holdFolder(at('data'), 0);
  const holder = await readFile(at('data/lock.pid'));
  held.release();
  await writeFile(at('data/lock.pid'), holder);
}

describe('a data folder (issue 14)', () => {
  it('is refused as a copy of one that ran, by what is in it, and left as it is', async () => {
    const held = await holdFolder(at('data'), 0);
    await cp(at('data'), at('copy'), { recursive: true, preserveTimestamps: true });
    const before = await readFile(at('copy/lock.pid'), 'utf8');
    await expect(holdFolder(at('copy'), 0)).rejects.toThrow(
      `${at('copy/lock.pid')}: expected the data folder of an exchange that was stopped, got a copy of one that ran`,
    );
    await expect(holdFolder(at('copy'), 0)).rejects.toThrow('copy of one that ran');
    expect(await readFile(at('copy/lock.pid'), 'utf8')).toBe(before);
    held.release();
    // Whoever knows that nothing ran removes the file, as the message says.
    await rm(at('copy/lock.pid'));
    (await holdFolder(at('copy'), 0)).release();
  });

  it('goes on where it was killed, moved after that, or copied once it was stopped', async () => {
    await killed();
    (await holdFolder(at('data'), 0)).release();
    await killed();
    await rename(at('data'), at('moved'));
    (await holdFolder(at('moved'), 0)).release();
    await cp(at('moved'), at('copy'), { recursive: true });
    (await holdFolder(at('copy'), 0)).release();
  });

  it('goes on as a copy where the database is elsewhere, or an earlier release named only its process', async () => {
    await killed();
    await cp(at('data'), at('copy'), { recursive: true });
    await rm(at('copy/postgres'), { recursive: true });
    (await holdFolder(at('copy'), 0)).release();
    await cp(at('data'), at('older'), { recursive: true });
    await writeFile(at('older/lock.pid'), '123\n');
    (await holdFolder(at('older'), 0)).release();
  });
});
