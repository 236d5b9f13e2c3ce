// Starts the markets in a separate thread, so that a busy API never delays a tick.

import type { MessagePort } from 'node:worker_threads';
import type { SharedAhead } from '../shared/clock/index.ts';
import { heardFrom, type LoadedThread, loadThread } from '../shared/thread/index.ts';
import type { ReadRecorded } from './past/index.ts';
import type { MarketSettings } from './run.ts';

/** Start parameters of the thread. */
export interface MarketsStart {
  /** A port for `openLink`. */
  readonly port: MessagePort;
  readonly settings: MarketSettings;
  readonly seed: string;
  /** How far a test has moved the clock. */
  readonly ahead?: SharedAhead;
}

/** Messages to the thread. */
export type MarketsOrder = 'step' | 'stop' | RecordedOrder;

/** Asks for the minutes of a recording before an opening, ms UTC. `ask`: the number that the answer repeats. */
interface RecordedOrder {
  readonly ask: number;
  readonly instrument: number;
  readonly opening: number;
}

/** Messages from the thread. */
export type MarketsWord =
  | { readonly kind: 'ready' }
  | { readonly kind: 'stepped' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'recorded'; readonly ask: number; readonly minutes: Float64Array }
  | { readonly kind: 'log'; readonly what: string; readonly detail: Record<string, unknown> };

/** How long a start may take (reading a folder of recordings), and a stop, ms. */
const START_MS = 60_000;
const STOP_MS = 5_000;
/** How long the past of a recording may take: it waits for the prices of each slot, ms. */
const RECORDED_MS = 120_000;
/** How long new prices may take after the clock was moved, ms. */
const STEP_MS = 20_000;

export interface MarketsThread {
  /** The clock was moved: makes the prices of its current time. One at a time. */
  step(): Promise<void>;
  /** Minutes of an instrument's recording before its opening. */
  readonly recorded: ReadRecorded;
  /** Ends the slots, waits for the one in progress and ends the thread; after 5 s without waiting. */
  stop(): Promise<void>;
}

/** Loads the markets' thread ahead of its start. */
export function loadMarkets(): LoadedThread {
  return loadThread(new URL('./worker.ts', import.meta.url), 'markets');
}

/**
 * Starts the markets in a separate thread; resolves once slots run.
 * @param port from `RunningCore.port()`, transferred to the thread.
 * @param ahead how far a test has moved the clock.
 * @param log receives rejected commands, failed slots and a broken thread.
 * @throws if the thread cannot start: the replay folder is missing or damaged.
 */
export async function startMarketsThread(
  port: MessagePort,
  settings: MarketSettings,
  seed: string,
  log: (what: string, detail: Record<string, unknown>) => void,
  ahead?: SharedAhead,
  thread = loadMarkets(),
): Promise<MarketsThread> {
  const { prices, replaySpeed, replayNoise } = settings;
  const start: MarketsStart = {
    port,
    settings: { prices, replaySpeed, replayNoise },
    seed,
    ...(ahead === undefined ? {} : { ahead }),
  };
  const worker = thread.begin(start, [port]);
  const heard = heardFrom<MarketsWord>(worker, 'markets');
  let stopping = false;
  worker.on('message', (word: MarketsWord) => {
    if (word.kind === 'log') log(word.what, word.detail);
  });
  worker.on('error', (error) => log('broken', { message: error.message }));
  await heard('ready', START_MS);
  worker.on('exit', (code) => {
    if (!stopping) log('broken', { message: `the markets' thread ended by itself with code ${code}` });
  });
  const tell = (order: MarketsOrder) => worker.postMessage(order);
  let asked = 0;
  return {
    async recorded(instrument, opening) {
      asked += 1;
      const ask = asked;
      const answer = heard('recorded', RECORDED_MS, (word) => word.ask === ask);
      tell({ ask, instrument, opening });
      return (await answer).minutes;
    },
    async step() {
      const stepped = heard('stepped', STEP_MS);
      tell('step');
      await stepped;
    },
    async stop() {
      stopping = true;
      try {
        tell('stop');
        await heard('stopped', STOP_MS);
      } catch (error) {
        log('stop', { message: error instanceof Error ? error.message : String(error) });
      }
      await worker.terminate();
    },
  };
}
