// Where the first set-up link of the desk goes (issue 15, found by an attack).

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SETUP_FILE, setupLine } from '../../../src/app/start/index.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-setup-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const file = join(dataFolder, SETUP_FILE);
const link = 'https://desk.example.org/setup#token';
const start = { url: 'https://desk.example.org', setup: link, dataFolder };

it('is printed for play money, and at a terminal', () => {
  expect(setupLine({ ...start, mode: 'practice', terminal: false })).toContain(link);
  expect(setupLine({ ...start, mode: 'live', terminal: true })).toContain(link);
  expect(existsSync(file)).toBe(false);
});

it('is else in a file that only its owner reads, not on standard output, and goes at the next start', () => {
  const elsewhere = join(dataFolder, 'elsewhere');
  writeFileSync(elsewhere, '', { mode: 0o644 });
  symlinkSync(elsewhere, file);
  const line = setupLine({ ...start, mode: 'live', terminal: false });
  expect(line).toContain(file);
  expect(line).not.toContain('token');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`${link}\n`, 0o600]);
  expect(readFileSync(elsewhere, 'utf8')).toBe('');
  expect(setupLine({ ...start, setup: undefined, mode: 'live', terminal: false })).toBe(`Desk: ${start.url}\n`);
  expect(existsSync(file)).toBe(false);
});
