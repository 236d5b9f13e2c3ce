// `npm run mutate -- PART|all [FILE|FOLDER …] [--sample N] [--seed S]`: changes one part's code in small ways, one at a time, and runs the part's tests
// over each change. A change no test notices is printed with its place: a rule without a test, or one that says the same
// in other words (docs/reference/mutation.md). Slow, so it is no step of `npm test`.
import { cpus, tmpdir } from 'node:os';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endOnSignals, ensurePackages, environment, node, root, run } from './ensure.mjs';
import { parts } from './mutation-parts.mjs';
import { changesOf, draw, keyInReport } from './mutation-sample.mjs';

/**
 * A change may make tests loop. Most such loops pass through the change itself and a counter ends them. Others end
 * after this multiple of the usual time plus this many ms: long enough for a busy machine.
 */
const TIMEOUT_FACTOR = 3;
const TIMEOUT_MS = 60_000;
/** The first run of all tests, over all changes, may take so long: a busy machine is not taken for a loop. */
const DRY_RUN_MINUTES = 30;
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

function options(files, folder, sampled) {
  return {
    testRunner: 'vitest',
    plugins: [
      '@stryker-mutator/vitest-runner',
      ...['mutation-ignore.mjs', 'mutation-sample.mjs'].map((file) => join(root, 'tools', file)),
    ],
    ignorers: ['compiler'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    mutate: files,
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.VITRINE_MUTATION_WORKERS ?? Math.max(1, cpus().length - 1)),
    timeoutFactor: TIMEOUT_FACTOR,
    timeoutMS: TIMEOUT_MS,
    dryRunTimeoutMinutes: DRY_RUN_MINUTES,
    inPlace: false,
    tempDirName: join(folder, 'copy'),
    ignorePatterns: ['*', '!core', '!core/**', '!package.json', '!tsconfig.base.json', '!vitest.mutation.config.ts'],
    // Stryker reads tsconfig files through an interface that TypeScript 7 does not have.
    tsconfigFile: 'tsconfig.none.json',
    disableTypeChecks: false,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: join(folder, 'report.json') },
    allowEmpty: false,
    checkers: sampled ? ['sample'] : [],
  };
}

/** Yields every change with its file and its text before and after. */
function* changes(report) {
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const lines = source.split('\n');
    for (const mutant of mutants) {
      const { start, end } = mutant.location;
      const before =
        start.line === end.line
          ? lines[start.line - 1].slice(start.column - 1, end.column - 1)
          : `${lines[start.line - 1].slice(start.column - 1)} …`;
      yield { file, line: start.line, column: start.column, before, ...mutant };
    }
  }
}

/** A folder stands for the files below it. */
function filesOf(named) {
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? globSync(`${named.replace(/\/$/u, '')}/**/*.ts`).toSorted() : [named];
}

/** Of files (`file.ts`, or some lines of it: `file.ts:10-20`) those of a piece. */
function ofPiece(named, { code }) {
  const all = new Set(code.flatMap((pattern) => globSync(pattern)));
  return named.filter((one) => all.has(one.split(':')[0]));
}

/** Runs one piece; gives its changes, undefined when there are no figures. `sample`: the keys of those to make, all without. */
async function mutatePiece(name, piece, files, sample) {
  const folder = mkdtempSync(join(tmpdir(), `vitrine-mutation-${name}-`));
  const config = join(folder, 'stryker.json');
  const report = join(folder, 'report.json');
  writeFileSync(config, JSON.stringify(options(files, folder, sample !== undefined), undefined, 2));
  const keys = join(folder, 'sample.json');
  writeFileSync(keys, JSON.stringify(sample ?? []));
  const env = environment({
    VITRINE_MUTATION_SAMPLE: keys,
    VITRINE_MUTATION_TESTS: JSON.stringify(piece.tests),
    VITRINE_TEST_RUNS: String(piece.runs ?? 1),
    // A fixed seed: every change must run on the same random worlds, so that results are comparable.
    SEED: '1',
  });
  const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const code = await run(node(), [stryker, 'run', config], { env });
  rmSync(join(folder, 'copy'), { recursive: true, force: true });
  if (code === 0 && existsSync(report)) {
    console.log(`Report: ${report}`);
    const all = [...changes(JSON.parse(readFileSync(report, 'utf8')))];
    return sample === undefined ? all : all.filter((one) => sample.includes(keyInReport(one.file, one)));
  }
  console.error(`The mutation of '${name}' ended with ${code} and gave no figures.`);
  return undefined;
}

/** Which files of which pieces are changed, and with a sample (of `count` by `seed`) which of their changes. */
async function plan(name, only, count, seed) {
  const pieces = parts[name]
    .map((piece) => ({
      piece,
      files: only.length === 0 ? piece.code : ofPiece(only, piece),
    }))
    .filter(({ files }) => files.length > 0);
  if (count === undefined) return pieces;
  const found = [];
  for (const { piece, files } of pieces) for (const change of await changesOf(files)) found.push({ piece, ...change });
  const drawn = draw(found, count, seed);
  console.log(`${name}: ${drawn.length} of ${found.length} changes, drawn by seed ${seed}`);
  return pieces
    .map(({ piece }) => ({ piece, of: drawn.filter((one) => one.piece === piece) }))
    .filter(({ of }) => of.length > 0)
    .map(({ piece, of }) => ({
      piece,
      files: [...new Set(of.map(({ file }) => file))],
      sample: of.map(({ key }) => key),
    }));
}

async function mutate(name, only, count, seed) {
  const all = [];
  for (const { piece, files, sample } of await plan(name, only, count, seed)) {
    const found = await mutatePiece(name, piece, files, sample);
    if (found === undefined) return 1;
    all.push(...found);
  }
  const noticed = all.filter((one) => NOTICED.includes(one.status)).length;
  const unnoticed = all.filter((one) => UNNOTICED.includes(one.status));
  for (const one of unnoticed)
    console.log(
      `${one.file}:${one.line}:${one.column} ${one.status === 'NoCoverage' ? 'no test comes here' : 'survived'}: ${one.mutatorName}: ${one.before} → ${one.replacement.split('\n').join(' ')}`,
    );
  const counted = noticed + unnoticed.length;
  const score = counted === 0 ? 0 : (100 * noticed) / counted;
  console.log(`${name}: ${score.toFixed(1)} % (${noticed} of ${counted} changes noticed)`);
  return counted === 0 ? 1 : 0;
}

/** A whole number of the command line, undefined when it is not given. */
function whole(name, text) {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  console.error(`Expected --${name} with a whole number, got '${text}'.`);
  process.exit(1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string' } },
});
const [wanted = '', ...named] = positionals;
const files = named.flatMap(filesOf);
const sampled = whole('sample', values.sample);
const seedGiven = whole('seed', values.seed) ?? 1;
const names = wanted === 'all' ? Object.keys(parts) : [wanted];
if (!names.every((name) => name in parts)) {
  console.error(`Expected one of ${Object.keys(parts).join(', ')} or all, got '${wanted}'.`);
  process.exit(1);
}
endOnSignals();
ensurePackages();
let worst = 0;
for (const name of names) worst = Math.max(worst, await mutate(name, files, sampled, seedGiven));
process.exit(worst);
