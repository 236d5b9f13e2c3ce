// Several worlds side by side, each in a thread of its own: one seed, one command line, every processor at work.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Options } from './run.ts';
import type { Bounds } from './simulate.ts';
import { type Summary, together } from './summary.ts';

/** The most worlds one command line runs. */
export const MOST_WORLDS = 8;
/** Commands below which further worlds are not worth their start. */
const LEAST_COMMANDS = 50_000;
/** Between the seeds of worlds: a prime, so that seeds near each other share none. */
const SEED_STEP = 7_368_787;
const SEEDS = 2 ** 31;

/** What a world's thread is given. */
export interface WorldTask {
  readonly options: Options;
  readonly bounds: Bounds;
}

/** What it sends: how far it is, then its summary. */
export type WorldNews = { readonly sent: number } | { readonly summary: Summary };

/** How many worlds a run of so many commands has when nobody says: one a processor. */
export function usualWorlds(commands: number): number {
  return Math.max(1, Math.min(MOST_WORLDS, availableParallelism(), Math.floor(commands / LEAST_COMMANDS)));
}

/** The seed of a world: the first has the run's own. */
export function seedOf(seed: number, world: number): number {
  return (seed + world * SEED_STEP) % SEEDS;
}

/** Runs them all and adds up what they did. `progress` hears the commands sent so far, all together. */
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
