// The desk's time on a device whose clock is wrong: keys by the desk's clock, and a write whose key was refused for its time is done once.
import { readKey } from '@vitrine/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deskNow, endSession, enterSession } from '../src/api/index.ts';
import { hearTime } from '../src/api/desk-time.ts';
import { newKey, settle } from '../src/api/write.ts';
import { me } from './world.ts';

const DAY = 86_400_000;
let keys: string[] = [];

/** A desk whose clock is `ahead` of the device's, ms. */
function deskAt(ahead: number): void {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const now = Date.now() + ahead;
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    keys.push(key);
    const made = readKey(key)?.time ?? 0;
    const isTaken = made <= now + 60_000 && made >= now - DAY;
    const body = isTaken
      ? { code: 200, msg: '', data: { time: now } }
      : { code: 410, msg: '', data: { key: 'key.expired', args: {} } };
    return Promise.resolve(
      new Response(JSON.stringify(body), { status: body.code, headers: { date: new Date(now).toUTCString() } }),
    );
  });
}

beforeEach(() => {
  keys = [];
  enterSession(me());
});
afterEach(() => {
  hearTime(new Date().toUTCString());
  vi.unstubAllGlobals();
  endSession(false);
});

const freeze = (key: string, onKey?: (key: string) => void) =>
  settle('desk.customers.freeze', { id: '5', reason: 'Asked by phone' }, key, onKey);

it.each([-70_000, -DAY, DAY + 60_000])('a write is done once where the clocks are %i ms apart', async (ahead) => {
  deskAt(ahead);
  const renewed = vi.fn();
  expect(await freeze(newKey(), renewed)).toMatchObject({ how: 'answered' });
  expect(keys).toHaveLength(2);
  expect(keys[0]).not.toBe(keys[1]);
  expect(renewed).toHaveBeenCalledExactlyOnceWith(keys[1]);
  expect(await freeze(newKey())).toMatchObject({ how: 'answered' });
  expect(keys).toHaveLength(3);
});

it('a key of the right time that is refused is not replaced', async () => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key') ?? '');
    const body = { code: 410, msg: '', data: { key: 'key.expired', args: {} } };
    return Promise.resolve(
      new Response(JSON.stringify(body), { status: 410, headers: { date: new Date().toUTCString() } }),
    );
  });
  await expect(freeze(newKey())).rejects.toMatchObject({ code: 410 });
  expect(keys).toHaveLength(1);
});

it('a small difference is none: the header is cut to a second, and it took its way', () => {
  hearTime(new Date(10_000).toUTCString(), 11_400);
  expect(deskNow(20_000)).toBe(20_000);
  hearTime(new Date(10_000).toUTCString(), 110_000);
  expect(deskNow(110_000)).toBe(10_000);
  hearTime(null, 5);
  expect(deskNow(110_000)).toBe(10_000);
});
