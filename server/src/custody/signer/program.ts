// What a signer's program does with the codecs it knows: serves its parent over stdio, or a unix socket; and, at its own
// console, tells the words of a seed, takes them back, adds a seed.

import { chmod, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { stdin, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import type { Signer } from '../face.ts';
import type { Codec } from '../rail/index.ts';
import { onLines, serve } from './frames.ts';
import type { SignerLimits } from './policy.ts';
import { restore, rotate, wordsOf } from './seeds.ts';
import { openService } from './service.ts';

/** A chain's codec and what it is made with: contracts of tokens, main or test net. */
export interface CodecOrder {
  readonly chain: string;
  readonly settings?: unknown;
}

export type MakeCodecs = (orders: readonly CodecOrder[]) => Promise<readonly Codec[]>;

/** The first line a child is given. The key comes this way alone: neither arguments nor environment show it. */
export interface Opening {
  readonly folder: string;
  /** Hex. */
  readonly key: string;
  readonly codecs: readonly CodecOrder[];
  readonly limits: SignerLimits;
}

const NO_LIMITS: SignerLimits = { coins: {}, cold: {}, bumps: 0 };
const HEX = /^[0-9a-f]{64}$/;

/** Runs the program; resolves when it serves or has done what its console asked. */
export async function runSigner(makeCodecs: MakeCodecs): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string' },
      'key-file': { type: 'string' },
      socket: { type: 'string' },
      codecs: { type: 'string' },
      version: { type: 'string' },
    },
  });
  const { folder, socket } = values;
  if (folder === undefined) return serveParent(makeCodecs);
  const key = await keyOf(values['key-file']);
  const [word] = positionals;
  switch (word) {
    case 'backup':
      stdout.write(`${await wordsOf(folder, key, Number.parseInt(values.version ?? '1', 10))}\n`);
      return;
    case 'rotate':
      stdout.write(`seed ${await rotate(folder, key)} added\n`);
      return;
    case 'restore':
      stdout.write(`seed ${await restore(folder, key, await readAll())} restored\n`);
      return;
    case 'serve': {
      if (socket === undefined) throw new Error('expected --socket, the path to serve at');
      const codecs = await makeCodecs(JSON.parse(values.codecs ?? '[]') as CodecOrder[]);
      await serveSocket(await openService({ folder, key, codecs, limits: NO_LIMITS }), socket);
      return;
    }
    default:
      throw new Error(`expected backup, rotate, restore or serve, got ${word}`);
  }
}

async function keyOf(path: string | undefined): Promise<Buffer> {
  if (path === undefined) throw new Error('expected --key-file, a file of 64 hexadecimal digits');
  const text = (await readFile(path, 'utf8')).trim();
  if (!HEX.test(text)) throw new Error(`${path}: expected 64 hexadecimal digits`);
  return Buffer.from(text, 'hex');
}

async function readAll(): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const part of stdin) text += String(part);
  return text;
}

/** The child of an exchange: ends with it. */
async function serveParent(makeCodecs: MakeCodecs): Promise<void> {
  const opening = await new Promise<Opening>((resolve, reject) => {
    const take = (line: string): void => {
      stdin.pause();
      stdin.removeAllListeners('data');
      try {
        resolve(JSON.parse(line) as Opening);
      } catch (error) {
        reject(new Error('expected an opening line of JSON', { cause: error }));
      }
    };
    onLines(stdin, take);
    stdin.once('end', () => reject(new Error('expected an opening line, got the end')));
  });
  const key = Buffer.from(opening.key, 'hex');
  const codecs = await makeCodecs(opening.codecs);
  const signer = await openService({ folder: opening.folder, key, codecs, limits: opening.limits });
  key.fill(0);
  stdin.once('end', () => {
    void signer.stop().then(() => process.exit(0));
  });
  serve(signer, stdin, stdout);
  stdin.resume();
  stdout.write('{"n":0,"answer":"ready"}\n');
}

/** For another user or machine: a socket that only its owner may write to. */
async function serveSocket(signer: Signer, path: string): Promise<void> {
  await rm(path, { force: true });
  const server = createServer((connection) => {
    // A caller that went away asks again on its next connection.
    connection.on('error', () => connection.destroy());
    serve(signer, connection, connection);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  const end = (): void => {
    server.close();
    void signer.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
