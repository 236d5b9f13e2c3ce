// Turns of those who open sockets (issue 15 A.4): few are authorised at once, one of an address, addresses in rotation; handshakes
// and snapshots take the turns of reads. Orders never stand behind them.

import { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sourceOf } from '../../../src/account/devices/index.ts';
import { OPENINGS_AT_ONCE } from '../../../src/api/feeds/limits.ts';
import { type FeedsWorld, startFeeds } from './feeds-world.ts';
import { letsIn } from './mqtt-connection.ts';
import { openSocket, refusedWith } from './socket-client.ts';

/** Tickets in the order in which they were looked up, and how to answer those that wait. */
const looked: string[] = [];
let waiting: (() => void)[] = [];
let isHeld = false;
/** Addresses in the order in which they asked for a turn, and how to give the next one. */
const asked: string[] = [];
let turns: (() => void)[] = [];
let isTurnHeld = false;

let world: FeedsWorld;

beforeAll(async () => {
  world = await startFeeds({
    addressOf: (request) => String(request.headers['x-test-address'] ?? '192.0.2.1'),
    async redeem(ticket) {
      looked.push(ticket);
      if (isHeld) await new Promise<void>((go) => waiting.push(go));
      return undefined;
    },
    turnOf(address) {
      asked.push(address);
      return isTurnHeld ? new Promise<void>((go) => turns.push(go)) : undefined;
    },
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  looked.length = 0;
  asked.length = 0;
});
afterEach(() => {
  isHeld = false;
  isTurnHeld = false;
  for (const go of [...waiting.splice(0), ...turns.splice(0)]) go();
  expect(world.faults.splice(0)).toEqual([]);
});

const turn = () => new Promise((go) => setImmediate(go));
/** Waits until as many tickets were looked up, or as many turns asked for. */
async function until(list: readonly unknown[], count: number): Promise<void> {
  while (list.length < count) await turn();
}

/** Asks for a user's socket with a ticket, from an address. */
const ask = (address: string, ticket: string) =>
  refusedWith(`${world.base}/ws/coin/1?ticket=${ticket}`, { 'x-test-address': address });

it('an address that opens thirty sockets holds one place; another address is next, whoever came first', async () => {
  isHeld = true;
  const flood = Array.from({ length: 30 }, (_, at) => ask('198.51.100.1', `flood${at}`));
  await until(looked, 1);
  await until(asked, 30);
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(looked).toHaveLength(1);
  const other = ask('203.0.113.9', 'other');
  await until(looked, 2);
  expect(looked[1]).toBe('other');
  isHeld = false;
  for (const go of waiting.splice(0)) go();
  expect(await other).toBe(401);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
  expect(looked).toHaveLength(31);
});

it(`${OPENINGS_AT_ONCE} are authorised at once; a /64 is one address`, async () => {
  isHeld = true;
  const all = Array.from({ length: 2 * OPENINGS_AT_ONCE }, (_, at) => ask(`198.51.100.${at + 1}`, `one${at}`));
  const same = Array.from({ length: 5 }, (_, at) => ask(`2001:db8::${at + 1}`, `same${at}`));
  await until(asked, all.length + same.length);
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(looked).toHaveLength(OPENINGS_AT_ONCE);
  // Answered one at a time, none of the same network stands beside another of it.
  while (looked.length < all.length + same.length || waiting.length > 0) {
    const inWork = looked.slice(-waiting.length).filter((ticket) => ticket.startsWith('same'));
    expect(inWork.length).toBeLessThanOrEqual(1);
    waiting.shift()?.();
    await turn();
  }
  await Promise.all([...all, ...same]);
});

it('one that left while it waited is not looked up', async () => {
  isHeld = true;
  const first = ask('198.51.100.1', 'first');
  await until(looked, 1);
  const left = new Duplex({ read: () => undefined, write: (_, __, done) => done() });
  const headers = { upgrade: 'websocket', 'x-test-address': '198.51.100.1' };
  const request = { method: 'GET', httpVersion: '1.1', rawHeaders: ['host', 'a'], headers, socket: {} };
  world.app.server.emit('upgrade', { ...request, url: '/ws/coin/1?ticket=left' }, left, Buffer.alloc(0));
  await until(asked, 2);
  left.destroy();
  for (let turns = 0; turns < 50; turns += 1) await turn();
  isHeld = false;
  waiting.shift()?.();
  expect(await first).toBe(401);
  expect(await ask('198.51.100.1', 'next')).toBe(401);
  expect(looked).toEqual(['first', 'next']);
});

it('tickets of MQTT wait in the same line', async () => {
  isHeld = true;
  const socket = ask('198.51.100.1', 'socket');
  await until(looked, 1);
  const open: (() => void)[] = [];
  const keep = (client: { end(force: boolean): unknown }) => open.push(() => client.end(true));
  const mqtt = letsIn(world.base, '1', 'mqtt', keep, { 'x-test-address': '198.51.100.1' });
  for (let turns = 0; turns < 100; turns += 1) await turn();
  expect(looked).toEqual(['socket']);
  isHeld = false;
  waiting.shift()?.();
  expect(await socket).toBe(401);
  expect(await mqtt).toBe(false);
  expect(looked).toEqual(['socket', 'mqtt']);
  for (const end of open) end();
});

it('a handshake and each snapshot take a turn of their address', async () => {
  isTurnHeld = true;
  let isOpen = false;
  const opening = openSocket(`${world.base}/ws/12345678`, { 'x-test-address': '2001:db8::7' }).then((client) => {
    isOpen = true;
    return client;
  });
  await until(turns, 1);
  expect(isOpen).toBe(false);
  turns.shift()?.();
  const client = await opening;
  const symbols = ['btcusdt', 'ethusdt', 'solusdt'];
  client.send({ channel: 'subscribe', id: 1, data: symbols.map((symbol) => ({ channel: 'TICK', symbol })) });
  await client.next(({ channel }) => channel === 'subscribe');
  for (const [at, symbol] of symbols.entries()) {
    await until(turns, 1);
    expect(client.received.filter(({ channel }) => channel === 'TICK')).toHaveLength(at);
    expect(turns).toHaveLength(1);
    turns.shift()?.();
    await client.next((message) => message.type === 'snapshot' && message.symbol === symbol);
  }
  expect(new Set(asked)).toEqual(new Set([sourceOf('2001:db8::7')]));
  expect(asked).toHaveLength(4);
  await client.close();
});
