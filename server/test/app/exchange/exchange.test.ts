// The house's small parts: its folder, its seed, its log (design §4, §9).

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptSeed } from '../../../src/app/exchange/seed.ts';
import { openLog } from '../../../src/shared/log/index.ts';
import { makeDataFolder } from '../../../src/app/start/index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-house-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the data folder is open to its owner only (design §9)', async () => {
  const inner = join(folder, 'a', 'b');
  await makeDataFolder(inner);
  expect(statSync(inner).mode & 0o777).toBe(0o700);
});

test("the simulator's seed is drawn once and kept; another one is refused (design §4)", async () => {
  const drawn = await keptSeed(folder, undefined);
  expect(drawn).toMatch(/^[0-9a-f]{64}$/);
  expect(await keptSeed(folder, undefined)).toBe(drawn);
  expect(await keptSeed(folder, drawn)).toBe(drawn);
  await expect(keptSeed(folder, '5eed')).rejects.toThrow('expected the seed of VITRINE_SEED, got another');
  expect(statSync(join(folder, 'seed')).mode & 0o777).toBe(0o600);
});

test('a seed that is set at the first start is the one that is kept (design §4)', async () => {
  expect(await keptSeed(folder, '5eed')).toBe('5eed');
  expect(readFileSync(join(folder, 'seed'), 'utf8')).toBe('5eed\n');
});

test('the log is JSON lines, without secrets and personal data (design §9)', () => {
  const lines: string[] = [];
  const log = openLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
  const person = { email: 'someone@example.org', phone: '5551234', password: 'hush' };
  log.info({ ...person, nested: { satoken: 'abc', deeper: { token: 'def' } }, module: 'edge' }, 'hello');
  log.error({ reason: 'no connection to postgres://me:hush@db/x' }, 'away');
  log.info({ req: { method: 'GET', url: '/a?secret=1', headers: { cookie: 'access=abc' } } }, 'request');
  const text = lines.join('');
  for (const secret of ['someone', '5551234', 'hush', 'abc', 'def', 'secret=1']) expect(text).not.toContain(secret);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'info', module: 'edge', msg: 'hello' });
});

test('a line of the log stays one line in UTC, whatever stands in it (ASVS 16.2.2, 16.4.1)', () => {
  const lines: string[] = [];
  const log = openLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
  const forged = 'x\r\n{"level":"info","time":"2026-01-01T00:00:00.000Z","msg":"signed in"}\u2028\u001b[2J';
  log.error({ err: Object.assign(new Error(forged), { code: forged }), module: forged, [forged]: 1 }, forged);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\r\n]*\n$/);
  expect(lines[0]).not.toContain('\u001b');
  const line = JSON.parse(lines[0]!) as Record<string, unknown>;
  expect([line['level'], line['msg'], line['module']]).toEqual(['error', forged, forged]);
  expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});
