// The simulator's seed, kept in the data folder.

import { join } from 'node:path';
import { drawSeed } from '../../markets/index.ts';
import { type OwnFile, readOwn, unexpected, writeWhole } from '../../shared/own-file/index.ts';

const SEED_FILE = 'seed';
const KEPT: OwnFile = {
  expected: "the simulator's seed",
  remedy:
    'Put it back from your backup; where VITRINE_SEED is set to it, move the file away and keep it: it is made again.',
};

/**
 * The simulator's seed: the one stored at the first start, else the configured one, else a new one.
 * @throws if the configured seed differs from the stored one, whose hash is in the journal and was published.
 */
export async function keptSeed(folder: string, given: string | undefined): Promise<string> {
  const path = join(folder, SEED_FILE);
  const kept = await readOwn(path, KEPT);
  if (kept !== undefined) {
    const seed = kept.toString('utf8').trim();
    if (seed === '') throw unexpected(path, KEPT, 'nothing');
    if (given === undefined || given === seed) return seed;
    throw new Error(
      `${path}: expected the seed of VITRINE_SEED, got another. Its hash is published in the journal, so it stays what ` +
        'the folder began with. Leave VITRINE_SEED out; or, where the file was damaged and VITRINE_SEED is right, move the ' +
        'file away and keep it: it is made again.',
    );
  }
  const seed = given ?? drawSeed();
  await writeWhole(path, `${seed}\n`, true);
  return seed;
}
