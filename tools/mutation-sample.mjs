// A random sample of the changes that tools/mutate.mjs would make, drawn by a seed: the same seed, the same sample. Stryker
// asks the checker about each change before it runs a test; those outside the sample are left out there.
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { strykerPlugins as ignorers } from './mutation-ignore.mjs';

const SILENT = { isDebugEnabled: () => false, debug: () => {}, info: () => {}, warn: () => {} };
/** Shifts of a 32-bit xorshift generator, and what a seed of 0 becomes. */
const SHIFTS = [13, 17, 5];
const NONZERO = 0x9e3779b9;

/** What names a change: lines and columns count from 1. */
function keyOf(file, { start, end }, mutator, replacement) {
  return [file, start.line, start.column, end.line, end.column, mutator, replacement].join(' ');
}

/** The key of a change of a report. */
export function keyInReport(file, { location, mutatorName, replacement }) {
  return keyOf(file, location, mutatorName, replacement);
}

/** The key of a change as Stryker asks about it: its lines and columns count from 0. */
function keyInCheck({ fileName, location: { start, end }, mutatorName, replacement }) {
  const behind = ({ line, column }) => ({ line: line + 1, column: column + 1 });
  return keyOf(relative(process.cwd(), fileName), { start: behind(start), end: behind(end) }, mutatorName, replacement);
}

/** Whole numbers from 0 to below a bound, by a seed. */
function numbers(seed) {
  let state = (seed | 0) === 0 ? NONZERO : seed | 0;
  return (bound) => {
    state ^= state << SHIFTS[0];
    state ^= state >>> SHIFTS[1];
    state ^= state << SHIFTS[2];
    return (state >>> 0) % bound;
  };
}

/** So many of a list, each as likely as any other. */
export function draw(list, count, seed) {
  const next = numbers(seed);
  const left = [...list];
  const drawn = [];
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(next(left.length), 1));
  return drawn;
}

/** Every change of files (names or patterns), by its key, in the order of the files. */
export async function changesOf(patterns) {
  const names = [...new Set(patterns.flatMap((pattern) => globSync(pattern)))].toSorted((a, b) => (a < b ? -1 : 1));
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const instrumenter = new Instrumenter(SILENT);
  const options = { ignorers: ignorers.map(({ value }) => value), plugins: null, excludedMutations: [] };
  const { mutants } = await instrumenter.instrument(files, options);
  return mutants
    .filter(({ status }) => status === undefined)
    .map((mutant) => ({ file: mutant.fileName, key: keyInCheck(mutant) }));
}

/** Keys of the sample, by the file that tools/mutate.mjs wrote. */
function sample() {
  return new Set(JSON.parse(readFileSync(process.env.VITRINE_MUTATION_SAMPLE, 'utf8')));
}

function createSampler() {
  const chosen = sample();
  return {
    init: async () => {},
    check: async (mutants) =>
      Object.fromEntries(
        mutants.map((mutant) => [
          mutant.id,
          chosen.has(keyInCheck(mutant))
            ? { status: 'passed' }
            : { status: 'compileError', reason: 'outside the sample' },
        ]),
      ),
    group: async (mutants) => [mutants.map(({ id }) => id)],
  };
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createSampler }];
