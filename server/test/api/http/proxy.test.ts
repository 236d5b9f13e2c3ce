import { callOf, pathOf } from '@vitrine/contract';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { clientAddress, trustedProxies } from '../../../src/api/http/index.ts';
import { fromPage, requestFor, startWorld, type World } from './harness.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.app.close();
  world = undefined;
});

describe('addresses behind proxies (docs/operate/settings.md)', () => {
  const trusted = trustedProxies(['10.0.0.5', '10.1.0.0/16', 'fd00::/8']);

  it.each([
    ['without a header', '10.0.0.5', undefined, '10.0.0.5'],
    ['from a stranger, whatever he says', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['from a proxy', '10.0.0.5', '198.51.100.1', '198.51.100.1'],
    ['through a chain of proxies', 'fd00::1', '198.51.100.1, 10.1.2.3, 10.0.0.5', '198.51.100.1'],
    ['of a liar in front of a proxy', '10.0.0.5', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['with garbage in it', '10.0.0.5', 'unknown', '10.0.0.5'],
    ['with garbage in front', '10.0.0.5', 'unknown, 198.51.100.1', '198.51.100.1'],
    ['with empty places (RFC 9110 §5.6.1)', '10.0.0.5', ', 198.51.100.1, ,', '198.51.100.1'],
    ['with more hops than anybody has', '10.0.0.5', Array(40).fill('10.0.0.5').join(','), '10.0.0.5'],
    ['with more places, most of them empty', '10.0.0.5', `${','.repeat(16)}198.51.100.9, 198.51.100.1`, '10.0.0.5'],
    ['as IPv6 writes IPv4', '::ffff:10.0.0.5', '198.51.100.1', '198.51.100.1'],
  ])('%s', (_, peer, forwarded, address) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(address);
  });

  it('nobody is believed when no proxy is named', () => {
    expect(clientAddress('127.0.0.1', '198.51.100.1', trustedProxies([]))).toBe('127.0.0.1');
  });

  const limits = { calls: 3, secrets: 3 };
  const ask = async (from: string) => {
    const request = requestFor('common.getTime', { headers: { ...fromPage(), 'x-forwarded-for': from } });
    return (await world?.app.inject({ ...request, remoteAddress: '10.0.0.5' }))?.statusCode;
  };

  it('a header that is not believed opens no new limit (§1, issue §5)', async () => {
    world = await startWorld({ limits });
    const codes = [];
    for (let at = 1; at <= 4; at += 1) codes.push(await ask(`198.51.100.${at}`));
    expect(codes).toEqual([200, 200, 200, 429]);
  });

  it('customers behind a proxy of ours are counted one by one', async () => {
    world = await startWorld({ limits, trusted });
    for (let at = 1; at <= 4; at += 1) expect(await ask(`198.51.100.${at}`)).toBe(200);
    for (let at = 1; at <= 2; at += 1) expect(await ask('198.51.100.1')).toBe(200);
    expect(await ask('198.51.100.1')).toBe(429);
  });
});

describe('what a client says of its own address (issue 15 A)', () => {
  /** The status of a request over a real connection from 127.0.0.1, with these lines in its head. */
  async function statusOf({ app }: World, lines: readonly string[]): Promise<string> {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect({ host: '127.0.0.1', port });
    const path = pathOf(callOf('common.getTime'));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`);
    const [data] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return data.toString('latin1').slice(9, 12);
  }

  it.each<[string, string, (at: number) => readonly string[]]>([
    ['in front of the proxy’s own word', 'a proxy', (at) => [`x-forwarded-for: 198.51.100.${at}, 203.0.113.1`]],
    [
      'in a line before the proxy’s',
      'a proxy',
      (at) => [`x-forwarded-for: 198.51.100.${at}`, 'x-forwarded-for: 203.0.113.1'],
    ],
    ['as one of our proxies would', 'a proxy', (at) => [`x-forwarded-for: 198.51.100.${at}, 127.0.0.1, 203.0.113.1`]],
    ['with garbage behind it', 'a proxy', (at) => [`x-forwarded-for: 198.51.100.${at}, 203.0.113.1:80`]],
    ['in front of an empty place', 'a proxy', (at) => [`x-forwarded-for: 198.51.100.${at},, 203.0.113.1`]],
    [
      'in more places than are read',
      'a proxy',
      (at) => [`x-forwarded-for: ${`198.51.100.${at},`.repeat(20)}203.0.113.1`],
    ],
    [
      'by other names',
      'a proxy',
      (at) =>
        ['x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'x_forwarded_for', 'x-forwarded'].map(
          (name) => `${name}: 198.51.100.${at}`,
        ),
    ],
    ['by the standard’s name', 'a proxy', (at) => [`forwarded: for=198.51.100.${at}`]],
    ['without a proxy between', 'nobody', (at) => [`x-forwarded-for: 198.51.100.${at}`]],
  ])('%s (believed: %s) opens no new limit', async (_, who, lines) => {
    world = await startWorld({
      limits: { calls: 3, secrets: 3 },
      ...(who === 'nobody' ? {} : { trusted: trustedProxies(['127.0.0.1']) }),
    });
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const codes: string[] = [];
    for (let at = 1; at <= 4; at += 1) codes.push(await statusOf(world, lines(at)));
    expect(codes).toEqual(['200', '200', '200', '429']);
  });

  it.each([
    ['x-forwarded-proto: http'],
    ['x-forwarded-host: evil.example'],
    ['x-forwarded-port: 1'],
    ['x-original-url: /docs'],
  ])('%s changes no answer, with or without a proxy that is believed', async (line) => {
    const answers: string[] = [];
    for (const trusted of [undefined, trustedProxies(['127.0.0.1'])]) {
      world = await startWorld({ secure: true, ...(trusted === undefined ? {} : { trusted }) });
      for (const more of [[], [line.split(': ') as [string, string]]]) {
        const { method, url } = requestFor('common.getTime');
        const { headers, statusCode, json } = await world.app.inject({
          method: method ?? 'GET',
          url,
          headers: Object.fromEntries(more),
        });
        const { date: _, ...rest } = headers;
        answers.push(JSON.stringify([statusCode, { ...json(), time: 0 }, rest]));
      }
      await world.app.close();
    }
    expect(new Set(answers).size).toBe(1);
  });
});
