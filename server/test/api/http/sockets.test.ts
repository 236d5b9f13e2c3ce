// One connection never slows the others (issue 15 A.1): what it may ask for at once.

import { callOf, pathOf } from '@vitrine/contract';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ADDRESS_CONNECTIONS_MOST, CUTS_MOST, SOCKET_REQUESTS_MOST } from '../../../src/api/http/sockets.ts';
import { startWorld, type World } from './harness.ts';

let world: World;
let port = 0;
beforeAll(async () => {
  world = await startWorld({ limits: { calls: 100_000, secrets: 100_000 } });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  port = (world.app.server.address() as AddressInfo).port;
});
afterAll(() => world.app.close());

const read = `GET ${pathOf(callOf('common.getTime'))} HTTP/1.1\r\nhost: vitrine.test\r\n\r\n`;

async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Not once(): a connection may end with a reset, which is as good. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** Answers that came until `want` of them did or the other side ended the connection. */
async function answers(socket: Socket, want: number): Promise<number> {
  let text = '';
  const count = () => text.split('HTTP/1.1 200').length - 1;
  try {
    for await (const part of socket.iterator({ destroyOnReturn: false })) {
      text += String(part);
      if (count() >= want) break;
    }
  } catch (error) {
    // The other side ended it with a reset.
    if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error;
  }
  return count();
}

it('6,000 requests on one socket end it, few of them are begun, and another socket is answered', async () => {
  world.asked.length = 0;
  const greedy = await open();
  const ended = closed(greedy);
  greedy.write(read.repeat(6_000));
  const other = await open();
  other.write(read);
  expect(await answers(other, 1)).toBe(1);
  greedy.resume();
  await ended;
  // One more is the bystander's.
  expect(world.asked.length).toBeLessThanOrEqual(SOCKET_REQUESTS_MOST + 1);
  other.destroy();
});

it('one after the other a socket may ask as often as it likes, and as many at once as is allowed', async () => {
  const socket = await open();
  for (let round = 0; round < 3; round += 1) {
    socket.write(read.repeat(SOCKET_REQUESTS_MOST));
    expect(await answers(socket, SOCKET_REQUESTS_MOST)).toBe(SOCKET_REQUESTS_MOST);
  }
  socket.destroy();
});

it('an address whose connections were cut again and again is not listened to any more; another one is', async () => {
  const greedy = '127.0.0.21';
  const probe = async () => {
    const socket = await open(greedy);
    socket.write(read);
    return answers(socket, 1);
  };
  let cuts = 0;
  // The allowance refills meanwhile, so that more than the most may pass on a slow machine.
  while ((await probe()) === 1 && cuts < 5 * CUTS_MOST) {
    const socket = await open(greedy);
    const ended = closed(socket);
    socket.resume();
    socket.write(read.repeat(6_000));
    await ended;
    cuts += 1;
  }
  expect(cuts).toBeGreaterThanOrEqual(CUTS_MOST);
  expect(cuts).toBeLessThan(5 * CUTS_MOST);
  const other = await open('127.0.0.22');
  other.write(read);
  expect(await answers(other, 1)).toBe(1);
  other.destroy();
});

it('an address has a maximum of connections; another address has its own, and a closed one no longer counts', async () => {
  const greedy = '127.0.0.23';
  const kept = await Promise.all(Array.from({ length: ADDRESS_CONNECTIONS_MOST }, () => open(greedy)));
  // The last of them is served, so that all were counted before it.
  const last = await open('127.0.0.24');
  last.write(read);
  expect(await answers(last, 1)).toBe(1);
  const over = await open(greedy);
  over.write(read);
  expect(await answers(over, 1)).toBe(0);
  const [first] = kept;
  first?.destroy();
  const again = async () => {
    const socket = await open(greedy);
    socket.write(read);
    const found = await answers(socket, 1);
    socket.destroy();
    return found;
  };
  await vi.waitFor(async () => expect(await again()).toBe(1));
  for (const socket of [...kept, last]) socket.destroy();
});
