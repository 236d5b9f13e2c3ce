// Issue 14: the restore command makes no second anchor beside a journal that has one elsewhere, and works on a folder alone.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setOwnAnchorAside } from '../../../src/custody/before.ts';
import { holdFolder } from '../../../src/app/start/index.ts';

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

it('an anchor in the data folder beside one elsewhere is set aside by a start, so that nobody goes by it (issue 14)', async () => {
  const own = join(data, 'anchor.log');
  await writeFile(own, 'old\n');
  const open = (place: string | undefined) =>
    setOwnAnchorAside({
      dataFolder: data,
      settings: { cold: {}, practiceBlock: 1, ...(place === undefined ? {} : { anchor: { place } }) } as never,
    });
  await open(undefined);
  await open(own);
  expect(existsSync(own)).toBe(true);
  await open(join(data, 'elsewhere.log'));
  expect(existsSync(own)).toBe(false);
  const [aside] = (await readdir(data)).filter((name) => name.startsWith('anchor.log.'));
  expect(await readFile(join(data, aside ?? ''), 'utf8')).toBe('old\n');
  await open('https://anchor.example/head');
  // A restore without the setting finds no anchor to go by.
  expect((await restore()).said).toContain('expected the anchor that the exchange wrote to, got none.');
});
