// Runs Vitest and converts its report and Playwright's to one form: counts, failed tests with reasons, skipped tests
// and time per file.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { environment, node, root, run } from './ensure.mjs';

/** @typedef {{ project?: string, file: string, test: string, reason: string }} Failure */
/** @typedef {{ project?: string, file: string, ms: number, passed: number, skipped: number }} FileCounts */
/** @typedef {{ files: FileCounts[], failures: Failure[] }} Report */

/** Maximum lines of a failure message, and characters per line, that are shown. */
const LINES = 16;
const WIDTH = 300;

/** The first stack frame in our code. */
function frameOf({ stacks = [], stack = '', location }) {
  const [first = location] = stacks;
  if (first) return `${relative(root, first.file)}:${first.line}:${first.column}`;
  const line = stack.split('\n').find((one) => one.includes(`${root}/`) && !one.includes('/node_modules/'));
  return line
    ?.split(`${root}/`)[1]
    .replace(/\?[^:]*/, '')
    .replace(/\)$/, '');
}

/** An error in a few lines without colours: message, difference, place, and how to reproduce it. */
export function reason(error) {
  const { message = String(error), diff = '', cause } = error;
  const lines = stripVTControlCharacters([message, diff, cause?.message ?? ''].join('\n')).split('\n');
  const told = lines.filter((line) => line.trim() !== '' && !line.startsWith('Repeat: '));
  const frame = frameOf(error);
  return [
    ...told.slice(0, LINES).map((line) => line.slice(0, WIDTH)),
    ...(told.length > LINES ? ['…'] : []),
    ...(frame === undefined ? [] : [`at ${frame}`]),
    ...lines.filter((line) => line.startsWith('Repeat: ')),
  ].join('\n');
}

/**
 * Runs Vitest with `args`, extra environment `env`, output to `stdio` and its report in `file`.
 * @returns {Promise<Report>}
 */
export async function runVitest(file, args, env = {}, stdio = 'inherit') {
  rmSync(file, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = [`--reporter=${join(root, 'tools', 'vitest-report.mjs')}`, `--outputFile=${file}`];
  const code = await run(node(), [vitest, 'run', ...reporter, ...args], { env: environment(env), stdio });
  return named('vitest', code, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
}

/**
 * A tool's report. Adds a failure of the tool itself if it exited with an error without a failed test or a report.
 * @returns {Report}
 */
export function named(tool, code, report) {
  const { files, failures } = report ?? { files: [], failures: [] };
  const without = report === undefined ? 'and gave no report' : 'without a failed test';
  const own = { project: '', file: tool, test: '', reason: `ended with ${code} ${without}` };
  return { files, failures: failures.length === 0 && (code !== 0 || report === undefined) ? [own] : failures };
}

/** A failure's file, test and reason; further lines of the reason are indented. */
export const asText = ({ file, test, reason: why }) =>
  `${file}${test === '' ? '' : ` › ${test}`}: ${why.replaceAll('\n', '\n    ')}`;

/** Yields every test of a Playwright suite with the titles above it. */
function* testsOf(suites, above = '') {
  for (const { title, file, specs = [], suites: inner = [] } of suites) {
    const path = `${above}${title} › `;
    for (const spec of specs) {
      for (const test of spec.tests) yield { title: `[${test.projectName}] ${path}${spec.title}`, file, test };
    }
    yield* testsOf(inner, path);
  }
}

/**
 * The files and failures of Playwright's report in `path`, and its errors outside journeys.
 * @returns {Report}
 */
export function readPlaywright(path) {
  const { suites, errors } = JSON.parse(readFileSync(path, 'utf8'));
  const files = new Map();
  const failures = errors.map((error) => ({ file: 'outside the journeys', test: '', reason: reason(error) }));
  for (const { title, file, test } of testsOf(suites)) {
    const path = join('e2e/journeys', file);
    const counts = files.get(path) ?? { file: path, ms: 0, passed: 0, skipped: 0 };
    files.set(path, counts);
    counts.ms += test.results.reduce((sum, { duration }) => sum + duration, 0);
    if (test.status === 'expected') counts.passed += 1;
    else if (test.status === 'skipped') counts.skipped += 1;
    else {
      const why = test.results.at(-1)?.error ?? { message: 'no message' };
      failures.push({ file: path, test: title, reason: reason(why) });
    }
  }
  return { files: [...files.values()], failures };
}
