// Starts the practice traders in a thread of their own, so that they never delay a tick or an answer.

import type { MessagePort } from 'node:worker_threads';
import type { SharedAhead } from '../shared/clock/index.ts';
import { heardFrom, loadThread } from '../shared/thread/index.ts';

/** Start parameters of the thread. */
export interface CrowdStart {
  /** A port for `openLink`. */
  readonly port: MessagePort;
  readonly seed: string;
  readonly accounts: ReadonlyMap<number, number>;
  /** How far a test has moved the clock. */
  readonly ahead?: SharedAhead;
}

/** Messages to the thread. `ask`: the number that the answer repeats. */
export type CrowdOrder = 'stop' | { readonly ask: number; readonly on: boolean };

/** Messages from the thread. */
export type CrowdWord =
  | { readonly kind: 'ready' }
  | { readonly kind: 'set'; readonly ask: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'broken'; readonly message: string };

const START_MS = 60_000;
const STOP_MS = 5_000;
/** How long it may take to cancel all orders and close all positions. */
const SET_MS = 10_000;

export interface CrowdThread {
  /** Switches trading on or off; see `RunningCrowd.set`. @throws if the thread does not answer. */
  set(on: boolean): Promise<void>;
  /** Ends the thread; orders and positions stay. */
  stop(): Promise<void>;
}

/** Starts the thread; resolves once it follows the exchange. It trades once it is switched on. */
export async function startCrowdThread(start: CrowdStart, broken: (message: string) => void): Promise<CrowdThread> {
  const worker = loadThread(new URL('./worker.ts', import.meta.url), 'practice').begin(start, [start.port]);
  const heard = heardFrom<CrowdWord>(worker, 'practice');
  let stopping = false;
  worker.on('message', (word: CrowdWord) => {
    if (word.kind === 'broken') broken(word.message);
  });
  worker.on('error', (error) => broken(error.message));
  await heard('ready', START_MS);
  worker.on('exit', (code) => {
    if (!stopping) broken(`the thread ended by itself with code ${code}`);
  });
  const send = (order: CrowdOrder) => worker.postMessage(order);
  let asked = 0;
  return {
    async set(on) {
      asked += 1;
      const ask = asked;
      const answer = heard('set', SET_MS, (word) => word.ask === ask);
      send({ ask, on });
      await answer;
    },
    async stop() {
      stopping = true;
      try {
        send('stop');
        await heard('stopped', STOP_MS);
      } catch (error) {
        broken(error instanceof Error ? error.message : String(error));
      }
      await worker.terminate();
    },
  };
}
