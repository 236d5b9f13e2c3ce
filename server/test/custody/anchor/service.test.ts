// The anchor as a web service (issue 14, 5): it is asked at a start, given each head, and nothing is signed while it does
// not answer.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Anchor,
  createMarking,
  expectHistory,
  openAnchor,
  restoreOlder,
} from '../../../src/custody/anchor/index.ts';
import type { Head, Marker, Signer } from '../../../src/custody/face.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { acceptHead, openService } from '../../../src/custody/signer/index.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { LIMITS } from '../withdrawal/world.ts';

const KEY = new Uint8Array(32).fill(5);
const TOKEN = 'anchor-token';
let database: CustodyTestDatabase;
let folder: string;
let service: Server;
let url: string;
let anchor: Anchor;
let signer: Signer & Marker;
/** What the service keeps, and each request as it came. */
let kept: string | undefined;
let asked: string[];
/** Answers instead of the service. */
let instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
const journal = new Map<number, string>();
const hashOf = (row: number) => row.toString(16).padStart(64, '0');
const headAt = (row: number): Head => ({ row, hash: hashOf(row) });
const check = () =>
  expectHistory({ db: database.db, signer, anchor, rowHash: (row) => Promise.resolve(journal.get(row)) });
const marking = (row: number) => createMarking({ db: database.db, signer, anchor }, () => headAt(row));

beforeAll(async () => {
  database = await custodyDatabase();
  service = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      if (instead !== undefined) return instead(request, response);
      if (request.method === 'PUT') kept = text;
      response.statusCode = kept === undefined ? 404 : 200;
      response.end(request.method === 'GET' ? kept : undefined);
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/head?space=hidden`;
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await database.stop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-anchor-'));
  [kept, asked, instead] = [undefined, [], undefined];
  anchor = openAnchor({ place: url, token: TOKEN, timeout: 500 });
  signer = await openService({ folder: join(folder, 'signer'), key: KEY, codecs: [practiceCodec], limits: LIMITS });
  await database.db.deleteFrom('custody_head').execute();
  for (let row = 0; row < 100; row += 1) journal.set(row, hashOf(row));
});
afterEach(async () => {
  await signer.stop();
  await rm(folder, { recursive: true, force: true });
});

it('is asked at a start and given each head, with its token', async () => {
  await check();
  await marking(60).mark();
  await check();
  expect(await anchor.newest(await signer.markKey())).toMatchObject(headAt(60));
  expect(asked.slice(0, 2)).toEqual([
    `GET /head?space=hidden Bearer ${TOKEN}`,
    `PUT /head?space=hidden Bearer ${TOKEN}`,
  ]);
});

it('knows of an older database beside an older signer folder', async () => {
  await marking(60).mark();
  for (let row = 41; row < 100; row += 1) journal.delete(row);
  await signer.stop();
  await rm(join(folder, 'signer', 'head.json'));
  signer = await openService({ folder: join(folder, 'signer'), key: KEY, codecs: [practiceCodec], limits: LIMITS });
  const refused = await check().catch(String);
  expect(refused).toContain('journal row 60 is not there');
  expect(refused, 'a secret behind the question mark stays away').not.toContain('hidden');
  await signer.stop();
  const accept = (head: Head) => acceptHead(join(folder, 'signer'), KEY, head);
  await restoreOlder({ db: database.db, head: headAt(40), anchor, accept, now: 5 });
  signer = await openService({ folder: join(folder, 'signer'), key: KEY, codecs: [practiceCodec], limits: LIMITS });
  await check();
});

it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
  ['does not answer', () => undefined],
  ['breaks off', (_, response) => void response.destroy()],
  ['answers 500', (_, response) => void response.writeHead(500).end()],
  ['answers 401', (_, response) => void response.writeHead(401).end()],
  ['leads elsewhere', (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
])('that %s stops a start and each signature, until it answers', async (_, answer) => {
  await marking(50).mark();
  instead = answer;
  await expect(check()).rejects.toThrow(/127\.0\.0\.1:\d+\/head/);
  const order = {} as Parameters<Signer['sign']>[0];
  const signs = marking(60).signer.sign(order);
  await expect(signs).rejects.toThrow(/127\.0\.0\.1:\d+\/head/);
  instead = undefined;
  await marking(60).mark();
  await check();
  expect(kept).toContain(hashOf(60));
});

it.each([
  ['a page, not JSON', () => '<html>hello</html>'],
  ['other JSON', () => '{}'],
  ['the head of another signer', () => (kept ?? '').replace(hashOf(60), hashOf(61))],
  ['more than a head', () => 'x'.repeat(100_000)],
])('that answers %s stops a start', async (_, text) => {
  await marking(60).mark();
  instead = (__, response) => void response.end(text());
  await expect(check(), 'the anchor is named').rejects.toThrow(/127\.0\.0\.1:\d+\/head/);
});
