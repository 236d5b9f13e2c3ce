// docs/reference/spec.md against the repository: each row has a state, and every test it names stands where it says.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(root, 'docs/reference/spec.md'), 'utf8');

const rows = page
  .split('\n')
  .map((line) => /^\| (\d+) \| (.+?) \| (\w+) \| (.*) \|$/.exec(line))
  .filter((row) => row !== null);
/** Files named in backquotes, with the titles named after them. */
const named = [
  ...page.matchAll(/`((?:core|contract|server|ui|web|desk|e2e|tools)\/[\w./[\]-]+\.tsx?)`((?: “[^”]+”)*)/g),
];

describe('docs/reference/spec.md', () => {
  it('has a state in every row', () => {
    expect(rows.length).toBeGreaterThan(200);
    expect(page.split('\n').filter((line) => /^\| \d/.test(line))).toHaveLength(rows.length);
    expect(new Set(rows.map(([, , , state]) => state))).toEqual(new Set(['works', 'decided', 'partial', 'missing']));
  });

  it('names no file and no test that is not there', () => {
    for (const [, file = '', titles = ''] of named) {
      expect(existsSync(resolve(root, file)), file).toBe(true);
      const text = readFileSync(resolve(root, file), 'utf8');
      for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) expect(text, file).toContain(title);
    }
  });
});
