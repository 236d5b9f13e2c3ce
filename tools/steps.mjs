// The steps of `check`, `test` and `test:deep`: each runs a tool and adds its counts to one report.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, ensurePage, environment, exitCode, node, PAGES, root, run } from './ensure.mjs';
import { findFirefox } from './browser.mjs';
import { asText, named, readPlaywright, runVitest } from './results.mjs';

/** TypeScript programs of the type check. `bench` includes `server`, so both are one program. */
export const programs = [
  'bench',
  'web',
  'desk',
  'core',
  'core/test',
  'contract',
  'contract/test',
  'chain',
  'ui',
  'e2e',
  'tools',
];
/** Type checks and lint runs at the same time: each uses more than one core. */
const LANES = 2;
const SLOWEST = 10;

const tally = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Files of tests and journeys with their counts and durations, ms. */
const ran = [];

/** Counts one step that passes or fails as a whole; `work` resolves to an exit code. */
export async function step(name, work) {
  const started = Date.now();
  const code = await work();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (code === 0) tally.passed += 1;
  else {
    tally.failed += 1;
    failures.push(name);
  }
  return code;
}

/** Runs a program and prints its output when it ends, so that parallel programs do not mix their lines. */
async function quietly(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment() });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => written.push(bytes));
  const code = await exitCode(child, 'close');
  if (code !== 0) process.stdout.write(Buffer.concat(written));
  return code;
}

/** Runs steps in parallel, at most `LANES` at a time, in the given order. */
async function sideBySide(steps) {
  const waiting = [...steps];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** TypeScript caches its results per program, so the check of an unchanged one is fast. */
function types(program) {
  const kept = join(root, 'node_modules', '.cache', 'types', `${program.replace('/', '-')}.json`);
  return step(`types ${program === 'bench' ? 'server, bench' : program}`, () =>
    quietly(bin('tsc'), ['-p', program, '--incremental', '--tsBuildInfoFile', kept]),
  );
}

/**
 * Checks types and format of everything, and lint of `folders`, or of everything without them.
 * @returns {Promise<boolean>} whether lint passed
 */
export async function checkSources(folders = ['.']) {
  let clean = true;
  const lint = async () => {
    clean = (await step('lint', () => quietly(bin('oxlint'), ['--type-aware', '--quiet', ...folders]))) === 0;
  };
  await sideBySide([
    ...(folders.length === 0 ? [] : [lint]),
    ...programs.map((program) => () => types(program)),
    () => step('format', () => quietly(bin('oxfmt'), ['--check'])),
  ]);
  return clean;
}

/** Checks that the lock file matches the manifests and that no peer dependency is unmet. */
export const peers = () =>
  step('packages', () => {
    const listed = spawnSync('npm', ['ls', '--json'], {
      cwd: root,
      encoding: 'utf8',
      env: environment(),
      maxBuffer: 2 ** 27,
    });
    const problems = (JSON.parse(listed.stdout || '{}').problems ?? []).filter(
      (problem) => !/extraneous/.test(problem),
    );
    for (const problem of problems) console.error(problem);
    return problems.length === 0 ? 0 : 1;
  });

let built = true;

/** Builds each page. Tests of built pages and the journeys are skipped if a build fails. */
export async function buildPages(build = ensurePage) {
  const codes = [];
  for (const page of PAGES) codes.push(await step(`build of ${page}`, () => build(page)));
  built = codes.every((code) => code === 0);
}

/** Vitest's arguments for every project that can run. */
export const everyProject = () => (built ? [] : ['--project=!build']);

/** An empty folder for a tool's report. */
function reportOf(name) {
  const folder = join(root, 'node_modules', '.cache', 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** Adds a tool's report. */
function add(name, started, { files, failures: found }) {
  for (const { passed, skipped } of files) {
    tally.passed += passed;
    tally.skipped += skipped;
  }
  tally.failed += found.length;
  failures.push(...found.map(asText));
  ran.push(...files);
  console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  // The failures are repeated at the end; this print helps when only part of a long log is visible.
  for (const { file, test } of found) console.log(`     ${file}${test === '' ? '' : ` › ${test}`}`);
}

/** Runs Vitest with `args`; `env` extends its environment. Returns its report. */
export async function unit(name, args, env = {}) {
  const started = Date.now();
  const dots = process.stdout.isTTY ? ['--reporter=dot'] : [];
  const report = await runVitest(reportOf(`vitest-${name}`), [...dots, ...args], env);
  add(`vitest ${name}`, started, report);
  return report;
}

/**
 * Runs the browser journeys; `which` is `gate` (each in one size unless its layout differs) or `all` (each in both).
 */
export async function journeys(chromium, which) {
  if (!built) {
    console.log('browser journeys left out: a page did not build');
    return;
  }
  const started = Date.now();
  const file = reportOf('playwright');
  const env = environment({
    CHROME_PATH: chromium,
    FIREFOX_PATH: findFirefox(),
    VITRINE_JOURNEYS: which,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    // Playwright sets FORCE_COLOR for its workers, and Node warns if NO_COLOR is set too.
    ...(process.stdout.isTTY ? {} : { NO_COLOR: undefined, FORCE_COLOR: '0' }),
  });
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const code = await run(node(), [playwright, 'test', '--reporter=list,json'], { cwd: join(root, 'e2e'), env });
  add('browser journeys', started, named('playwright', code, existsSync(file) ? readPlaywright(file) : undefined));
}

/** Prints the slowest files, the failures and the summary line; returns the exit code. */
export function close() {
  const slowest = ran.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  if (slowest.length > 0) console.log('slowest files:');
  for (const { file, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
  const left = ran.filter(({ skipped }) => skipped > 0).map(({ file, skipped }) => `${file} (${skipped})`);
  if (left.length > 0) console.log(`skipped: ${left.join(', ')}`);
  for (const failure of failures) console.error(`failed: ${failure}`);
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
  console.log(`${tally.passed} passed, ${tally.failed} failed${skipped}`);
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}
