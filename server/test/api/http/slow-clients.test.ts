// Clients that send slowly (issue 15 A.1): what they hold is their address's alone, and is free when they leave.

import { callOf, pathOf } from '@vitrine/contract';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Sessions } from '../../../src/account/identity/index.ts';
import { ADDRESS_REQUESTS_MOST } from '../../../src/api/http/limits/admission.ts';
import { TOKEN_LIVES } from '../../../src/app/settings/index.ts';
import { fromPage, sessionOf, startWorld, type World } from './harness.ts';

/** Uploads of an address that are read at once (security.md §10). */
const UPLOADS_MOST = 12;
const READ = pathOf(callOf('common.getTime'));
const SIGN_IN = pathOf(callOf('user.login'));
const UPLOAD = pathOf(callOf('common.upload.OSS'));

let world: World;
const open: Socket[] = [];
beforeAll(async () => {
  // Anyone with a cookie is somebody.
  const sessions = {
    find: async (access: string) => sessionOf(access, 2),
    satokenFits: () => true,
    lives: TOKEN_LIVES,
  };
  world = await startWorld({ limits: { calls: 100_000, secrets: 100_000 }, sessions: sessions as unknown as Sessions });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.app.close());
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Sends bytes from an address; the connection stays. */
async function send(from: string, bytes: string): Promise<Socket> {
  const { port } = world.app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  open.push(socket);
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'connect');
  return socket;
}

/** The status of the first answer. */
async function statusOf(socket: Socket): Promise<string> {
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString('latin1').slice(9, 12);
}

const head = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
  `${method} ${path} HTTP/1.1\r\nhost: vitrine.test\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const read = async (from: string) => statusOf(await send(from, head('GET', READ, { connection: 'close' })));

it('bodies that never end hold the places of their address, nobody else’s', async () => {
  const greedy = '127.0.0.41';
  const slow = head('POST', SIGN_IN, { ...fromPage(), 'content-type': 'application/json', 'content-length': '1000' });
  for (let at = 0; at < ADDRESS_REQUESTS_MOST; at += 1) await send(greedy, `${slow}{`);
  await vi.waitFor(async () => expect(await read(greedy)).toBe('429'), { timeout: 60_000 });
  expect(await read('127.0.0.42')).toBe('200');
  // One byte more is no progress that frees a place; leaving is.
  for (const socket of open) if (!socket.destroyed) socket.write(' ');
  expect(await read(greedy)).toBe('429');
  for (const socket of open.splice(0)) socket.destroy();
  await vi.waitFor(async () => expect(await read(greedy)).toBe('200'), { timeout: 60_000 });
});

it('heads that never end hold no place at all', async () => {
  const greedy = '127.0.0.43';
  for (let at = 0; at < 2 * ADDRESS_REQUESTS_MOST; at += 1)
    await send(greedy, `GET ${READ} HTTP/1.1\r\nhost: a\r\nx: y`);
  expect(await read(greedy)).toBe('200');
  expect(await read('127.0.0.44')).toBe('200');
});

it(`uploads that never end are ${UPLOADS_MOST} of an address at most, whoever sends them; another address sends its own`, async () => {
  const greedy = '127.0.0.45';
  const upload = async (from: string, who: number) => {
    const own = { ...fromPage(), cookie: `access=${who}`, satoken: 'a' };
    const form = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' };
    const lines = head('POST', UPLOAD, { ...own, ...form });
    return send(from, `${lines}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nslow`);
  };
  for (let at = 0; at < UPLOADS_MOST; at += 1) await upload(greedy, at);
  await vi.waitFor(async () => expect(await statusOf(await upload(greedy, 100))).toBe('429'), { timeout: 60_000 });
  const other = await upload('127.0.0.46', 101);
  const answer = statusOf(other).catch(() => 'none');
  // It is being read: whatever is answered first says something of its form, not of its address.
  other.end('\r\n--b--\r\n');
  expect(await answer).not.toBe('429');
});
