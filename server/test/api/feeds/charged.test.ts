// What a connection of the feeds costs whoever opened it (issue 15 A.4): statements, first frames, control frames, bytes; by
// address and, once it is known, by account.

import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import {
  ADDRESS_SOCKETS_MOST,
  FRAGMENTS_MOST,
  MESSAGE_UNITS,
  UNIT_RECEIVED,
  USER_SOCKETS_MOST,
} from '../../../src/api/feeds/limits.ts';
import { sourceOf } from '../../../src/account/devices/index.ts';
import { STATEMENT_UNITS } from '../../../src/api/load/index.ts';
import type { Person } from '../http/exchange-edge.ts';
import { type FeedsWorld, startFeeds } from './feeds-world.ts';
import { letsIn } from './mqtt-connection.ts';
import { openSocket, refusedWith } from './socket-client.ts';

/** Units by payer, and payers that have none left. */
const spent = new Map<string, number>();
const poor = new Set<string>();
const charge = (source: string, units: number): void => void spent.set(source, (spent.get(source) ?? 0) + units);
const take = (source: string, units: number): number => {
  if (poor.has(source)) return 1;
  charge(source, units);
  return 0;
};

const ADDRESS = sourceOf('127.0.0.1');
let world: FeedsWorld;
let ann: Person;
let id = '';
let account = '';
const open: { terminate(): void }[] = [];

beforeAll(async () => {
  world = await startFeeds({ units: { take, charge } });
  ann = await world.register('annanderson');
  id = await world.userIdOf(ann);
  account = `account ${id}`;
});
afterAll(() => world.stop());
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
  poor.clear();
  expect(world.faults.splice(0)).toEqual([]);
});

/** What something cost, by payer. */
async function costOf(work: () => Promise<unknown>): Promise<{ readonly address: number; readonly account: number }> {
  spent.clear();
  await work();
  return { address: spent.get(ADDRESS) ?? 0, account: spent.get(account) ?? 0 };
}

const own = async () => `${world.base}/ws/coin/${id}?ticket=${await world.ticketOf(ann)}`;
async function opened(url: string) {
  const client = await openSocket(url);
  open.push(client.socket);
  return client;
}

describe('a socket of one’s own', () => {
  it('costs its statements and its first frames, the address and the account', async () => {
    const url = await own();
    const cost = await costOf(async () => {
      const client = await opened(url);
      await client.next((message) => message.channel === 'FUNDS');
    });
    // The ticket and its session; the account; the verification.
    expect(cost.address).toBeGreaterThanOrEqual(1 + 3 * STATEMENT_UNITS);
    expect(cost.address).toBeLessThan(1 + 4 * STATEMENT_UNITS);
    expect(cost.account).toBeGreaterThan(1);
  });

  it('is refused where the account has nothing left, from whatever address; others are served', async () => {
    const url = await own();
    poor.add(account);
    expect(await refusedWith(url)).toBe(429);
    await opened(`${world.base}/ws/12345678`);
  });
});

/** Whether MQTT lets in; leaves it connected. */
const lets = (username: string, password: string): Promise<boolean> =>
  letsIn(world.base, username, password, (client) => open.push({ terminate: () => void client.end(true) }));

describe('MQTT', () => {
  it('charges a ticket that is not one to the address that tried it, and the owner of one', async () => {
    const wrong = await costOf(() => lets(id, 'none'));
    expect(wrong.address).toBeGreaterThanOrEqual(1 + 1);
    expect(wrong.account).toBe(0);
    const ticket = await world.ticketOf(ann);
    const right = await costOf(() => lets(id, ticket));
    expect(right.address).toBeGreaterThan(wrong.address);
    expect(right.account).toBeGreaterThanOrEqual(1);
  });

  it(`keeps ${USER_SOCKETS_MOST} connections of an account at most`, async () => {
    const answers: boolean[] = [];
    for (let at = 0; at <= USER_SOCKETS_MOST; at += 1) answers.push(await lets(id, await world.ticketOf(ann)));
    expect(answers.filter(Boolean)).toHaveLength(USER_SOCKETS_MOST);
    expect(answers.at(-1)).toBe(false);
  });
});

describe.each(['/ws/12345678', '/mqtt'])('what is no message at %s', (path) => {
  it('costs its bytes and its frames', async () => {
    const { socket } = await opened(`${world.base}${path}`);
    const cost = await costOf(async () => {
      for (let at = 0; at < 10; at += 1) {
        socket.ping(Buffer.alloc(120));
        await once(socket, 'pong');
      }
    });
    expect(cost.address).toBeGreaterThanOrEqual(10 * (MESSAGE_UNITS + 120 / UNIT_RECEIVED));
  });

  it('ends the socket when there is too much of it: pings, answers nobody asked for, parts of a message', async () => {
    const floods: ((socket: WebSocket) => void)[] = [
      (socket) => socket.ping(),
      (socket) => socket.pong(),
      (socket) => socket.send('', { fin: false }),
    ];
    for (const flood of floods) {
      const client = await opened(`${world.base}${path}`);
      for (let at = 0; at < 2 * FRAGMENTS_MOST; at += 1) flood(client.socket);
      expect([1006, 1008]).toContain(await client.closed());
    }
  });

  it('ends the socket when the address has nothing left, and what came besides is not looked at', async () => {
    const client = await opened(`${world.base}${path}`);
    poor.add(ADDRESS);
    client.socket.ping();
    expect(await client.closed()).toBe(1008);
  });
});

it('sockets are counted from their request on: many that ask at once wait in no greater number', () => {
  const answers: string[] = [];
  const request = {
    url: `/ws/coin/${id}?ticket=any`,
    ...{ method: 'GET', httpVersion: '1.1', rawHeaders: ['host', 'a'] },
    headers: { upgrade: 'websocket' },
    socket: { remoteAddress: '198.51.100.7' },
  };
  for (let at = 0; at < ADDRESS_SOCKETS_MOST + 30; at += 1) {
    const socket = new Duplex({
      read: () => undefined,
      write(bytes: Buffer, _, done) {
        answers.push(bytes.toString('latin1').slice(0, 12));
        done();
      },
    });
    open.push({ terminate: () => void socket.destroy() });
    world.app.server.emit('upgrade', request, socket, Buffer.alloc(0));
  }
  // All others still wait for their ticket to be looked up.
  expect(answers).toEqual(Array.from({ length: 30 }, () => 'HTTP/1.1 503'));
});
