// `npm run test:deep [-- PART …]`: tests that take too long for `npm test`. Without a part it runs all, the fastest
// first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, firefox } from './browser.mjs';
import { endOnSignals, ensurePackages, environment, node, root, run } from './ensure.mjs';
import { withScratch } from './scratch.mjs';
import { buildPages, checkSources, close, everyProject, journeys, peers, step, unit } from './steps.mjs';

/** Factor on the rounds of each random test in `npm test`. */
const RUNS = '10';

/** Prints the line and branch coverage of each package's tests; sets no threshold. */
async function coverage() {
  for (const name of ['core', 'contract', 'chain', 'server', 'ui', 'web', 'desk']) {
    const folder = join(root, 'node_modules', '.cache', 'coverage', name);
    const flags = ['--coverage', '--coverage.provider=v8', '--coverage.reporter=json-summary'];
    await unit(`coverage-${name}`, [
      ...['--project', name],
      ...flags,
      '--coverage.include=src/**',
      '--coverage.reportOnFailure',
      `--coverage.reportsDirectory=${folder}`,
    ]);
    const { lines, branches } = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')).total;
    console.log(`coverage ${name}: ${lines.pct} % of lines, ${branches.pct} % of branches`);
  }
}

const parts = {
  /** Every test with fresh seeds and long random runs; the fault loops and kills at their full number. */
  long: () => unit('long', everyProject(), { SEED: 'fresh', VITRINE_TEST_RUNS: RUNS, VITRINE_DEEP: '1' }),
  /** The random tests with 200 fresh seeds. */
  seeds: () => step('200 seeds', () => run(node(), ['tools/seeds.mjs', '--count', '200'])),
  coverage,
  /** Every journey in both sizes, and the one in Firefox. */
  async journeys() {
    const chromium = browser();
    await step('a browser is there', () => (chromium ? 0 : 1));
    await step('a Firefox is there', () => (firefox() ? 0 : 1));
    if (chromium) await journeys(chromium, 'all');
  },
  /** Mutation tests: changes of the code that no test detects (hours). */
  mutation: () => step('mutation', () => run(node(), ['tools/mutate.mjs', 'all'], { env: environment() })),
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Expected parts out of ${Object.keys(parts).join(', ')}; got ${unknown.join(', ')}.`);
  process.exit(1);
}
endOnSignals();
ensurePackages();
await withScratch(async () => {
  await peers();
  await checkSources();
  await buildPages();
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    console.log(`part ${name} …`);
    await parts[name]();
  }
});
process.exit(close());
