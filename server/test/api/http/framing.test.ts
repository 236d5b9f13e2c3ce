// What is read in two ways is refused, and ends its connection (issue 15 A; RFC 9112 §3.2, §6): nothing behind it is answered.

import { callOf, pathOf } from '@vitrine/contract';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SOCKET_REQUESTS_MOST } from '../../../src/api/http/sockets.ts';
import { startWorld, type World } from './harness.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ limits: { calls: 100_000, secrets: 100_000 } });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.app.close());
beforeEach(() => (world.asked.length = 0));

const path = pathOf(callOf('common.getTime'));
const CHUNKED = 'transfer-encoding: chunked';
const next = `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const post = (head: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${head}\r\n\r\n${body}`;

/** Sends bytes and reads all until the other side ends the connection; gives the status of each answer. */
async function answered(bytes: string): Promise<string[]> {
  const socket = connect({ host: '127.0.0.1', port: (world.app.server.address() as AddressInfo).port });
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
  socket.on('error', () => undefined);
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(bytes);
  await over;
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '');
}

describe('a request with', () => {
  it.each([
    ['two lengths', post('content-length: 2\r\ncontent-length: 40', `{}${next}`)],
    ['two equal lengths', post('content-length: 2\r\ncontent-length: 2', `{}${next}`)],
    ['a list of lengths', post('content-length: 2, 2', `{}${next}`)],
    ['a length and parts', post('content-length: 2\r\ntransfer-encoding: chunked', `0\r\n\r\n${next}`)],
    ['parts and a length', post('transfer-encoding: chunked\r\ncontent-length: 5', `0\r\n\r\n${next}`)],
    ['a length with a sign', post('content-length: +2', `{}${next}`)],
    ['another coding behind parts', post('transfer-encoding: chunked, identity', `0\r\n\r\n${next}`)],
    ['another coding before parts', post('transfer-encoding: gzip, chunked', `2\r\n{}\r\n0\r\n\r\n${next}`)],
    ['an unknown coding', post('transfer-encoding: xchunked', `0\r\n\r\n${next}`)],
    ['parts twice', post('transfer-encoding: chunked\r\ntransfer-encoding: chunked', `2\r\n{}\r\n0\r\n\r\n${next}`)],
    ['lines that end with half of their end', post('transfer-encoding: chunked', `2\n{}\n0\n\n${next}`)],
    ['a blank before the colon', post('content-length : 2', `{}${next}`)],
    ['a folded line', post('x: y\r\n content-length: 2\r\ncontent-length: 2', `{}${next}`)],
    ['two hosts', `GET ${path} HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n${next}`],
    ['no host', `GET ${path} HTTP/1.1\r\n\r\n${next}`],
    ['no version', `GET ${path}\r\n\r\n${next}`],
    ['a version that is not spoken', `GET ${path} HTTP/2.0\r\nhost: a\r\n\r\n${next}`],
    [
      'parts, of a version that has none',
      post('transfer-encoding: chunked', `2\r\n{}\r\n0\r\n\r\n${next}`).replace('/1.1', '/1.0'),
    ],
  ])('%s is refused, and nothing behind it', async (_, bytes) => {
    expect(await answered(bytes)).toEqual(['400']);
    expect(world.asked).toHaveLength(0);
  });

  it('a body that its method has no use for hides no request', async () => {
    const hidden = `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${next.length}\r\n\r\n${next}`;
    expect(await answered(hidden)).toEqual(['200']);
    expect(world.asked).toHaveLength(1);
  });

  it.each([
    [
      'a line of 20,000 characters',
      `GET ${path} HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n${next}`,
      '431',
    ],
    ['5,000 lines', `GET ${path} HTTP/1.1\r\nhost: a\r\n${'a:\r\n'.repeat(5_000)}\r\n${next}`, '431'],
    // Lines that were left out could hide these.
    [
      'another coding behind 2,001 lines',
      post(`${'a:\r\n'.repeat(2_001)}transfer-encoding: gzip, chunked`, next),
      '431',
    ],
    [
      'a part with a name of 40,000 characters',
      post(CHUNKED, `2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n${next}`),
      '400',
    ],
    ['5,000 lines behind its parts', post(CHUNKED, `2\r\n{}\r\n0\r\n${'x: y\r\n'.repeat(5_000)}\r\n${next}`), '431'],
    ['a part longer than any number', post(CHUNKED, `fffffffffffffffff\r\n${next}`), '400'],
  ])('%s is refused, and nothing behind it', async (_, bytes, status) => {
    expect(await answered(bytes)).toEqual([status]);
    expect(world.asked).toHaveLength(0);
  });

  it('a connection of HTTP/1.0 that stays open is counted like any other', async () => {
    const one = `GET ${path} HTTP/1.0\r\nconnection: keep-alive\r\n\r\n`;
    expect((await answered(one.repeat(1_000))).length).toBeLessThanOrEqual(SOCKET_REQUESTS_MOST);
    expect(await answered(`${one}${one.replace('keep-alive', 'close')}`)).toEqual(['200', '200']);
  });

  it('an expectation is counted like any other', async () => {
    const one = `GET ${path} HTTP/1.1\r\nhost: a\r\nexpect: more\r\n\r\n`;
    expect((await answered(one.repeat(1_000))).length).toBeLessThanOrEqual(SOCKET_REQUESTS_MOST);
    expect(await answered(one.replace('expect', 'connection: close\r\nexpect'))).toEqual(['200']);
  });
});
