// Connections of all addresses together (issue 15 A.1): where there are as many as may be, a newcomer takes a place of the
// address that has most.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionsMost } from '../../../src/api/http/connections.ts';
import { OPENED_MOST, Sockets } from '../../../src/api/http/sockets.ts';

const MOST = 12;
let server: Server;
let port = 0;
let counting: Sockets;
/** Called with the server's side of each connection, once it was counted. */
let accepted: (socket: Socket) => void = () => undefined;
const clients: Socket[] = [];

beforeEach(async () => {
  counting = new Sockets((address) => address === '127.0.0.99', MOST);
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    counting.open(socket);
    accepted(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  server.close();
  await once(server, 'close');
});

/** The server's side of a new connection. */
async function open(localAddress: string): Promise<Socket> {
  const counted = new Promise<Socket>((resolve) => (accepted = resolve));
  const client = connect({ host: '127.0.0.1', port, localAddress });
  client.on('error', () => undefined);
  client.resume();
  clients.push(client);
  return counted;
}
async function times(count: number, localAddress: string): Promise<Socket[]> {
  const all: Socket[] = [];
  for (let at = 0; at < count; at += 1) all.push(await open(localAddress));
  return all;
}
const isOpen = (socket: Socket) => !socket.destroyed;
const close = async (socket: Socket) => {
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
};

describe('of all addresses together there are so many connections', () => {
  it('a newcomer takes the newest of the address that has most', async () => {
    const few = await times(3, '127.0.0.31');
    const many = await times(MOST - 3, '127.0.0.32');
    const newcomer = await open('127.0.0.33');
    expect(many.filter(isOpen)).toHaveLength(MOST - 4);
    expect(many.at(-1)?.destroyed).toBe(true);
    expect(few.every(isOpen) && isOpen(newcomer)).toBe(true);
  });

  it('whoever has most takes nobody’s place, and neither does who has as many', async () => {
    const first = await times(MOST / 2, '127.0.0.34');
    const second = await times(MOST / 2, '127.0.0.35');
    const over = await open('127.0.0.35');
    expect(over.destroyed).toBe(true);
    expect([...first, ...second].every(isOpen)).toBe(true);
  });

  it('a proxy’s count too: it takes places of addresses, and nobody takes its own', async () => {
    const proxied = await times(MOST - 2, '127.0.0.99');
    const own = await times(2, '127.0.0.36');
    const more = await open('127.0.0.99');
    expect(own.filter(isOpen)).toHaveLength(1);
    const newcomer = await open('127.0.0.37');
    expect(newcomer.destroyed).toBe(true);
    expect([...proxied, more].every(isOpen)).toBe(true);
  });

  it('closed ones no longer count', async () => {
    const all = await times(MOST, '127.0.0.38');
    for (const socket of all.slice(0, 6)) await close(socket);
    const again = await times(6, '127.0.0.39');
    expect([...all.slice(6), ...again].every(isOpen)).toBe(true);
  });
});

it(`an address opens ${OPENED_MOST} connections a minute and no more; another one opens its own`, async () => {
  let opened = 0;
  // The allowance refills meanwhile, so that more than the most may pass on a slow machine.
  for (let socket = await open('127.0.0.40'); isOpen(socket) && opened < 5 * OPENED_MOST; opened += 1) {
    await close(socket);
    socket = await open('127.0.0.40');
  }
  expect(opened).toBeGreaterThanOrEqual(OPENED_MOST);
  expect(opened).toBeLessThan(5 * OPENED_MOST);
  expect(isOpen(await open('127.0.0.41'))).toBe(true);
});

it('leaves files for what else is open', () => {
  expect(connectionsMost('Max open files            1024                 4096                 files')).toBe(614);
  expect(connectionsMost('Max open files            unlimited            unlimited            files')).toBe(10_000);
  expect(connectionsMost('Max open files            1048576              1048576              files')).toBe(10_000);
  expect(connectionsMost(undefined)).toBe(10_000);
});
