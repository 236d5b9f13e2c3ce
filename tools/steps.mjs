// The steps of `check` and `test`, each counted as passed or failed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bin, environment, node, root, run } from './ensure.mjs';

const rooms = ['core', 'core/test', 'contract', 'contract/test', 'server', 'ui', 'web', 'desk', 'e2e', 'bench'];

export const tally = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Characters shown of a failed test's message. */
const MESSAGE = 600;

/** Counts one step that passes or fails as a whole. */
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

export async function types() {
  let worst = 0;
  for (const room of rooms) worst = Math.max(worst, await step(`types ${room}`, () => run(bin('tsc'), ['-p', room])));
  return worst;
}

export const lint = () => step('lint', () => run(bin('oxlint'), ['--type-aware', '--quiet']));
export const format = () => step('format', () => run(bin('oxfmt'), ['--check']));

/** The lock file lists what the manifests ask for, and no peer is unmet. */
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

function report(name) {
  const folder = join(root, 'node_modules', '.cache', 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** Each failed test by file, name and first words of its message: the end of a long log is what is read. */
function failedTests({ testResults }) {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const place = relative(root, file);
    if (status === 'failed' && failed.length === 0) return [`${place}: ${message.slice(0, MESSAGE)}`];
    return failed.map((test) => `${place} › ${test.fullName}: ${test.failureMessages.join('; ').slice(0, MESSAGE)}`);
  });
}

/** Runs vitest and adds its counts. */
export async function unit(name, args) {
  const file = report(`vitest-${name}`);
  const code = await run(node(), [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ]);
  if (!existsSync(file)) {
    tally.failed += 1;
    failures.push(`vitest ${name} gave no report`);
    return 1;
  }
  const result = JSON.parse(readFileSync(file, 'utf8'));
  tally.passed += result.numPassedTests;
  tally.failed += result.numFailedTests;
  tally.skipped += result.numPendingTests + result.numTodoTests;
  failures.push(...failedTests(result));
  if (code !== 0 && result.numFailedTests === 0) {
    tally.failed += 1;
    failures.push(`vitest ${name} ended with ${code}`);
  }
  return code;
}

/** Titles of journeys that passed only when tried again. */
function flaky(suites, above = '') {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => {
    const path = `${above}${title} › `;
    const own = specs.flatMap((spec) =>
      spec.tests.filter(({ status }) => status === 'flaky').map((test) => `[${test.projectName}] ${path}${spec.title}`),
    );
    return [...own, ...flaky(inner, path)];
  });
}

/** Runs the browser journeys and adds their counts. */
export async function journeys(chromium) {
  const file = report('playwright');
  const env = environment({
    CHROME_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const code = await run(
    node(),
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'],
    { cwd: join(root, 'e2e'), env },
  );
  if (!existsSync(file)) {
    tally.failed += 1;
    failures.push('playwright gave no report');
    return 1;
  }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  for (const title of flaky(suites)) console.log(`flaky: ${title}`);
  tally.passed += stats.expected + stats.flaky;
  tally.failed += stats.unexpected;
  tally.skipped += stats.skipped;
  if (code !== 0 && stats.unexpected === 0) tally.failed += 1;
  if (code !== 0) failures.push(`browser journeys: ${stats.unexpected}`);
  return code;
}

/** Prints what failed and the one line that counts; gives the exit code. */
export function close() {
  for (const failure of failures) console.error(`failed: ${failure}`);
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
  console.log(`${tally.passed} passed, ${tally.failed} failed${skipped}`);
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}
