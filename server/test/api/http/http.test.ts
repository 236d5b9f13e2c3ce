// What HTTP itself gives away, and what of it is taken (issue 15 A.8: ASVS V3, V4, V13, V14, V16).

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPage, fromPage, requestFor, startWorld, type World } from './harness.ts';

let world: World;
let port: number;
beforeAll(async () => {
  world = await startWorld({ pages: await builtPage() });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = world.app.server.address() as AddressInfo);
});
afterAll(() => world.app.close());

/** Sends bytes as they are; gives all that comes back until the connection ends. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (part) => (text += String(part)));
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

const status = (text: string): number => Number(text.split(' ')[1]);

describe('methods', () => {
  it('that echo or tunnel are refused everywhere: TRACE, TRACK, CONNECT', async () => {
    for (const path of ['/', '/exchange/index', '/api/common/getTime', '/static/main-abc123.js', '/healthz'])
      for (const method of ['TRACE', 'TRACK', 'CONNECT']) {
        const text = await raw(
          `${method} ${path} HTTP/1.1\r\nhost: a\r\nx-echo: echoed-word\r\nconnection: close\r\n\r\n`,
        );
        // CONNECT is ended without a word.
        expect([method, path, text === '' || (status(text) >= 400 && status(text) < 500)]).toEqual([
          method,
          path,
          true,
        ]);
        expect(text).not.toContain('echoed-word');
      }
  });
});

describe('the length of a request', () => {
  it('is said in one way: by two lengths, or a length beside chunks, it is refused, and nothing behind it is read', async () => {
    const call = 'POST /api/common/checkTrade HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
    const smuggled = 'GET /api/common/getTime HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
    for (const lengths of [
      'content-length: 4\r\ntransfer-encoding: chunked\r\n',
      'transfer-encoding: chunked\r\ncontent-length: 4\r\n',
      'content-length: 4\r\ncontent-length: 5\r\n',
      'transfer-encoding: chunked, identity\r\n',
      'transfer-encoding : chunked\r\n',
      'content-length: +4\r\n',
    ]) {
      const before = world.asked.length;
      const text = await raw(`${call}${lengths}\r\n0\r\n\r\n${smuggled}`);
      expect([lengths, status(text)]).toEqual([lengths, 400]);
      expect(text.split('HTTP/1.1 ').length, lengths).toBe(2);
      expect(world.asked.length).toBe(before);
    }
  });
});

describe('files', () => {
  it('are never listed, and hidden ones are not there: folders of a version control, settings, keys', async () => {
    for (const url of [
      '/static',
      '/static/',
      '/static/.',
      '/.git/config',
      '/.git/HEAD',
      '/.env',
      '/a/.svn/entries',
      '/.ssh',
    ]) {
      const answer = await world.app.inject({ url });
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.body).not.toMatch(/main-abc123|<title>/);
    }
  });

  it('that are not there are 404, never another file (web cache deception)', async () => {
    for (const url of ['/user/index/a.css', '/assets/index/x.js', '/home/index/photo.jpg', '/api/user/getInfo/x.css']) {
      const answer = await world.app.inject({ url, headers: fromPage('alice') });
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 404, 'no-store']);
    }
  });
});

describe('every answer with a body', () => {
  it('names its type, and text its characters', async () => {
    for (const url of [
      ...['/', '/exchange/index', '/static/main-abc123.js', '/nothing.js', '/healthz', '/readyz', '/mark.svg'],
      ...['/api/common/getTime', '/api/nothing', '/platform/dev/config.js', '/docs/openapi.json', '/docs/', '/api/%'],
    ]) {
      const { headers } = await world.app.inject({ url });
      const type = String(headers['content-type']);
      expect([url, type]).toEqual([url, expect.stringMatching(/^[a-z]+\/[a-z0-9.+-]+/)]);
      if (/^text\/|json|javascript/.test(type))
        expect([url, type.toLowerCase()]).toEqual([url, expect.stringContaining('charset=utf-8')]);
    }
  });

  it('says nothing of what it is made with', async () => {
    for (const url of ['/', '/api/common/getTime', '/api/nothing', '/healthz']) {
      const { headers } = await world.app.inject({ url });
      expect([headers['server'], headers['x-powered-by'], headers['via']]).toEqual([undefined, undefined, undefined]);
    }
  });
});

describe('refusals in the log (16.3.2, 16.3.3)', () => {
  interface Line {
    readonly route: string;
    readonly code: number;
    readonly from: string;
    readonly count: number;
    readonly msg: string;
  }

  async function logged(ask: (world: World) => Promise<void>): Promise<{ lines: Line[]; text: string }> {
    const written: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => written.push(line) });
    const small = await startWorld({ logger });
    await ask(small);
    await small.app.close();
    const lines = written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'refused');
    return { lines, text: written.join('') };
  }

  it('are counted by route, code and source, which is named by a word that leads nowhere', async () => {
    const submit = (app: World['app'], headers: Record<string, string>, remoteAddress: string) =>
      app.inject({ ...requestFor('currency.order.submit', { headers }), remoteAddress });
    const { lines, text } = await logged(async ({ app }) => {
      await submit(app, { ...fromPage('alice'), satoken: 'sa-bob' }, '203.0.113.7');
      await submit(app, { ...fromPage('alice'), satoken: 'sa-bob' }, '203.0.113.7');
      await submit(app, { ...fromPage('alice'), origin: 'https://evil.example' }, '203.0.113.8');
      await submit(app, { ...fromPage(), cookie: 'access=forged' }, '203.0.113.7');
      await submit(
        app,
        { 'api-key': 'k', 'api-time': '1', 'api-nonce': 'n', 'api-sign': 'f'.repeat(64) },
        '203.0.113.7',
      );
      await submit(app, fromPage('alice'), '203.0.113.7');
    });
    expect(lines.map(({ code, count }) => [code, count])).toEqual([
      [403, 2],
      [403, 1],
      [1001, 1],
      [1111, 1],
    ]);
    expect(new Set(lines.map(({ from }) => from)).size).toBe(2);
    expect(lines[0]?.from).toBe(lines[2]?.from);
    for (const secret of ['203.0.113', 'sa-bob', 'forged', 'evil']) expect(text).not.toContain(secret);
  });

  it('are few lines, from however many sources', async () => {
    const { lines } = await logged(async ({ app }) => {
      for (let at = 0; at < 500; at += 1)
        await app.inject({
          ...requestFor('currency.order.submit', { headers: { ...fromPage(), cookie: 'access=forged' } }),
          remoteAddress: `203.0.${Math.trunc(at / 250)}.${at % 250}`,
        });
    });
    expect(lines.length).toBeLessThanOrEqual(201);
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(500);
  });
});
