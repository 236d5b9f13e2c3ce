// Runs a real exchange for the journeys: a prepared data folder, free loopback ports, a clock that the journey moves.
// Ended by process id.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clockAt, type TestClock } from './clock.ts';
import { type Ethereum, startEthereum } from './evm.ts';
import { type Planted, plantedBy } from './planted.ts';
import { freePorts } from './ports.ts';
import { type Prepared, prepared, SEED } from './prepared.ts';
import { copyFolder, scratchFolder } from './scratch.ts';
import { root, type Said, type ServerProcess, startServer } from './server.ts';

/** Confirmations until a payment counts. */
export const FINAL = 12;
/** Attempts to start when other processes take its ports. */
const TRIES = 5;
/** Blocks come on request; the automatic interval is very long, ms. */
const PRACTICE_BLOCK = '600000';

export interface Exchange {
  /** The address of its pages, without a trailing slash. */
  readonly url: string;
  /** The address of the operators' desk. */
  readonly deskUrl: string;
  /** Its clock, which runs by itself and can be advanced. */
  readonly clock: TestClock;
  /** Moves the clock to known prices; undefined without planted prices. */
  readonly planted: Planted | undefined;
  /** Its Ethereum node; undefined unless requested. */
  readonly ethereum: Ethereum | undefined;
  /** Its data folder (`VITRINE_DATA`). */
  readonly data: string;
  /** The one-time link that its last start printed. */
  setupLink(): string;
  /** Kills the process without warning, like a power failure. */
  kill(): Promise<void>;
  /** Starts it again with the same folder and ports. */
  start(): Promise<void>;
  /** Stops it gracefully and removes its folder. */
  dispose(): Promise<void>;
  /** Its last log lines, for a failed test's report. */
  log(): string;
}

export interface ExchangeOptions {
  /** Folder of recorded candles; without it candles are generated. */
  readonly recordings?: string;
  /** BTC and ETH move at known moments instead; see `Exchange.planted`. */
  readonly planted?: boolean;
  /** Its own Ethereum node, with test tokens. */
  readonly evm?: boolean;
  /** Additional settings, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts an exchange that replays candles, and waits until it is ready. */
export async function startExchange(options: ExchangeOptions = {}): Promise<Exchange> {
  const ready = await prepared();
  const folder = scratchFolder();
  /** Cleanup functions, run in reverse order. */
  const undo: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const dispose = async (): Promise<void> => {
    for (let one = undo.pop(); one !== undefined; one = undo.pop()) await one();
  };
  try {
    return await startIn(folder, ready, options, undo, dispose);
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function startIn(
  folder: string,
  ready: Prepared,
  options: ExchangeOptions,
  undo: (() => Promise<void> | void)[],
  dispose: () => Promise<void>,
): Promise<Exchange> {
  const data = join(folder, 'data');
  const isPlanted = options.planted === true;
  // The signer's limits are set at its first start, so an exchange with its own chain starts from scratch.
  if (options.evm !== true) copyFolder(ready.data, data);
  const ethereum = options.evm === true ? await startEthereum() : undefined;
  if (ethereum !== undefined) undo.push(() => ethereum.stop());
  let ports = await freePorts();
  const url = () => `http://127.0.0.1:${ports.port}`;
  const socket = join(folder, 'clock');
  const clock = clockAt(socket);
  const said: Said = { lines: [], setupLink: '' };
  let server: ServerProcess | undefined;
  let known = false;

  /** Starts it on its ports; retries if another process took one in the meantime. */
  async function start(): Promise<void> {
    for (let left = TRIES; ; left -= 1)
      try {
        await startOnce();
        return;
      } catch (error) {
        if (left === 1 || !String(error).includes('EADDRINUSE')) throw error;
        said.lines.length = 0;
        // The ports are fixed after the first start, because pages know the address.
        if (!known) ports = await freePorts();
      }
  }

  async function startOnce(): Promise<void> {
    server = await startServer(
      ready.program,
      url(),
      {
        PORT: String(ports.port),
        DESK_PORT: String(ports.deskPort),
        VITRINE_HOST: '127.0.0.1',
        VITRINE_DATA: data,
        VITRINE_PRICES: `replay:${isPlanted ? ready.planted : (options.recordings ?? ready.candles)}`,
        VITRINE_REPLAY_SPEED: isPlanted ? '1' : '20',
        // Calm planted prices must not move in any digit, so that a second contract ties.
        VITRINE_REPLAY_NOISE: isPlanted ? '0' : '1',
        VITRINE_SEED: SEED,
        VITRINE_PRACTICE_BLOCK: PRACTICE_BLOCK,
        VITRINE_TEST_CLOCK: socket,
        VITRINE_TEST_CLOCK_AHEAD: String(clock.ahead()),
        ...ethereum?.settings,
        ...options.settings,
      },
      said,
    );
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = server;
    server = undefined;
    await ending?.end(signal);
  }

  undo.push(() => end('SIGTERM'));
  await start();
  known = true;
  // The hot wallet gets its coins from blocks.
  await clock.mine(FINAL);
  return {
    url: url(),
    deskUrl: `http://localhost:${ports.deskPort}`,
    clock,
    planted: isPlanted ? plantedBy(clock, ready.turn) : undefined,
    ethereum,
    data,
    setupLink() {
      if (said.setupLink === '')
        throw new Error(`The exchange printed no set-up link of the desk:\n${said.lines.join('\n')}`);
      return said.setupLink;
    },
    start,
    kill: () => end('SIGKILL'),
    log: () => said.lines.join('\n'),
    dispose,
  };
}

/** The folder of public recordings beside this checkout; undefined if missing. */
export function recordedCandles(): string | undefined {
  const folder = resolve(root, '../shared/data/candles');
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('BTCUSDT-1m')) ? folder : undefined;
}
