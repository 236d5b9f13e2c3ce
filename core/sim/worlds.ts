// Several worlds in parallel, each in its own thread: one seed, one command line, all processors.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Options } from './run.ts';
import type { Bounds } from './simulate.ts';
import { type Summary, together } from './summary.ts';

/** The most worlds of one command line. */
export const MOST_WORLDS = 8;
/** Commands below which another world is not worth starting. */
const LEAST_COMMANDS = 50_000;
/** Distance between the seeds of worlds: a prime, so that nearby seeds share none. */
const SEED_STEP = 7_368_787;
const SEEDS = 2 ** 31;

/** Input of a world's thread. */
export interface WorldTask {
  readonly options: Options;
  readonly bounds: Bounds;
}

/** Messages of a world's thread: its progress, then its summary. */
export type WorldNews = { readonly sent: number } | { readonly summary: Summary };

/** Default number of worlds for a run of so many commands: one per processor. */
export function usualWorlds(commands: number): number {
  return Math.max(1, Math.min(MOST_WORLDS, availableParallelism(), Math.floor(commands / LEAST_COMMANDS)));
}

/** The seed of a world. The first world has the run's seed. */
export function seedOf(seed: number, world: number): number {
  return (seed + world * SEED_STEP) % SEEDS;
}

/** Runs all worlds and adds up their results. Calls `progress` with the total commands sent so far. */
export async function runWorlds(
  options: Options,
  bounds: Bounds,
  worlds: number,
  progress?: (sent: number) => void,
): Promise<Summary> {
  const commands = Math.ceil(options.commands / worlds);
  const sent: number[] = [];
  const all: Promise<Summary>[] = [];
  for (let world = 0; world < worlds; world += 1) {
    sent.push(0);
    const task: WorldTask = { options: { ...options, seed: seedOf(options.seed, world), commands }, bounds };
    all.push(
      inThread(task, (count) => {
        sent[world] = count;
        progress?.(sent.reduce((sum, one) => sum + one, 0));
      }),
    );
  }
  return together(await Promise.all(all));
}

function inThread(task: WorldTask, heard: (sent: number) => void): Promise<Summary> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('world.ts', import.meta.url), { workerData: task });
    worker.on('message', (news: WorldNews) => {
      if ('summary' in news) resolve(news.summary);
      else heard(news.sent);
    });
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new Error(`Expected a world to end with its summary, its thread ended with ${code}.`)),
    );
  });
}
