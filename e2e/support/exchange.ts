// Runs a real exchange for the journeys: a prepared data folder of its own, free ports on loopback, a clock that the journey
// moves; ended by process id.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clockAt, type TestClock } from './clock.ts';
import { type Ethereum, startEthereum } from './evm.ts';
import { type Planted, plantedBy } from './planted.ts';
import { freePorts } from './ports.ts';
import { type Prepared, prepared, SEED } from './prepared.ts';
import { copyFolder, scratchFolder } from './scratch.ts';
import { root, type Said, type ServerProcess, startServer } from './server.ts';

/** Blocks until a payment counts. */
export const FINAL = 12;
/** Starts when others take its ports in the meantime. */
const TRIES = 5;
/** Blocks come when a journey asks for them, and else hardly ever, ms. */
const PRACTICE_BLOCK = '600000';

export interface Exchange {
  /** Where its pages are, without a trailing slash. */
  readonly url: string;
  /** Where the operators' desk is. */
  readonly deskUrl: string;
  /** Its clock, which goes on by itself and can be moved on. */
  readonly clock: TestClock;
  /** Moves the clock to prices that are known; undefined where none are planted. */
  readonly planted: Planted | undefined;
  /** Its node of Ethereum; undefined where none is asked for. */
  readonly ethereum: Ethereum | undefined;
  /** The one-time link that its last start printed. */
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
  /** BTC and ETH move at known moments instead; `Exchange.planted` goes there. */
  readonly planted?: boolean;
  /** A node of Ethereum of its own, with test tokens. */
  readonly evm?: boolean;
  /** Settings besides, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts an exchange that replays candles, and waits until it is ready. */
export async function startExchange(options: ExchangeOptions = {}): Promise<Exchange> {
  const ready = await prepared();
  const folder = scratchFolder();
  /** Undoes what is done, last first. */
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
  const isPlanted = options.planted === true;
  // A signer's limits are set at its first start: with a chain of its own it begins anew.
  if (options.evm !== true) copyFolder(ready.data, join(folder, 'data'));
  const ethereum = options.evm === true ? await startEthereum() : undefined;
  if (ethereum !== undefined) undo.push(() => ethereum.stop());
  let ports = await freePorts();
  const url = () => `http://127.0.0.1:${ports.port}`;
  const socket = join(folder, 'clock');
  const clock = clockAt(socket);
  const said: Said = { lines: [], setupLink: '' };
  let server: ServerProcess | undefined;
  let known = false;

  /** Starts it on its ports; where somebody else took one in the meantime, again. */
  async function start(): Promise<void> {
    for (let left = TRIES; ; left -= 1)
      try {
        await startOnce();
        return;
      } catch (error) {
        if (left === 1 || !String(error).includes('EADDRINUSE')) throw error;
        said.lines.length = 0;
        // Pages know its address from the first start on.
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
        VITRINE_DATA: join(folder, 'data'),
        VITRINE_PRICES: `replay:${isPlanted ? ready.planted : (options.recordings ?? ready.candles)}`,
        VITRINE_REPLAY_SPEED: isPlanted ? '1' : '20',
        // Planted prices stand still to the last digit while they are calm: a second contract then ties.
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
  // The hot wallet has its coins from blocks on.
  await clock.mine(FINAL);
  return {
    url: url(),
    deskUrl: `http://localhost:${ports.deskPort}`,
    clock,
    planted: isPlanted ? plantedBy(clock, ready.turn) : undefined,
    ethereum,
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

/** The folder of public recordings, where this checkout has one beside it; else undefined. */
export function recordedCandles(): string | undefined {
  const folder = resolve(root, '../shared/data/candles');
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('BTCUSDT-1m')) ? folder : undefined;
}
