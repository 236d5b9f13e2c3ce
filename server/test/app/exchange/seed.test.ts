// Issue 14: the simulator's seed that was damaged is named, with the way on.

import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptSeed } from '../../../src/app/exchange/seed.ts';

it('is kept; a damaged one is named, and made again from the setting once it is moved away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-seed-'));
  const path = join(folder, 'seed');
  const given = 'ab'.repeat(32);
  try {
    expect(await keptSeed(folder, given)).toBe(given);
    expect(await keptSeed(folder, undefined)).toBe(given);
    await writeFile(path, given.slice(0, 10));
    await expect(keptSeed(folder, given)).rejects.toThrow(
      /seed: expected the seed of VITRINE_SEED, got another\..*move the file away/,
    );
    await writeFile(path, '');
    for (const set of [undefined, given])
      await expect(keptSeed(folder, set)).rejects.toThrow(`${path}: expected the simulator's seed, got nothing.`);
    await rename(path, `${path}.kept`);
    await mkdir(path);
    await expect(keptSeed(folder, given)).rejects.toThrow(`${path}: expected the simulator's seed, got a folder.`);
    await rm(path, { recursive: true });
    expect(await keptSeed(folder, given)).toBe(given);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
