// Recordings of earlier builds are append-only (upgrades §4): golden journals and data folders that exist never change and
// are never removed. `RECORDED=add` lists new ones.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
/** Since this commit nothing recorded may change. */
const SINCE = '7b197a0';
const LIST = 'SHA256SUMS';
/** Where recordings stand, and which files are recordings. */
const FOLDERS = [
  ['core/test/golden', /\.(bin|json)$/],
  ['server/test/folders', /\.json\.br$/],
] as const;

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: fileURLToPath(ROOT), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Whether this is a checkout whose history reaches back to that commit. */
function hasHistory(): boolean {
  try {
    git('merge-base', '--is-ancestor', SINCE, 'HEAD');
    return true;
  } catch {
    return false;
  }
}

function sha256(path: string): string {
  return createHash('sha256')
    .update(readFileSync(new URL(path, ROOT)))
    .digest('hex');
}

/** Hashes by file name, as `sha256sum` writes them. */
function listed(folder: string): Map<string, string> {
  const lines = readFileSync(new URL(`${folder}/${LIST}`, ROOT), 'utf8')
    .trim()
    .split('\n');
  return new Map(lines.map((line) => line.split('  ').toReversed() as [string, string]));
}

describe.each(FOLDERS)('upgrades §4 the recordings in %s', (folder, pattern) => {
  const files = readdirSync(new URL(`${folder}/`, ROOT)).filter((name) => pattern.test(name));

  it('are all listed with their hashes; none was changed or removed', () => {
    if (process.env['RECORDED'] === 'add') {
      const known = listed(folder);
      for (const name of files.filter((one) => !known.has(one)))
        appendFileSync(new URL(`${folder}/${LIST}`, ROOT), `${sha256(`${folder}/${name}`)}  ${name}\n`);
    }
    const known = listed(folder);
    const advice = 'a recording never changes; new ones are listed by RECORDED=add (docs/operate/upgrades.md §4)';
    expect(files.toSorted(), advice).toEqual([...known.keys()].toSorted());
    for (const [name, hash] of known) expect([name, sha256(`${folder}/${name}`)], advice).toEqual([name, hash]);
  });

  it.skipIf(!hasHistory())(`no commit since ${SINCE} changed or removed one, nor a line of the list`, () => {
    const changed = git(
      'log',
      '--diff-filter=MDRT',
      '--no-renames',
      '--name-only',
      '--format=',
      `${SINCE}..HEAD`,
      '--',
      folder,
    );
    expect(changed.split('\n').filter((path) => pattern.test(path))).toEqual([]);
    const list = `${folder}/${LIST}`;
    const removed = [
      git('log', '--numstat', '--format=', `${SINCE}..HEAD`, '--', list),
      git('diff', '--numstat', 'HEAD', '--', list),
    ]
      .flatMap((text) => text.split('\n'))
      .filter((line) => line !== '' && line.split('\t')[1] !== '0');
    expect(removed).toEqual([]);
  });
});
