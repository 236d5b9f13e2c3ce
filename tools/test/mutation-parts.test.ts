// docs/reference/mutation.md: what the parts of `npm run mutate` name exists. A test file that moved would let changes pass unnoticed.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parts } from '../mutation-parts.mjs';

const root = resolve(import.meta.dirname, '../..');

/** A pattern without braces for each of its alternatives. */
function alternatives(pattern: string): string[] {
  const found = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern);
  if (found === null) return [pattern];
  const [, before = '', names = '', after = ''] = found;
  return names.split(',').flatMap((name) => alternatives(before + name + after));
}

it('mutation: each pattern of a part names files, each alternative of its own', () => {
  const patterns = Object.values(parts).flatMap((pieces) => pieces.flatMap(({ code, tests }) => [...code, ...tests]));
  expect(patterns.length).toBeGreaterThan(20);
  const empty = patterns.flatMap(alternatives).filter((one) => globSync(one, { cwd: root }).length === 0);
  expect(empty).toEqual([]);
});
