// docs/security.md against the repository: every requirement of its chapters has an answer, and every test it names stands where it says.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(root, 'docs/security.md'), 'utf8');

/** ASVS 5.0.0, levels 1 and 2 of the chapters the page is about: by section, which of its numbers. */
const required: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
};
const numbers = Object.entries(required).flatMap(([section, all]) => all.map((one) => `${section}.${one}`));

/** Rows of the tables that begin with a number: number, wording, answer. */
const rows = page
  .split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, number = '', , answer = '']) => ({ number, answer }));

/** A file and the titles named after it: `path` “one”, “other”. */
const named = [...page.matchAll(/`([\w./[\]-]+\.(?:test|spec)\.tsx?)`((?:(?:,| and)? “[^”]+”)+)/g)].flatMap(
  ([, file = '', titles = '']) => [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title })),
);

describe('docs/security.md', () => {
  it('answers every requirement of levels 1 and 2 of its chapters, each once', () => {
    const answered = rows.map(({ number }) => number);
    expect(numbers.filter((number) => !answered.includes(number))).toEqual([]);
    expect(new Set(answered).size).toBe(answered.length);
  });

  it('answers by a test, by a page, or says why not', () => {
    const without = rows.filter(
      ({ answer }) => !/“[^”]+”/.test(answer) && !/^(Not here:|Exception \d+)/.test(answer) && !/^§\d/.test(answer),
    );
    expect(without.map(({ number }) => number)).toEqual([]);
  });

  it('names its exceptions and sections rightly', () => {
    for (const [, number = ''] of page.matchAll(/Exceptions? (\d+)/g))
      expect(page).toMatch(new RegExp(`^${number}\\. `, 'm'));
    for (const { answer } of rows)
      for (const [, number = ''] of answer.matchAll(/^§(\d)/g))
        expect(page).toMatch(new RegExp(`^## ${number}\\. `, 'm'));
  });

  it('names no test that does not exist', () => {
    expect(named.length).toBeGreaterThan(100);
    const missing = named.filter(({ file, title }) => {
      const path = resolve(root, file);
      if (!existsSync(path)) return true;
      const source = readFileSync(path, 'utf8').replaceAll("\\'", "'");
      return !["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
    });
    expect(missing).toEqual([]);
  });

  it('names every test so that this page’s test sees it', () => {
    const files = [...page.matchAll(/`[\w./[\]-]+\.(?:test|spec)\.tsx?`/g)].length;
    const seen = [...page.matchAll(/`[\w./[\]-]+\.(?:test|spec)\.tsx?` “/g)].length;
    expect(seen).toBe(files);
  });
});
