// What is read in two ways is refused, and ends its connection (issue 15 A; RFC 9112 §3.2, §6): nothing behind it is answered.

import { callOf, pathOf } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SOCKET_REQUESTS_MOST } from '../../../../src/api/http/sockets.ts';
import {
  ambiguousRequests,
  answersTo,
  endlessRequests,
  nextTo,
  oversizeRequests,
  postTo,
} from './ambiguous-requests.ts';
import { startWorld, type World } from '../harness.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ limits: { calls: 100_000, secrets: 100_000 } });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.app.close());
beforeEach(() => (world.asked.length = 0));

const path = pathOf(callOf('common.getTime'));
const login = pathOf(callOf('user.login'));
const next = nextTo(path);
const answered = (bytes: string) => answersTo(world.app.server, bytes);

describe('a request with', () => {
  it.each(ambiguousRequests(path))('%s is refused, and nothing behind it', async (_, bytes) => {
    expect(await answered(bytes)).toEqual(['400']);
    expect(world.asked).toHaveLength(0);
  });

  it('a body that its method has no use for hides no request', async () => {
    const hidden = `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${next.length}\r\n\r\n${next}`;
    expect(await answered(hidden)).toEqual(['200']);
    expect(world.asked).toHaveLength(1);
  });

  it.each(oversizeRequests(path))('%s is refused, and nothing behind it', async (_, bytes, status) => {
    expect(await answered(bytes)).toEqual([status]);
    expect(world.asked).toHaveLength(0);
  });

  it('extensions of parts and lines behind them are dropped: they change neither this request nor the next one', async () => {
    const lines = ['host: b', 'cookie: access=a', 'origin: http://b', 'connection: keep-alive'];
    const body = `2;a=b;c="d"\r\n{}\r\n0;e\r\n${lines.join('\r\n')}\r\n\r\n`;
    const whole = postTo(login, 'transfer-encoding: chunked', body);
    const plain = postTo(login, 'content-length: 2', '{}');
    const last = nextTo(path).replace('host', 'connection: close\r\nhost');
    const [expected] = await answered(`${plain}${last}`);
    expect(await answered(`${whole}${last}`)).toEqual([expected, '200']);
    // The call that both requests were refused was not asked, the other one twice.
    expect(world.asked).toHaveLength(2);
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

  it.each(endlessRequests(path))('%s is not read to its end: its connection ends (issue 15 A.1)', async (_, bytes) => {
    // Its answer may be lost with the bytes that nobody read.
    expect((await answered(bytes)).length).toBeLessThanOrEqual(1);
    expect(world.asked.length).toBeLessThanOrEqual(1);
  });
});
