// Seeds and counts of random tests, in every package (`@vitrine/core/test`). A failed test says which command repeats it.
//
// SEED: a number repeats that run, `fresh` draws a seed for each file, none takes the file's fixed one.
// VITRINE_TEST_RUNS: how many times the usual number of rounds, 1 if not set.
import { beforeEach } from 'vitest';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

// In two lines: Vite takes `new URL(…, import.meta.url)` in one for the address of an asset.
const HERE = import.meta.url;
const ROOT = new URL('../../../', HERE).href;
const SEEDS = 2 ** 31;

export interface RandomTests {
  readonly seed: number;
  /** The fixed seed and at least the usual rounds. Only then does a test ask what its rounds reached, never of chance. */
  readonly usual: boolean;
  /** Options of fast-check's `assert`: the seed, and `usually` rounds as `runs` scales them. */
  readonly rounds: (usually: number) => { readonly seed: number; readonly numRuns: number };
}

/** How many rounds a random test has: `usually`, scaled by VITRINE_TEST_RUNS, at least 1. */
export function runs(usually: number): number {
  return Math.max(1, Math.round(usually * scaleOf()));
}

function scaleOf(): number {
  const scale = Number(process.env['VITRINE_TEST_RUNS'] ?? 1);
  if (!(scale > 0)) throw new Error(`Expected VITRINE_TEST_RUNS to be a number above 0, got ${scale}.`);
  return scale;
}

/**
 * The seed of a file of random tests; call it once, at the top of the file, with its `import.meta.url`. When SEED is not
 * set the seed is `fixed`, so that an unchanged program never fails by luck.
 */
export function randomTests(url: string, fixed = 1): RandomTests {
  const asked = process.env['SEED'];
  const seed = seedOf(asked, fixed);
  const again = `Repeat: ${repeatCommand(url, seed)}`;
  beforeEach(({ task, onTestFailed }) => {
    onTestFailed(() => {
      for (const error of task.result?.errors ?? []) {
        const { message } = error;
        error.message = `${message}\n${again}`;
        // Reports for machines take the stack, which begins with the message.
        error.stack = error.stack?.replace(message, () => error.message) ?? error.message;
      }
    });
  });
  const usual = (asked === undefined || asked === '') && scaleOf() >= 1;
  return { seed, usual, rounds: (usually) => ({ seed, numRuns: runs(usually) }) };
}

function seedOf(asked: string | undefined, fixed: number): number {
  if (asked === undefined || asked === '') return fixed;
  if (asked === 'fresh') return Math.floor(Math.random() * SEEDS);
  const seed = Number(asked);
  if (!Number.isSafeInteger(seed)) throw new Error(`Expected SEED to be a whole number or 'fresh', got '${asked}'.`);
  return seed;
}

/** The command that repeats the random tests of the file at `url` with `seed`. */
export function repeatCommand(url: string, seed: number): string {
  if (!url.startsWith(ROOT)) throw new Error(`Expected the URL of a test below ${ROOT}, got ${url}.`);
  const file = url.slice(ROOT.length).replace(/\?.*/, '');
  const scale = process.env['VITRINE_TEST_RUNS'];
  const counts = scale === undefined ? '' : ` VITRINE_TEST_RUNS=${scale}`;
  return `SEED=${seed}${counts} npx vitest run --project ${file.split('/')[0]} ${file}`;
}
