// Databases know migrations by the domain's recorded name: each folder with migrations has one.

import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATED_FOLDERS } from '../../../src/projection/views/migrate.ts';

const source = join(import.meta.dirname, '../../../src');

it('every folder with migrations has a recorded name, and every name a folder', () => {
  const found = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === 'migrations')
    .map((entry) => relative(source, entry.parentPath));
  expect(found.toSorted()).toEqual(Object.values(MIGRATED_FOLDERS).toSorted());
  expect(found.every((folder) => existsSync(join(source, folder, 'migrations')))).toBe(true);
});
