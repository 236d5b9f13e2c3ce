// The socket of a signer by itself: whoever can open it may send anything, and the exchange's orders are answered all the same.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { onLines, serve } from '../../../src/custody/signer/frames.ts';
import { openService, type RunningSigner, startSigner } from '../../../src/custody/signer/index.ts';
import type { Marker, Signer } from '../../../src/custody/types/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { eventually } from '../../support/eventually.ts';

const PROGRAM = join(import.meta.dirname, 'program.ts');
const vault = createVault(new Uint8Array(32).fill(9));
const KEY = vault.derive('signer');
const LIMITS = { coins: {}, cold: {}, bumps: 2 };
/** Longer than any line that is read. */
const TOO_LONG = 4_100_000;
/** Connections, or requests. */
const MANY = 200;

let place: string;
let path: string;
let child: ChildProcess;
let said = '';
let account: string;
let signer: RunningSigner;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'vitrine-socket-'));
  path = join(place, 's');
  const folder = join(place, 'signer');
  const key = join(place, 'key');
  await (await openService({ folder, key: KEY, codecs: [practiceCodec], limits: LIMITS })).stop();
  await writeFile(key, Buffer.from(KEY).toString('hex'));
  const words = [
    'serve',
    '--folder',
    folder,
    '--key-file',
    key,
    '--socket',
    path,
    '--codecs',
    '[{"chain":"practice"}]',
  ];
  child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr?.on('data', (part: Buffer) => (said += part.toString()));
  await eventually(async () => {
    signer = await startSigner({ folder, vault, codecs: [], limits: LIMITS, socket: path });
  });
  account = await signer.account('practice');
});
afterAll(async () => {
  await signer.stop();
  child.kill('SIGKILL');
  await rm(place, { recursive: true, force: true });
});

/** A stranger's connection; the signer may close it at any time. */
async function stranger(): Promise<Socket> {
  const socket = connect(path);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** The exchange's connection of before is answered, and a new one too. */
async function expectServed(): Promise<void> {
  expect(await signer.account('practice'), said).toBe(account);
  const another = await startSigner({ folder: place, vault, codecs: [], limits: LIMITS, socket: path });
  expect(await another.account('practice')).toBe(account);
  await another.stop();
  expect(child.exitCode, said).toBeNull();
}

describe('a stranger at the socket of a signer by itself (issue 14, 5)', () => {
  it.each([
    ['null', 'null'],
    ['a number', '7'],
    ['a text', '"sign"'],
    ['a list', '[]'],
    ['no JSON', '{"n":1,'],
    ['an order that is none', '{"n":1,"call":"sign"}'],
    ['an order with other types', '{"n":1,"call":"sign","order":{"id":{},"chain":[],"unsigned":7,"payment":null}}'],
    ['a call that is none', '{"n":1,"call":"constructor"}'],
    ['a chain of every object', '{"n":1,"call":"account","chain":"__proto__"}'],
    ['ids that are no list', '{"n":1,"call":"lacking","ids":{"length":1e9}}'],
    ['a head that is none', '{"n":1,"call":"mark","head":null}'],
    ['a number of another type', '{"n":{"toJSON":1},"call":"marked"}'],
  ])('sends %s: the exchange is answered as before', async (_, line) => {
    const socket = await stranger();
    socket.write(`${line}\n`);
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    await expectServed();
    socket.destroy();
  });

  it('sends a line without an end: closed once it is longer than any order', async () => {
    const socket = await stranger();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('x'.repeat(TOO_LONG));
    await closed;
    await expectServed();
  });

  it('sends a request in the smallest parts: answered as a whole', async () => {
    const socket = await stranger();
    const answer = once(socket, 'data');
    for (const sign of '{"n":7,"call":"account","chain":"practice"}\n') socket.write(sign);
    expect(JSON.parse(String(await answer))).toEqual({ n: 7, answer: account });
    socket.destroy();
  });

  it('opens connections without end: those beyond a limit are closed, and the exchange’s stays', async () => {
    const sockets = await Promise.all(Array.from({ length: MANY }, () => stranger()));
    // The signer closes the last ones only once it has taken in all before.
    await eventually(() => {
      expect(sockets.filter(({ closed }) => closed).length).toBeGreaterThan(MANY / 2);
      return Promise.resolve();
    });
    expect(await signer.account('practice'), said).toBe(account);
    for (const socket of sockets) socket.destroy();
    await eventually(expectServed);
  });
});

describe('a caller that does not read its answers (issue 14, 5)', () => {
  it('is read no further, so that its requests cost no memory, and answered in full once it reads', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    let done = 0;
    const account = async (): Promise<string> => {
      done += 1;
      return 'k'.repeat(10_000);
    };
    serve({ account } as unknown as Signer & Marker, input, output);
    for (let sent = 0; sent < MANY; sent += 1) {
      input.write('{"n":1,"call":"account","chain":"practice"}\n');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(done).toBeLessThan(MANY / 2);
    let lines = 0;
    onLines(output, () => (lines += 1));
    await eventually(() => Promise.resolve(expect(lines).toBe(MANY)));
  });
});
