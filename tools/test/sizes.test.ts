// Sizes of files and folders (issue 17, "Done when" 2): what no reader keeps in mind at once is split by idea.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../ensure.mjs';
import { codeFiles, isGenerated } from './source-files.ts';

const MOST_LINES = 400;
const MOST_FILES = 25;

/** Longer for a reason that stays. */
const TABLES: Readonly<Record<string, string>> = { 'web/src/hint/terms.ts': 'the terms explained at the word' };

/** Still to be split; this list only shrinks. */
const LONG: readonly string[] = [
  'server/test/custody/evm/proven.test.ts',
  'server/test/custody/withdrawal/faults.test.ts',
];

/** Still to be divided into folders; this list only shrinks. */
const WIDE: readonly string[] = ['e2e/support', 'tools', 'web/test'];

const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;

it('issue 17: no file has more than 400 lines but tables and generated ones', () => {
  const files = codeFiles();
  expect(files.length).toBeGreaterThan(2_500);
  const long = files.filter((file) => !isGenerated(file) && linesOf(file) > MOST_LINES);
  const known = [...Object.keys(TABLES), ...LONG];
  expect(
    long.filter((file) => !known.includes(file)),
    'split it by idea',
  ).toEqual([]);
  expect(
    known.filter((file) => !long.includes(file)),
    'no longer so long: take it from the list',
  ).toEqual([]);
});

it('issue 17: no folder has more than 25 files of code beside each other', () => {
  const folders = Map.groupBy(codeFiles(), (file) => dirname(file));
  const wide = [...folders].filter(([, files]) => files.length > MOST_FILES).map(([folder]) => folder);
  expect(
    wide.filter((folder) => !WIDE.includes(folder)),
    'divide it into folders',
  ).toEqual([]);
  expect(
    WIDE.filter((folder) => !wide.includes(folder)),
    'no longer so wide: take it from the list',
  ).toEqual([]);
});
