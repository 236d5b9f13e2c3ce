// Seeds and counts of random tests, in every package (`@vitrine/core/test`). A failed test prints the command that
// repeats it.
//
// SEED: a number repeats that run, `fresh` draws a seed for each file, none takes the file's fixed one.
// VITRINE_TEST_RUNS: factor on the usual number of rounds; default 1.
import { beforeEach } from 'vitest';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

// On two lines: Vite takes a one-line `new URL(…, import.meta.url)` for the address of an asset.
const HERE = import.meta.url;
const ROOT = new URL('../../../', HERE).href;
const SEEDS = 2 ** 31;

export interface RandomTests {
  readonly seed: number;
  /** The fixed seed and at least the usual rounds. Only then may a test assert what its rounds reached. */
  readonly usual: boolean;
  /** Options of fast-check's `assert`: the seed, and `usually` rounds scaled by `runs`. */
  readonly rounds: (usually: number) => { readonly seed: number; readonly numRuns: number };
}

/** The number of rounds of a random test: `usually`, scaled by VITRINE_TEST_RUNS, at least 1. */
export function runs(usually: number): number {
  return Math.max(1, Math.round(usually * scaleOf()));
}

function scaleOf(): number {
  const scale = Number(process.env['VITRINE_TEST_RUNS'] ?? 1);
  if (!(scale > 0)) throw new Error(`Expected VITRINE_TEST_RUNS to be a number above 0, got ${scale}.`);
  return scale;
}

/**
 * The seed of a file of random tests; call it once, at the top of the file, with its `import.meta.url`. Without SEED it
 * is `fixed`, so that unchanged code never fails by chance.
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
        // Machine-readable reports use the stack, which begins with the message.
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
