// A thread that loads ahead of its orders.

import { pathToFileURL } from 'node:url';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { loadThread } from '../../../src/shared/thread/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const FACE = new URL('../../../src/shared/thread/index.ts', import.meta.url).href;

function program(name: string, text: string): URL {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, text);
  return pathToFileURL(path);
}

test('orders that come before it has loaded are taken once it has', async () => {
  const answering = program(
    'answering',
    `import { parentPort } from 'node:worker_threads';
import { ordersOf } from ${JSON.stringify(FACE)};
parentPort.postMessage('loaded ' + (await ordersOf()).what);`,
  );
  const early = loadThread(answering, 'early');
  const [said] = await once(early.begin({ what: 'early' }), 'message');
  expect(said).toBe('loaded early');
  await early.end();
});

test('one that could not load throws why when it is given its orders, not before', async () => {
  const broken = loadThread(program('broken', `throw new Error('its file is damaged');`), 'broken');
  for (let tried = false; !tried;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    try {
      broken.begin({});
    } catch (error) {
      expect(error).toMatchObject({ message: 'its file is damaged' });
      tried = true;
    }
  }
  await broken.end();
});

test('one without orders ends when asked to', async () => {
  const idle = loadThread(
    program('idle', `import { ordersOf } from ${JSON.stringify(FACE)};\nawait ordersOf();`),
    'idle',
  );
  await idle.end();
  expect(() => idle.begin({})).toThrow('the thread idle ended');
});
