// Reads the JSON reports of Vitest and Playwright into one shape: counts, failed tests, time per file.
import { join, relative } from 'node:path';
import { root } from './ensure.mjs';

/** Characters shown of a failed test's message. */
const MESSAGE = 600;

/**
 * Counts, the failed tests by file, name and first words of their message, and the time of each file (ms).
 * @param report JSON report of Vitest
 */
export function readVitest(report) {
  return {
    passed: report.numPassedTests,
    // A file that does not even load has no tests: it counts as one.
    failed: report.numFailedTests + report.testResults.filter(didNotLoad).length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failedTests),
    timings: report.testResults.map(({ name, startTime, endTime }) => ({ file: name, ms: endTime - startTime })),
  };
}

const failedOf = ({ assertionResults }) => assertionResults.filter((test) => test.status === 'failed');
const didNotLoad = (file) => file.status === 'failed' && failedOf(file).length === 0;

function failedTests(file) {
  const failed = failedOf(file);
  const place = relative(root, file.name);
  if (didNotLoad(file)) return [`${place}: ${file.message.slice(0, MESSAGE)}`];
  return failed.map((test) => `${place} › ${test.fullName}: ${test.failureMessages.join('; ').slice(0, MESSAGE)}`);
}

/** Every test of a Playwright suite, with the titles above it. */
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
 * The same of Playwright's report.
 * @param report JSON report of Playwright
 */
export function readPlaywright({ stats, suites }) {
  const tests = [...testsOf(suites)];
  const times = new Map();
  for (const { file, test } of tests) {
    const ms = test.results.reduce((sum, { duration }) => sum + duration, 0);
    times.set(file, (times.get(file) ?? 0) + ms);
  }
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: tests
      .filter(({ test }) => test.status === 'unexpected')
      .map(({ title, test }) => `${title}: ${test.results.at(-1)?.error?.message?.slice(0, MESSAGE) ?? 'no message'}`),
    timings: [...times].map(([file, ms]) => ({ file: join(root, 'e2e', 'journeys', file), ms })),
  };
}
