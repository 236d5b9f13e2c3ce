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
import type { Head, Marker, Signer } from '../../../src/custody/types/index.ts';
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
const check = () => expectHistory({ db: database.db, signer, anchor, rowHash });
const faults: Error[] = [];
const rowHash = (row: number) => Promise.resolve(journal.get(row));
const marking = (row: number, now?: () => number) =>
  createMarking(
    { db: database.db, signer, anchor, rowHash, onFault: (error) => void faults.push(error) },
    () => headAt(row),
    now,
  );
const order = {} as Parameters<Signer['sign']>[0];
/** A second exchange on a copy of the folder: the same signer key, another journal from row 41 on. */
async function copyAt(row: number, hash: string): Promise<void> {
  const copy = await openService({ folder: join(folder, 'copy'), key: KEY, codecs: [practiceCodec], limits: LIMITS });
  kept = JSON.stringify(await copy.mark({ row, hash }));
  await copy.stop();
}

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
  faults.length = 0;
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
  expect(asked.slice(1, 3), 'read first, each time').toEqual([
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
  const signs = marking(60).signer.sign(order);
  await expect(signs).rejects.toThrow(/127\.0\.0\.1:\d+\/head/);
  instead = undefined;
  await marking(60).mark();
  await check();
  expect(kept).toContain(hashOf(60));
});

it.each([
  ['a higher row', 70, hashOf(70), 'this journal ends at row 50'],
  ['the same row with another hash', 50, hashOf(51), 'another journal row 50'],
  ['a lower row of another journal', 45, hashOf(46), 'another journal row 45'],
])('that has %s while the exchange runs ends all signing, by name and for ever', async (_, row, hash, words) => {
  let time = 0;
  const running = marking(50, () => time);
  await running.step();
  await copyAt(row, hash);
  await running.step();
  expect(kept, 'looked at each minute').toContain(hash);
  time = 60_000;
  await expect(running.step()).rejects.toMatchObject({ name: 'HistoryError', message: expect.stringContaining(words) });
  await expect(running.signer.sign(order)).rejects.toThrow('another exchange works on a copy');
  expect(kept, 'nothing is written over it').toContain(hash);
  // Not for a moment only: the other may write what fits.
  kept = undefined;
  await expect(running.signer.sign(order)).rejects.toThrow('another exchange works on a copy');
  expect(faults).toEqual([]);
});

it('that has a higher row is noticed before a signature, not only each minute', async () => {
  const running = marking(50, () => 0);
  await running.step();
  await copyAt(70, hashOf(70));
  await expect(running.signer.sign(order)).rejects.toThrow('another exchange works on a copy');
});

it.each([
  ['lost its head (404)', undefined],
  ['was put back to a lower row of this journal', 40],
])('that %s while the exchange runs gets the newest again, and that is told', async (_, row) => {
  await marking(40).mark();
  const older = kept;
  const running = marking(50);
  await running.mark();
  kept = row === undefined ? undefined : older;
  await running.mark();
  expect(kept).toContain(hashOf(50));
  expect(faults.map(String)).toEqual([expect.stringContaining('expected the head of row 50, got')]);
  expect(faults.map(String).join()).not.toContain('hidden');
});

it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
  ['hangs', () => undefined],
  ['answers 500', (_, response) => void response.writeHead(500).end()],
])('that %s to reads alone stops signing until it answers', async (_, answer) => {
  let time = 0;
  const running = marking(50, () => time);
  await running.step();
  const put = (request: IncomingMessage, response: ServerResponse) =>
    request.method === 'PUT' ? void response.writeHead(200).end() : answer(request, response);
  instead = put;
  time = 60_000;
  await expect(running.step()).rejects.toThrow(/GET/);
  await expect(running.signer.sign(order)).rejects.toThrow(/GET/);
  instead = undefined;
  await running.mark();
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
