// One connection never slows the others (issue 15 A.1): what it may ask for at once.

import { callOf, pathOf } from '@vitrine/contract';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOCKET_REQUESTS_MOST } from '../../src/edge/sockets.ts';
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

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Answers that came until `want` of them did or the other side ended the connection. */
async function answers(socket: Socket, want: number): Promise<number> {
  let text = '';
  const count = () => text.split('HTTP/1.1 200').length - 1;
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (count() >= want) break;
  }
  return count();
}

it('6,000 requests on one socket end it, few of them are begun, and another socket is answered', async () => {
  world.asked.length = 0;
  const greedy = await open();
  // Not once(): the connection may end with a reset, which is as good.
  const ended = new Promise<void>((resolve) => greedy.once('close', () => resolve()));
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
