// What `npm run check` may leave out.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../ensure.mjs';
import { SLOW_TESTS } from '../slow-first.mjs';
import { changed, LINTED, lintedBy, lints, note, readsOf } from '../unchanged.mjs';
import { codeFiles, sourceFiles } from './source-files.ts';

const filesOf = (name: string): string[] => sourceFiles(name, ['node_modules', 'dist']).map((file) => join(root, file));

/** What a source names outside its package: other packages, and relative paths. */
function* outside(name: string, file: string): Generator<string> {
  const text = readFileSync(file, 'utf8');
  for (const [, other, path] of text.matchAll(/['"]@vitrine\/([a-z]+)(\/test)?/g))
    yield path === undefined ? `${other}/src` : `${other}/test/kit`;
  for (const [, path = ''] of text.matchAll(/['"`]((?:\.\.\/)+[^'"`\n]*)['"`]/g)) {
    const target = relative(root, resolve(dirname(file), path));
    if (path.startsWith('../shared/')) yield path;
    else if (target !== '' && !`${target}/`.startsWith(`${name}/`)) yield target;
  }
}

const within = (path: string, folders: readonly string[]): boolean =>
  folders.some((one) => path === one || path.startsWith(`${one}/`));

/** The part of `outside` that is imported. */
function* importedBy(name: string, file: string): Generator<string> {
  for (const path of outside(name, file))
    if (/\.(m?js|tsx?)$|\/src$|\/test\/kit$/.test(path) && existsSync(join(root, path))) yield path;
}

it.each(['core', 'contract', 'ui', 'web', 'desk'])('lists everything that %s names outside its folder', (name) => {
  const reads = readsOf(name) ?? [];
  const named = new Set(filesOf(name).flatMap((file) => [...outside(name, file)]));
  expect(named).not.toEqual(new Set());
  expect([...named].filter((path) => !within(path, reads))).toEqual([]);
});

it.each(LINTED)('lists everything that the types of %s depend on', (name) => {
  const reads = readsOf(`lint-${name}`) ?? [];
  const imported = filesOf(name).flatMap((file) => [...importedBy(name, file)]);
  expect([...new Set(imported)].filter((path) => !within(path, reads))).toEqual([]);
});

it('issue 17: lint of all packages leaves no program out, at the root neither', () => {
  const linted = lints.flatMap(lintedBy);
  expect(codeFiles().filter((file) => /\.([cm]?js|tsx?)$/.test(file) && !within(file, linted))).toEqual([]);
});

it.each(SLOW_TESTS)('leaves %s to npm test, and it is there', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});

describe('the stamp of a package', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-passed-'));
    for (const name of ['SEED', 'VITRINE_TEST_RUNS', 'VITRINE_DEEP']) vi.stubEnv(name, undefined);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });
  const both = ['contract', 'desk'];
  const file = (project: string) => ({ project, file: `${project}/test/a.test.ts`, ms: 1, passed: 1, skipped: 0 });
  const failure = (project: string) => ({ project, file: 'a', test: 'b', reason: 'c' });
  const left = () => [...changed(both, { folder }).keys()];
  const pass = () => note(changed(both, { folder }), { files: both.map(file), failures: [] }, { folder });

  it('is written when its tests passed', () => {
    expect(left()).toEqual(both);
    pass();
    expect(left()).toEqual([]);
    expect([...changed(both, { folder, all: true }).keys()]).toEqual(both);
  });

  it('does not depend on what the lint tests plant between the sources meanwhile', () => {
    const before = changed(both, { folder });
    const planted = join(root, 'contract/src/zz-planted-unchanged.ts');
    writeFileSync(planted, 'export const x = 1;\n');
    try {
      expect(changed(both, { folder })).toEqual(before);
    } finally {
      rmSync(planted);
    }
  });

  it('is not written when an input was saved during the run', () => {
    const wanted = changed(both, { folder });
    note(wanted.set('desk', 'as it was before'), { files: both.map(file), failures: [] }, { folder });
    expect(left()).toEqual(['desk']);
  });

  it('is not written when none of its tests ran', () => {
    note(changed(both, { folder }), { files: [file('contract')], failures: [] }, { folder });
    expect(left()).toEqual(['desk']);
  });

  it('stays when another package fails; goes when its own fail, or nobody knows whose', () => {
    pass();
    const report = { files: both.map(file), failures: [failure('desk')] };
    note(changed(both, { folder, all: true }), report, { folder });
    expect(left()).toEqual(['desk']);
    note(changed(both, { folder, all: true }), { files: [], failures: [failure('')] }, { folder });
    expect(left()).toEqual(both);
  });

  it.each(['SEED', 'VITRINE_TEST_RUNS'])('is neither read nor written with %s', (name) => {
    vi.stubEnv(name, '2');
    pass();
    vi.stubEnv(name, undefined);
    expect(left()).toEqual(both);
    pass();
    vi.stubEnv(name, '2');
    expect(left()).toEqual(both);
  });
});
