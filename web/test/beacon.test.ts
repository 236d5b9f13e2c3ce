// A fault of the page on its way to the operator.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const posted: Record<string, unknown>[] = [];
let beacon: typeof import('../src/app/beacon.ts');

beforeEach(async () => {
  posted.length = 0;
  vi.resetModules();
  vi.stubGlobal('fetch', (_: string, { body, credentials }: RequestInit) => {
    expect(credentials).toBe('omit');
    posted.push(JSON.parse(typeof body === 'string' ? body : '{}') as Record<string, unknown>);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  beacon = await import('../src/app/beacon.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('is scrubbed, and sent once of its kind', async () => {
  const fault = new TypeError('no balance of anna@example.org, got 12.5');
  await beacon.sendFault(fault);
  await beacon.sendFault(fault);
  expect(posted).toHaveLength(1);
  expect(posted[0]).toMatchObject({ page: 'web', name: 'TypeError', message: 'no balance of [e-mail] got …' });
});

test('is sent a few times a visit, however many there are', async () => {
  const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  for (const word of words) await beacon.sendFault(new Error(`${word} is not a function`));
  expect(posted).toHaveLength(beacon.MAX_REPORTS);
});

test('is neither a refusal nor a lost line nor an older build', async () => {
  const api = await import('../src/api/index.ts');
  await beacon.sendFault(new api.ApiFault(500, { key: 'server.fault', args: {} }, 'x', false));
  await beacon.sendFault(new api.NoAnswer('offline', 'x'));
  await beacon.sendFault(new TypeError('Failed to fetch dynamically imported module: /static/x.js'));
  await beacon.sendFault(new DOMException('x', 'AbortError'));
  expect(posted).toEqual([]);
});

test('whose report cannot be sent ends there', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(beacon.sendFault(new Error('x is undefined'))).resolves.toBeUndefined();
});
