// The signer's program with the codecs it knows: serves its parent over stdio, or a unix socket. At its own console it
// shows a seed's words, restores them, adds a seed, and chooses the seed for new addresses.

import { access, chmod, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { stderr, stdin, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { takeLock } from '../../shared/file-lock/index.ts';
import { type Marker, type Signer, SignerFault } from '../types/index.ts';
import { createVault, masterKey } from '../../account/vault/index.ts';
import { CHAINS, type Codec, FIRST_VERSION } from '../rail/index.ts';
import { onLines, serve } from './frames.ts';
import type { SignerLimits } from './policy.ts';
import { restore, rotate, wordsOf } from './seeds.ts';
import { acceptHead, choose, openService } from './service.ts';
import { SETTINGS } from './settings.ts';

/** A chain's codec and its parameters: token contracts, main or test net. */
export interface CodecOrder {
  readonly chain: string;
  readonly settings?: unknown;
}

export type MakeCodecs = (orders: readonly CodecOrder[]) => Promise<readonly Codec[]>;

/** First input line of a child process. The key is passed only this way: neither arguments nor environment show it. */
export interface Opening {
  readonly folder: string;
  /** Hex. */
  readonly key: string;
  readonly codecs: readonly CodecOrder[];
  readonly limits: SignerLimits;
}

/** Callers at a socket. One exchange needs one; without a limit others could use up the files that the log needs. */
const MOST_CALLERS = 64;
const NO_LIMITS: SignerLimits = { coins: {}, cold: {}, bumps: 0 };
/** Console commands. */
const WORDS = ['backup', 'rotate', 'use', 'restore', 'accept', 'key', 'serve'];
const HEX = /^[0-9a-f]{64}$/;
const VERSION = /^[1-9][0-9]{0,3}$/;

/**
 * Runs the program; resolves once it serves, or has completed or refused its console command. A refusal is one line on
 * standard error and exit code 1.
 */
export async function runSigner(makeCodecs: MakeCodecs): Promise<void> {
  try {
    await runCommand(makeCodecs);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    // The signer's input, or a lock that it holds, would keep the process.
    process.exit(1);
  }
}

async function runCommand(makeCodecs: MakeCodecs): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string' },
      'key-file': { type: 'string' },
      socket: { type: 'string' },
      codecs: { type: 'string' },
      version: { type: 'string' },
      chain: { type: 'string' },
      data: { type: 'string' },
      row: { type: 'string' },
      hash: { type: 'string' },
    },
  });
  const { socket, data } = values;
  const [word] = positionals;
  if (word === undefined) return serveParent(makeCodecs);
  if (!WORDS.includes(word))
    throw new Error(`expected ${WORDS.join(', ')}, got ${word} (docs/operate/custody-keys.md)`);
  const folder = values.folder ?? (data === undefined ? undefined : join(data, 'signer'));
  if (folder === undefined)
    throw new Error('expected --data, the data folder of an exchange, or --folder and --key-file');
  const key = data === undefined ? await keyOf(values['key-file']) : await keyOfExchange(data);
  const version = values.version === undefined ? undefined : versionFrom(values.version);
  switch (word) {
    case 'backup':
      stdout.write(`${await wordsOf(folder, key, version ?? FIRST_VERSION)}\n`);
      return;
    case 'rotate':
      stdout.write(`seed ${await rotate(folder, key)} added\n`);
      return;
    case 'restore':
      stdout.write(`seed ${await restore(folder, key, await readAll(), version)} restored\n`);
      return;
    case 'use': {
      const chain = CHAINS.find((one) => one === values.chain);
      if (chain === undefined || version === undefined)
        throw new Error(`expected --chain, one of ${CHAINS.join(', ')}, and --version`);
      await choose(folder, chain, version);
      stdout.write(`from the next start on ${chain} has its addresses from seed ${version}\n`);
      return;
    }
    case 'accept': {
      const row = Number(values.row);
      if (!Number.isSafeInteger(row) || row < 0 || !HEX.test(values.hash ?? ''))
        throw new Error('expected --row and --hash of the journal, as the restore command printed them');
      stdout.write(`${JSON.stringify(await acceptHead(folder, key, { row, hash: values.hash ?? '' }))}\n`);
      return;
    }
    case 'key':
      stdout.write(`${key.toString('hex')}\n`);
      return;
    case 'serve': {
      if (socket === undefined) throw new Error('expected --socket, the path to serve at');
      // Without its limits it would sign nothing, and record that.
      await expectFile(join(folder, SETTINGS), 'the limits of the signer; put its backup there');
      const codecs = await makeCodecs(JSON.parse(values.codecs ?? '[]') as CodecOrder[]);
      await serveSocket(await openService({ folder, key, codecs, limits: NO_LIMITS }), socket);
      return;
    }
  }
}

/** @throws naming the file and what it is, if it is not there. */
async function expectFile(path: string, what: string): Promise<void> {
  if (!existsSync(path)) throw new Error(`${path}: expected ${what}; got no file`);
  await access(path);
}

async function keyOf(path: string | undefined): Promise<Buffer> {
  if (path === undefined) throw new Error('expected --key-file, a file of 64 hexadecimal digits');
  await expectFile(path, 'the key file of the signer: 64 hexadecimal digits');
  const text = (await readFile(path, 'utf8')).trim();
  if (!HEX.test(text)) throw new Error(`${path}: expected 64 hexadecimal digits`);
  return Buffer.from(text, 'hex');
}

/** The key that an exchange gives the signer it starts. @throws if none was ever started: none is generated here. */
async function keyOfExchange(data: string): Promise<Buffer> {
  const given = process.env.VITRINE_MASTER_KEY;
  if (given === undefined)
    await expectFile(
      join(data, 'master.key'),
      'the master key of an exchange that was started; give its data folder as --data, or set VITRINE_MASTER_KEY',
    );
  else if (!HEX.test(given)) throw new Error('VITRINE_MASTER_KEY: expected 64 hexadecimal digits');
  const master = await masterKey(data, given);
  const key = createVault(master).derive('signer');
  master.fill(0);
  return key;
}

function versionFrom(text: string): number {
  if (!VERSION.test(text)) throw new Error(`expected --version, a whole number from 1 on, got ${text}`);
  return Number.parseInt(text, 10);
}

async function readAll(): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const part of stdin) text += String(part);
  return text;
}

/** The child of an exchange: ends with it. */
async function serveParent(makeCodecs: MakeCodecs): Promise<void> {
  // A terminal sends Ctrl-C to this process too, and a service manager its stop signal. The parent still needs it while
  // closing, for the journal's last head, and ends it by closing the input.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
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
  const signer = await openService({ folder: opening.folder, key, codecs, limits: opening.limits }).catch(
    (error: unknown) => {
      // The exchange reads this last message first: it contains the reason.
      stdout.write(`${JSON.stringify({ n: 0, fault: error instanceof Error ? error.message : String(error) })}\n`);
      throw error;
    },
  );
  key.fill(0);
  stdin.once('end', () => {
    void signer.stop().then(() => process.exit(0));
  });
  serve(signer, stdin, stdout);
  stdin.resume();
  stdout.write('{"n":0,"answer":"ready"}\n');
}

/**
 * For another user or machine: a socket that only its owner may write to. One that another signer serves is not taken
 * over. The lock next to it shows whether somebody serves it: a socket without its lock is left over from a process
 * that ended.
 */
async function serveSocket(signer: Signer & Marker, path: string): Promise<void> {
  const lock = await takeLock(
    `${path}.lock`,
    () => new SignerFault(`another signer serves ${path}; nothing was changed`),
  );
  await rm(path, { force: true });
  const server = createServer((connection) => {
    // A disconnected caller asks again on its next connection.
    connection.on('error', () => connection.destroy());
    serve(signer, connection, connection);
  });
  server.maxConnections = MOST_CALLERS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  stdout.write(`the signer serves ${path}\n`);
  const end = (): void => {
    server.close();
    void signer.stop().then(() => {
      lock.release();
      process.exit(0);
    });
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
