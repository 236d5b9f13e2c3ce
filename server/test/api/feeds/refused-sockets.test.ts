// A connection that was refused is gone: nobody keeps one by not closing their side of it (issue 15 A.1).

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FeedsWorld, startFeeds } from './feeds-world.ts';

let world: FeedsWorld;
let port = 0;
const kept: Socket[] = [];
beforeAll(async () => {
  world = await startFeeds();
  port = Number(new URL(world.base).port);
});
afterAll(async () => {
  for (const socket of kept) socket.destroy();
  await world.stop();
});

/** Sends bytes, reads the answer's head, and keeps its own side open. */
async function refused(bytes: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  kept.push(socket);
  socket.on('error', () => undefined);
  socket.write(bytes);
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.resume();
  return head.toString('latin1').split('\r\n')[0] ?? '';
}

const connections = () =>
  new Promise<number>((done, fail) =>
    world.app.server.getConnections((error, count) => (error ? fail(error) : done(count))),
  );

const upgrade = (path: string, to: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: ${to}\r\n${more}\r\n`;

it.each([
  ['HTTP/2 without TLS', upgrade('/', 'h2c', 'http2-settings: AAMAAABkAAQAAP__\r\n'), 'HTTP/1.1 404 Not Found'],
  ['a path that has no feed', upgrade('/api/common/getTime', 'websocket'), 'HTTP/1.1 404 Not Found'],
  [
    'a feed of another site',
    upgrade('/mqtt', 'websocket', 'origin: https://elsewhere.test\r\n'),
    'HTTP/1.1 403 Forbidden',
  ],
  ['a feed of nobody', upgrade('/ws/coin/1?ticket=none', 'websocket'), 'HTTP/1.1 401 Unauthorized'],
  ['a handshake without its key', upgrade('/ws/12345678', 'websocket'), 'HTTP/1.1 400 Bad Request'],
  ['HTTP/2 with prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  ['what is no HTTP', 'nonsense\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  [
    'a head too large',
    `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    'HTTP/1.1 431 Request Header Fields Too Large',
  ],
])('%s: refused, and its connection is gone', async (_, bytes, status) => {
  expect(await refused(bytes)).toBe(status);
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 20_000 });
});

const key = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

it.each([
  ['prices', '/ws/12345678'],
  ['MQTT', '/mqtt'],
  ['an account', '/ws/coin/1?ticket=none'],
])('a hundred half-open sockets of %s: whoever has said its last word keeps none (issue 15 A.4)', async (_, path) => {
  const sockets = Array.from({ length: 100 }, () => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    kept.push(socket);
    socket.on('error', () => undefined);
    socket.resume();
    socket.end(upgrade(path, 'websocket', key));
    return socket;
  });
  await Promise.all(sockets.filter((socket) => socket.connecting).map((socket) => once(socket, 'connect')));
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 60_000 });
});
