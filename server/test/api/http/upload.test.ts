// Uploads at the edge over real sockets (calls §2, §5 validation): what is no upload, too large, broken or not allowed is refused early.

import { callNames, callOf, MAX_UPLOAD, pathOf } from '@vitrine/contract';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sessions } from '../../../src/account/identity/index.ts';
import { TOKEN_LIVES } from '../../../src/app/settings/index.ts';
import { fromPage, type Json, multipart, requestFor, sessionOf, startWorld, type World } from './harness.ts';

const PATH = pathOf(callOf('common.upload.OSS'));
const MIB = 1_048_576;
/** What may lie in buffers of the system and of node on the way, bytes. */
const BUFFERS = 6 * MIB;

let world: World;
let port = 0;
/** The server's ends, newest last. */
const ends: Socket[] = [];

beforeAll(async () => {
  world = await startWorld({ limits: { calls: 100_000, secrets: 100_000 } });
  world.app.server.on('connection', (socket) => ends.push(socket));
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  port = (world.app.server.address() as AddressInfo).port;
});
afterAll(() => world.app.close());
beforeEach(() => {
  world.asked.length = 0;
  ends.length = 0;
});

/** Anyone with a cookie is somebody. */
const anySessions = {
  find: async (access: string) => sessionOf(access, 2),
  satokenFits: () => true,
  lives: TOKEN_LIVES,
} as unknown as Sessions;

const boundary = 'edge';
const opening =
  `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nkyc\r\n` +
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;

/** A request sent by hand: `length` as Content-Length, without it chunked. */
async function begin(headers: Record<string, string>, length?: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  const all = {
    host: 'vitrine.test',
    ...headers,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${PATH} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** The envelope that comes back on a socket. */
async function envelope(socket: Socket): Promise<Json> {
  let text = '';
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part);
    const body = text.split('\r\n\r\n')[1];
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (body !== undefined && body.length >= length) return JSON.parse(body);
  }
  throw new Error(`expected an answer, got ${text.slice(0, 200)}`);
}

/** Sends until everything is sent or the other side has cut the connection. */
async function pour(socket: Socket, total: number, chunked: boolean): Promise<void> {
  const block = Buffer.alloc(65_536, 0x61);
  let open = true;
  socket.setMaxListeners(0);
  socket.on('error', () => (open = false)).on('close', () => (open = false));
  for (let sent = 0; open && sent < total; sent += block.length) {
    if (chunked) socket.write(`${block.length.toString(16)}\r\n`);
    const more = socket.write(block);
    if (chunked) socket.write('\r\n');
    if (!more) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => (open = false));
  }
}

describe('a body too large (calls §2: to 10 MB)', () => {
  it('that says so beforehand is refused before any of it is read, and cut', async () => {
    const socket = await begin(fromPage('alice'), 100 * MIB);
    const answer = await envelope(socket);
    expect([answer.code, answer.data.args]).toEqual([413, { limit: '10 MiB' }]);
    await pour(socket, 100 * MIB, false);
    expect(socket.destroyed || socket.closed).toBe(true);
    expect(ends[0]?.bytesRead).toBeLessThan(MAX_UPLOAD + BUFFERS);
    expect(world.asked).toEqual([]);
  });

  it('that does not say so is refused at its first byte too many, and cut: 100 MB are never read', async () => {
    const socket = await begin(fromPage('alice'));
    socket.write(`${opening.length.toString(16)}\r\n${opening}\r\n`);
    const [answer] = await Promise.all([envelope(socket), pour(socket, 100 * MIB, true)]);
    expect([answer.code, answer.data.args]).toEqual([413, { limit: '10 MiB' }]);
    // As much as could have been an upload is read on, so that the answer is; no more.
    expect(ends[0]?.bytesRead).toBeGreaterThan(MAX_UPLOAD + BUFFERS);
    expect(ends[0]?.bytesRead).toBeLessThan(2 * MAX_UPLOAD + BUFFERS);
    expect(world.asked).toEqual([]);
  });

  it('by one byte is refused, and exactly the limit is taken', async () => {
    for (const [size, code] of [
      [MAX_UPLOAD, 200],
      [MAX_UPLOAD + 1, 413],
    ] as const) {
      const form = multipart({ purpose: 'kyc', file: Buffer.alloc(size, 1) });
      const answer = await world.app.inject({
        method: 'POST',
        url: PATH,
        headers: { ...fromPage('alice'), ...form.headers },
        payload: form.body,
      });
      expect([size, answer.json().code]).toEqual([size, code]);
    }
    expect(world.asked.map((one) => one.context.file?.bytes.length)).toEqual([MAX_UPLOAD]);
  });

  it('together with many others ends the largest, before memory runs short: 160 MB are held at most', async () => {
    const crowded = await startWorld({ sessions: anySessions, limits: { calls: 100_000, secrets: 100_000 } });
    crowded.app.server.on('connection', (socket) => ends.push(socket));
    await crowded.app.listen({ host: '127.0.0.1', port: 0 });
    const own = port;
    port = (crowded.app.server.address() as AddressInfo).port;
    const sockets: Socket[] = [];
    const ended = () => sockets.filter((one) => one.closed).length;
    for (let sent = 0; ended() === 0; sent += 1) {
      expect(sent).toBeLessThan(20);
      const headers = { ...fromPage('alice'), cookie: `access=person${sent}` };
      const socket = await begin(headers, MAX_UPLOAD, `127.0.1.${sent + 1}`);
      sockets.push(socket);
      socket.on('error', () => undefined).resume();
      socket.write(opening);
      const most = 9 * MIB;
      await pour(socket, most, false);
      while (ended() === 0 && (ends[sent]?.bytesRead ?? 0) < most) await pause(5);
      // None stalls.
      for (const one of sockets) one.write(Buffer.alloc(16_384, 0x61));
    }
    expect(sockets.length).toBeGreaterThan(15);
    expect([ended(), sockets.at(-1)?.closed]).toEqual([1, false]);
    for (const socket of sockets) socket.destroy();
    port = own;
    await crowded.app.close();
  });

  it('leaves nothing behind that keeps the next one out', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      const socket = await begin(fromPage('alice'), 100 * MIB);
      expect((await envelope(socket)).code).toBe(413);
      socket.destroy();
    }
    const fine = await world.app.inject(requestFor('common.upload.OSS', { headers: fromPage('alice') }));
    expect(fine.json().code).toBe(200);
  });
});

describe('who may upload (calls §1)', () => {
  it('is checked before a byte of the body is read: session, satoken, Origin', async () => {
    const { satoken: _, ...noToken } = fromPage('alice');
    for (const [headers, code] of [
      [fromPage(), 401],
      [{ ...fromPage(), cookie: 'access=forged' }, 1001],
      [noToken, 403],
      [{ ...fromPage('alice'), satoken: 'sa-bob' }, 403],
      [{ ...fromPage('alice'), origin: 'https://evil.example' }, 403],
    ] as const) {
      // Only the head is sent: whoever read the body first would never answer.
      const socket = await begin(headers, 5 * MIB);
      expect([headers, (await envelope(socket)).code]).toEqual([headers, code]);
      socket.destroy();
    }
    expect(world.asked).toEqual([]);
  });

  it('is refused even after a whole upload: an accepted size is read to its end', async () => {
    const socket = await begin(fromPage(), MAX_UPLOAD);
    await pour(socket, MAX_UPLOAD, false);
    expect((await envelope(socket)).code).toBe(401);
    socket.destroy();
  });

  it('sends at most three at once; the fourth must wait, others need not', async () => {
    const slow: Socket[] = [];
    const answered = new Set<Socket>();
    const one = (who: 'alice' | 'bob') =>
      world.app
        .inject(requestFor('common.upload.OSS', { headers: fromPage(who) }))
        .then((answer) => answer.json().code);
    // A slow one that comes while a quick one is read is refused itself, so they are begun until all places are taken.
    while ((await one('alice')) !== 429) {
      const socket = await begin(fromPage('alice'), 5 * MIB);
      socket.once('data', () => answered.add(socket));
      socket.write(opening);
      slow.push(socket);
      await pause(10);
    }
    while (slow.length - answered.size > 3) await pause(10);
    expect(slow.length - answered.size).toBe(3);
    expect(await one('bob')).toBe(200);
    for (const socket of slow) socket.destroy();
    while ((await one('alice')) !== 200) await pause(10);
  });
});

describe('a form that is not as expected (calls §1)', () => {
  const send = (body: Buffer | string, type = `multipart/form-data; boundary=${boundary}`) =>
    world.app.inject({
      method: 'POST',
      url: PATH,
      headers: { ...fromPage('alice'), 'content-type': type },
      payload: body,
    });
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (name: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\nxx\r\n`;
  const end = `--${boundary}--\r\n`;

  it.each([
    ['without a file', field('purpose', 'kyc') + end, { file: 'required' }],
    ['with its file elsewhere', field('purpose', 'kyc') + file('photo') + end, { file: 'required' }],
    ['with two files', field('purpose', 'kyc') + file('file') + file('file') + end, { file: 'range' }],
    ['without its purpose', file('file') + end, { purpose: 'required' }],
    ['with an unknown purpose', field('purpose', 'hack') + file('file') + end, { purpose: 'range' }],
    [
      'with a field twice',
      field('purpose', 'kyc') + field('purpose', 'avatar') + file('file') + end,
      { purpose: 'format' },
    ],
    ['with a long field', field('purpose', 'k'.repeat(300)) + file('file') + end, { purpose: 'range' }],
    [
      'with many fields',
      'abcdefg'.replaceAll(/./g, (name) => field(name, '1')) + file('file') + end,
      { file: 'range' },
    ],
    ['cut short', field('purpose', 'kyc') + file('file'), { file: 'format' }],
    ['cut within its file', opening, { file: 'format' }],
    ['with nothing in it', '', { file: 'required' }],
    ['with only its end', end, { file: 'required' }],
    ['of no form at all', 'x'.repeat(1_000), { file: 'format' }],
    ['that reaches for a prototype', field('__proto__', 'x') + file('file') + end, { file: 'format' }],
  ])('%s', async (_, body, fields) => {
    const answer = await send(body);
    expect([answer.statusCode, answer.json().code, answer.json().data.fields]).toEqual([400, 400, fields]);
    expect(world.asked).toEqual([]);
  });

  it('names no boundary, or is another kind of body', async () => {
    expect((await send(opening, 'multipart/form-data')).json().code).toBe(400);
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const answer = await send(type.endsWith('json') ? '{"purpose":"kyc"}' : 'purpose=kyc', type);
      expect([type, answer.json().code, answer.json().data.args]).toEqual([
        type,
        415,
        { allowed: 'multipart/form-data' },
      ]);
    }
    expect((await send('x', 'image/jpeg')).json().code).toBe(415);
    expect(world.asked).toEqual([]);
  });

  it('gives the handler the file, its name and the fields, when it is right', async () => {
    const answer = await send(opening + `bytes\r\n${end}`);
    expect(answer.json().code).toBe(200);
    expect(world.asked[0]?.input).toEqual({ purpose: 'kyc' });
    expect(world.asked[0]?.context.file).toEqual({ name: 'a.jpg', bytes: Buffer.from('bytes') });
  });
});

it('every other call answers a form with 415, before anything else of it (calls §1)', async () => {
  const form = multipart({ purpose: 'kyc', file: Buffer.from('x') });
  for (const name of callNames.filter((one) => !callOf(one).upload)) {
    const { url } = requestFor(name);
    const answer = await world.app.inject({
      method: 'POST',
      url,
      headers: { ...fromPage('alice'), ...form.headers },
      payload: form.body,
    });
    const expected = callOf(name).method === 'POST' || callOf(name).by === 'query' ? [415, 405] : [405];
    expect(expected, name).toContain(answer.json().code);
  }
  expect(world.asked).toEqual([]);
});

it('no log holds the headers or the fields of a form, at any level (calls §1)', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const talkative = await startWorld({ logger });
  const form = multipart({ purpose: 'hiddenpurpose', file: Buffer.from('hiddenbytes') }, 'hiddenname.jpg');
  for (const headers of [fromPage('alice'), { ...fromPage('alice'), cookie: 'access=hiddencookie' }])
    await talkative.app.inject({
      method: 'POST',
      url: PATH,
      headers: { ...headers, ...form.headers },
      payload: form.body,
    });
  await talkative.app.close();
  expect(lines.length).toBeGreaterThan(1);
  for (const secret of ['sa-alice', 'access=', 'hidden', 'boundary'])
    expect(lines.join(''), secret).not.toContain(secret);
});
