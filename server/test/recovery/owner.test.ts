// A test run that is killed leaves no exchange behind: the exchange of `exchange.ts` ends with whoever started it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findPostmaster, isAlive } from '../../src/app/postgres/postmaster.ts';
import { until } from './exchange.ts';

const OWNER = fileURLToPath(new URL('./owner.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vitrine-owner-'));
const left: number[] = [];

afterAll(() => {
  for (const pid of left) if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

test('an owner that is killed: its exchange and PostgreSQL end too', async () => {
  const data = join(folder, 'data');
  const owner = spawn(process.execPath, [OWNER, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
  const { pid, said } = JSON.parse(line) as { readonly pid: number; readonly said: string };
  left.push(pid);
  expect(isAlive(pid), said).toBe(true);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  await until('the exchange ends', () => Promise.resolve(!isAlive(pid)));
  await until('PostgreSQL ends', async () => (await findPostmaster(join(data, 'postgres'))) === undefined);
});
