// `npm test [-- PART …]`: installs what is missing, then runs all required checks: types, lint, unit, property, server
// and browser tests.
// CI runs the parts on separate machines (.github/workflows/ci.yml); `npm run check -- --all` is the third part. `npm
// run test:deep` has the slower tests.
import { browser } from './browser.mjs';
import { endOnSignals, ensurePackages, node, run } from './ensure.mjs';
import { withScratch } from './scratch.mjs';
import { buildPages, checkSources, close, everyProject, journeys, peers, step, unit } from './steps.mjs';

/** Factor on the usual rounds: enough for common failures. `npm run seeds` finds the rare ones. */
const FRESH_RUNS = '0.2';

async function inBrowser() {
  const chromium = browser();
  await step('a browser is there', () => (chromium ? 0 : 1));
  if (chromium) await journeys(chromium, 'gate');
}

const parts = {
  /** The server on a real PostgreSQL, and the built pages. */
  async server() {
    await buildPages();
    await unit('server', ['--project', 'server', ...(everyProject().length === 0 ? ['--project', 'build'] : [])]);
  },
  /** The browser journeys. */
  async journeys() {
    await buildPages();
    await inBrowser();
  },
};

async function everything() {
  await peers();
  await checkSources();
  await buildPages();
  await unit('all', everyProject());
  await step('random tests with a fresh seed', () =>
    run(node(), ['tools/seeds.mjs', '--count', '1', '--runs', FRESH_RUNS]),
  );
  await inBrowser();
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`Expected parts out of ${Object.keys(parts).join(', ')}; got ${unknown.join(', ')}.`);
  process.exit(1);
}
endOnSignals();
ensurePackages();
await withScratch(async () => {
  if (named.length === 0) await everything();
  for (const name of named) await parts[name]();
});
process.exit(close());
