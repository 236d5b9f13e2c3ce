// Requests to upgrade that a proxy in front may read otherwise (issue 15 A; RFC 9112 §3.2, §6): refused, and nothing behind them
// is read as a frame or as another request.

import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FeedsWorld, startFeeds } from './feeds-world.ts';

let world: FeedsWorld;
beforeAll(async () => {
  world = await startFeeds();
});
afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world.stop();
});

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const TIME = '/api/common/getTime';
const another = `GET ${TIME} HTTP/1.1\r\nhost: a\r\n\r\n`;

/** A request for a socket; `head`: further lines. */
function upgrade(
  head = '',
  { path = '/ws/12345678', method = 'GET', version = '1.1', host = 'host: a\r\n' } = {},
): string {
  const own = `connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${KEY}\r\n`;
  return `${method} ${path} HTTP/${version}\r\n${host}${own}${head}\r\n`;
}

/** Sends bytes, and `later` once the first answer came; the statuses of all answers once the other side ended the connection, or was silent after an upgrade. */
async function answered(bytes: string, later = ''): Promise<string[]> {
  const socket = connect({ host: '127.0.0.1', port: (world.app.server.address() as AddressInfo).port });
  let text = '';
  let rest = later;
  const over = new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1');
      if (text.includes('HTTP/1.1 101')) socket.end();
      else if (text.includes('}') && rest !== '') {
        socket.write(rest);
        rest = '';
      }
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
  });
  socket.write(bytes);
  await over;
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '');
}

it('an honest one opens a socket', async () => {
  expect(await answered(upgrade())).toEqual(['101']);
  expect(await answered(upgrade('content-length: 0\r\n'))).toEqual(['101']);
  // On a connection that was used before, too.
  expect(await answered(another, upgrade())).toEqual(['200', '101']);
});

it.each([
  ['a length', upgrade(`content-length: ${another.length}\r\n`)],
  ['parts', upgrade('transfer-encoding: chunked\r\n')],
  ['another coding', upgrade('transfer-encoding: gzip, chunked\r\n')],
  ['two hosts', upgrade('host: b\r\n')],
  ['no host', upgrade('', { host: '' })],
  ['an older version', upgrade('', { version: '1.0' })],
  ['another method', upgrade('', { method: 'POST' })],
])('with %s is refused, and nothing behind it is answered', async (_, head) => {
  for (const path of ['/ws/12345678', '/mqtt', '/ws/coin/1?ticket=a'])
    expect(await answered(`${head.replace('/ws/12345678', path)}${another}`)).toEqual(['400']);
});

it('behind a request without an answer is refused: the answer would be read as frames', async () => {
  const slow = `GET ${TIME} HTTP/1.1\r\nhost: a\r\nx-after: 999999999\r\n\r\n`;
  expect(await answered(`${slow}${upgrade()}`)).not.toContain('101');
});
