// Golden journals: commands recorded once, which replay to the recorded hashes in every later release.
// Each journal has a file for version 1 of the rules (`spot.bin`, `spot.json`) and one for each later version it was
// recorded under (`spot-4.bin`). They are append-only (tools/test/recordings.test.ts). GOLDEN=write records missing
// files under the newest rules.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { NEWEST_RULES, packWords, unpackWords } from '../../src/index.ts';

const FOLDER = new URL('../golden/', import.meta.url);

function fileOf(stem: string, ending: 'bin' | 'json'): URL {
  return new URL(`${stem}.${ending}`, FOLDER);
}

/** The recordings of one journal, oldest first; with GOLDEN=write also the one of the newest rules. */
export function goldens(name: string): string[] {
  const versions = readdirSync(FOLDER).flatMap((file) => {
    const found = new RegExp(`^${name}(?:-(\\d+))?\\.bin$`).exec(file);
    return found === null ? [] : [Number(found[1] ?? 1)];
  });
  if (process.env['GOLDEN'] === 'write' && !versions.includes(NEWEST_RULES)) versions.push(NEWEST_RULES);
  return versions.toSorted((a, b) => a - b).map((version) => (version === 1 ? name : `${name}-${version}`));
}

/** The words of a recording. */
export function journalOf(stem: string): Float64Array {
  return unpackWords(readFileSync(fileOf(stem, 'bin')));
}

/**
 * The result of a recording in this release and the recorded result. If it is not recorded yet (GOLDEN=write), `record`
 * gives its words.
 */
export function compareGolden(
  stem: string,
  record: () => Float64Array,
  replayed: (words: Float64Array) => object,
): { readonly now: object; readonly recorded: unknown } {
  if (!existsSync(fileOf(stem, 'bin'))) {
    const words = record();
    writeFileSync(fileOf(stem, 'bin'), packWords(words), { flag: 'wx' });
    writeFileSync(fileOf(stem, 'json'), `${JSON.stringify(replayed(words), null, 2)}\n`, { flag: 'wx' });
  }
  return { now: replayed(journalOf(stem)), recorded: JSON.parse(readFileSync(fileOf(stem, 'json'), 'utf8')) };
}
