// Issue 14: the restore command makes no second anchor beside a journal that has one elsewhere, and works on a folder alone.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdFolder } from '../../../src/start/index.ts';

const COMMAND = join(import.meta.dirname, '../../../bin/restore.ts');
let data: string;

async function restore(env: Record<string, string> = {}): Promise<{ readonly code: unknown; readonly said: string }> {
  const child = spawn(process.execPath, [COMMAND, data], { stdio: ['ignore', 'ignore', 'pipe'], env });
  const exit = once(child, 'exit');
  const said = await text(child.stderr);
  const [code] = await exit;
  return { code, said };
}

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'vitrine-restore-'));
  await mkdir(join(data, 'postgres'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

it('refuses without the anchor that the exchange wrote to, and makes none', async () => {
  const { code, said } = await restore();
  expect(code).toBe(1);
  expect(said).toContain(`${join(data, 'anchor.log')}: expected the anchor that the exchange wrote to, got none.`);
  expect(said).toContain('Set VITRINE_ANCHOR');
  expect(existsSync(join(data, 'anchor.log'))).toBe(false);
});

it('refuses while another works on the folder', async () => {
  const held = await holdFolder(data);
  try {
    const { code, said } = await restore({ VITRINE_ANCHOR: join(data, 'elsewhere.log') });
    expect(code).toBe(1);
    expect(said).toContain(`Another process (${process.pid}) works on the data folder ${data}. Stop it first`);
  } finally {
    held.release();
  }
});
