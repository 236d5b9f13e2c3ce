// The simulator's seed, kept in the data folder.

import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawSeed } from '../markets/index.ts';
import { isCode } from '../postgres/index.ts';

const SEED_FILE = 'seed';

/**
 * The simulator's seed: the one kept since the first start, else the one set, else a new one.
 * @throws when another one is set than was kept: its hash stands in the journal and was shown to everybody.
 */
export async function keptSeed(folder: string, given: string | undefined): Promise<string> {
  const path = join(folder, SEED_FILE);
  const kept = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (kept !== undefined) {
    const seed = kept.trim();
    if (given === undefined || given === seed) return seed;
    throw new Error(
      `VITRINE_SEED is not the seed that ${folder} began with, whose hash is published in its journal.` +
        ' Leave VITRINE_SEED out, or begin with an empty data folder.',
    );
  }
  const seed = given ?? drawSeed();
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${seed}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return seed;
}
