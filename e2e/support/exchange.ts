// Runs a real exchange for the journeys: its own data folder, free ports on loopback, made candles; ended by process id.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Ethereum, startEthereum } from './evm.ts';
import { type Planted, plantPrices } from './planted.ts';

const root = resolve(import.meta.dirname, '../..');
/** A first start makes a database and runs genesis. */
const READY_WITHIN = 90_000;
const STOP_WITHIN = 20_000;
const LOG_KEPT = 200;
/** Twelve confirmations within some seconds, ms between blocks. */
const PRACTICE_BLOCK = '500';

export interface Exchange {
  /** Where its pages are, without a trailing slash. */
  readonly url: string;
  /** Where the operators' desk is. */
  readonly deskUrl: string;
  /** Waits for prices that move at known moments; undefined where none are planted. */
  readonly planted: Planted | undefined;
  /** Its node of Ethereum; undefined where none is asked for. */
  readonly ethereum: Ethereum | undefined;
  /** The one-time link that its first start printed. */
  setupLink(): string;
  /** Ends the process without any warning, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and ports. */
  start(): Promise<void>;
  /** Stops it kindly and removes its folder. */
  dispose(): Promise<void>;
  /** Its last log lines, for a failed test's report. */
  log(): string;
}

export interface ExchangeOptions {
  /** Folder of recorded candles; without it candles are made. */
  readonly recordings?: string;
  /** BTC and ETH move at known moments instead; `Exchange.planted` waits for them. */
  readonly planted?: boolean;
  /** A node of Ethereum of its own, with test tokens. */
  readonly evm?: boolean;
  /** Settings besides, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts an exchange that replays candles, and waits until it is ready. */
export async function startExchange(options: ExchangeOptions = {}): Promise<Exchange> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
  const planted = options.planted === true ? plantPrices(join(folder, 'planted')) : undefined;
  const candles = planted ? join(folder, 'planted') : (options.recordings ?? makeCandles(folder));
  const ethereum = options.evm === true ? await startEthereum() : undefined;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const deskPort = await freePort();
  const deskUrl = `http://localhost:${deskPort}`;
  let setupLink = '';
  const lines: string[] = [];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        DESK_PORT: String(deskPort),
        VITRINE_HOST: '127.0.0.1',
        VITRINE_DATA: join(folder, 'data'),
        VITRINE_PRICES: `replay:${candles}`,
        VITRINE_REPLAY_SPEED: planted ? '1' : '20',
        // Planted prices stand still to the last digit while they are calm: a second contract then ties.
        VITRINE_REPLAY_NOISE: planted ? '0' : '1',
        VITRINE_SEED: '5eed',
        VITRINE_PRACTICE_BLOCK: PRACTICE_BLOCK,
        VITRINE_LOG: 'warn',
        ...ethereum?.settings,
        ...options.settings,
      },
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text: string) => {
        lines.push(...text.split('\n').filter(Boolean));
        setupLink = /Desk: open (\S+\/setup#\S+)/.exec(text)?.[1] ?? setupLink;
        lines.splice(0, Math.max(0, lines.length - LOG_KEPT));
      });
    }
    const until = Date.now() + READY_WITHIN;
    while (Date.now() < until) {
      if (started.exitCode !== null)
        throw new Error(`The exchange ended with ${started.exitCode} before it was ready:\n${lines.join('\n')}`);
      if (await answers(`${url}/readyz`)) return;
      await pause(200);
    }
    throw new Error(`The exchange was not ready within ${READY_WITHIN} ms:\n${lines.join('\n')}`);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise<void>((done) => ending.once('exit', () => done()));
    ending.kill(signal);
    const late = setTimeout(() => ending.kill('SIGKILL'), STOP_WITHIN);
    await gone;
    clearTimeout(late);
  }

  await start();
  return {
    url,
    deskUrl,
    planted,
    ethereum,
    setupLink() {
      if (setupLink === '') throw new Error(`The exchange printed no set-up link of the desk:\n${lines.join('\n')}`);
      return setupLink;
    },
    start,
    kill: () => end('SIGKILL'),
    log: () => lines.join('\n'),
    async dispose() {
      await end('SIGTERM');
      await ethereum?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of public recordings, where this checkout has one beside it; else undefined. */
export function recordedCandles(): string | undefined {
  const folder = resolve(root, '../shared/data/candles');
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('BTCUSDT-1m')) ? folder : undefined;
}

function makeCandles(folder: string): string {
  const candles = join(folder, 'candles');
  for (const symbol of ['BTC/USDT', 'ETH/USDT']) {
    const made = spawnSync(process.execPath, ['server/bin/candles.ts', candles, symbol, '720'], {
      cwd: root,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`Candles could not be made: ${made.stderr}`);
  }
  return candles;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no free port')),
      );
    });
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch (error) {
    // Not listening yet, or not answering in time: ask again.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return false;
    throw error;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
