// Starts the signer's process and talks to it; restarts it after an unexpected end with increasing delay. Or connects
// to one that runs elsewhere, over its socket.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Readable, Writable } from 'node:stream';
import { type Marker, type Signer, SignerFault } from '../types/index.ts';
import type { Vault } from '../../account/vault/index.ts';
import {
  onLines,
  orderText,
  readAccounts,
  readLine,
  readLogged,
  readReply,
  type Reply,
  type Request,
} from './frames.ts';
import { readHeadText } from './heads.ts';
import type { SignerLimits } from './policy.ts';
import type { CodecOrder, Opening } from './program.ts';

/** Timeout of one answer, ms. */
const ANSWER_TIMEOUT = 15_000;
/** Timeout of a start, ms. More than a busy machine needs: a start abandoned there would be abandoned again. */
const START_TIMEOUT = 120_000;
/** Most waiting requests. */
const MAX_WAITING = 256;
/** Delay before a restart, ms: doubles each time, up to the maximum. */
const FIRST_BACKOFF = 250;
const MOST_BACKOFF = 30_000;
/** How long a stop may take, ms. */
const STOP_PATIENCE = 3_000;

export interface SignerOptions {
  /** Folder of its seeds, its log and its settings; used by it alone. */
  readonly folder: string;
  readonly vault: Pick<Vault, 'derive'>;
  readonly codecs: readonly CodecOrder[];
  /** For its first start; afterwards its folder's settings count. */
  readonly limits: SignerLimits;
  /** Socket of a signer that runs elsewhere: nothing is started; folder, codecs and limits are its own. */
  readonly socket?: string | undefined;
  /** Its program; tests have one with their own codecs. */
  readonly program?: string;
  /** Called when it ended unexpectedly. */
  readonly onFault?: (error: unknown) => void;
}

/** A signer process, started or connected to. */
export interface RunningSigner extends Signer, Marker {
  /** Ends it at once, as a crash does; the next order restarts it. No effect on one that runs elsewhere. */
  kill(): void;
}

/** One connection to a signer. */
interface Connection {
  readonly input: Writable;
  kill(): void;
  end(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** @throws {SignerFault} if it does not start. */
export async function startSigner(options: SignerOptions): Promise<RunningSigner> {
  const { onFault = () => undefined } = options;
  const waiting = new Map<number, Waiting>();
  let connection: Connection | undefined;
  let opening: Promise<Connection> | undefined;
  let lastN = 0;
  let backoff = FIRST_BACKOFF;
  let notBefore = 0;
  let stopped = false;

  function take(line: string): void {
    let reply: Reply;
    try {
      reply = readLine(line);
    } catch (error) {
      onFault(new SignerFault('expected a numbered answer of JSON from the signer', { cause: error }));
      return;
    }
    const entry = waiting.get(reply.n);
    waiting.delete(reply.n);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    try {
      entry.resolve(readReply(reply));
    } catch (error) {
      entry.reject(error instanceof Error ? error : new SignerFault(String(error)));
    }
  }

  function lost(why: string): void {
    connection = undefined;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new SignerFault(why));
    }
    waiting.clear();
    if (stopped) return;
    notBefore = performance.now() + backoff;
    backoff = Math.min(MOST_BACKOFF, backoff * 2);
    onFault(new SignerFault(why));
  }

  async function open(): Promise<Connection> {
    if (stopped) throw new SignerFault('the signer is stopped');
    if (connection !== undefined) return connection;
    if (performance.now() < notBefore) throw new SignerFault('the signer ended and is started again in a moment');
    opening ??= (options.socket === undefined ? startChild(options, take, lost) : reach(options.socket, take, lost))
      .then((opened) => (connection = opened))
      .finally(() => (opening = undefined));
    return opening;
  }

  async function ask(make: (n: number) => Request): Promise<string> {
    const { input } = await open();
    if (waiting.size >= MAX_WAITING) throw new SignerFault(`${MAX_WAITING} requests wait; nothing was signed`);
    lastN += 1;
    const n = lastN;
    const answer = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(n);
        reject(new SignerFault(`the signer did not answer within ${ANSWER_TIMEOUT} ms`));
      }, ANSWER_TIMEOUT);
      waiting.set(n, { resolve, reject, timer });
      input.write(`${JSON.stringify(make(n))}\n`);
    });
    backoff = FIRST_BACKOFF;
    return answer;
  }

  await open();
  return {
    kill: () => connection?.kill(),
    account: (chain) => ask((n) => ({ n, call: 'account', chain })),
    accounts: async (chain) => readAccounts(await ask((n) => ({ n, call: 'accounts', chain }))),
    mark: async (head) => readHeadText(await ask((n) => ({ n, call: 'mark', head }))),
    async marked() {
      const text = await ask((n) => ({ n, call: 'marked' }));
      return text === 'null' ? undefined : readHeadText(text);
    },
    markKey: () => ask((n) => ({ n, call: 'markKey' })),
    async lacking(ids) {
      const text = await ask((n) => ({ n, call: 'lacking', ids }));
      if (!/^[0-9]{1,9}$/.test(text)) throw new SignerFault('expected a number of orders from the signer');
      return Number.parseInt(text, 10);
    },
    logged: async (from) => readLogged(await ask((n) => ({ n, call: 'logged', from }))),
    async reserve(order) {
      await ask((n) => ({ n, call: 'reserve', reserve: orderText(order) }));
    },
    release: async (id) => (await ask((n) => ({ n, call: 'release', id }))) === 'true',
    async sign(order) {
      return Buffer.from(await ask((n) => ({ n, call: 'sign', order: orderText(order) })), 'hex');
    },
    async stop() {
      stopped = true;
      await opening?.catch(() => undefined);
      await connection?.end();
    },
  };
}

function listen(input: Readable, take: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let ready = false;
    onLines(input, (line) => {
      if (ready) return take(line);
      ready = true;
      try {
        readReply(readLine(line));
        resolve();
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        reject(new SignerFault(`the signer ended while it started: ${why}`, { cause: error }));
      }
    });
  });
}

async function startChild(
  { folder, vault, codecs, limits, program }: SignerOptions,
  take: (line: string) => void,
  lost: (why: string) => void,
): Promise<Connection> {
  const path = program ?? fileURLToPath(new URL('./main.ts', import.meta.url));
  if (!existsSync(path))
    throw new SignerFault(
      `${path}: expected the signer's program, got none: its folder was removed while the exchange ran. Nothing is signed ` +
        'until the exchange is restarted, which builds it again',
    );
  // Nothing of our environment is its business.
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  let live = false;
  let ended = false;
  const exit = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true;
      resolve();
      if (live) lost(`the signer ended (${signal ?? code})`);
    });
  });
  // A failed write to an ended process shows in its exit.
  child.stdin.on('error', () => undefined);
  const key = vault.derive('signer');
  const opening: Opening = { folder, key: key.toString('hex'), codecs, limits };
  let timer: NodeJS.Timeout | undefined;
  try {
    const failed = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new SignerFault(`the signer did not start in ${START_TIMEOUT} ms`)),
        START_TIMEOUT,
      );
      child.once('error', (error) => reject(new SignerFault(`the signer did not start: ${error.message}`)));
      void exit.then(() => reject(new SignerFault('the signer ended while it started')));
    });
    const ready = listen(child.stdout, take);
    child.stdin.write(`${JSON.stringify(opening)}\n`);
    await Promise.race([ready, failed]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    key.fill(0);
    clearTimeout(timer);
  }
  live = true;
  return {
    input: child.stdin,
    kill: () => void child.kill('SIGKILL'),
    async end() {
      child.stdin.end();
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE);
      if (!ended) await exit;
      clearTimeout(patience);
    },
  };
}

async function reach(path: string, take: (line: string) => void, lost: (why: string) => void): Promise<Connection> {
  const socket = connect(path);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', (error) => reject(new SignerFault(`the signer is not at ${path}: ${error.message}`)));
  });
  onLines(socket, take);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => lost('the signer closed its socket'));
  return {
    input: socket,
    kill: () => undefined,
    async end() {
      socket.end();
    },
  };
}
