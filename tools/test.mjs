// `npm test`: installs what is missing, then everything a change must pass: types, lint, unit, property, server and
// browser tests. What takes longer is in `npm run test:deep`.
import { browser } from './browser.mjs';
import { endOnSignals, ensurePackages, node, run } from './ensure.mjs';
import { withScratch } from './scratch.mjs';
import { buildPages, checkSources, close, everyProject, journeys, peers, step, unit } from './steps.mjs';

/** Of the usual rounds: enough to meet what is common, the rare is found by `npm run seeds`. */
const FRESH_RUNS = '0.2';

endOnSignals();
ensurePackages();
const chromium = browser();
await withScratch(async () => {
  await peers();
  await checkSources();
  await buildPages();
  await unit('all', everyProject());
  await step('random tests with a fresh seed', () =>
    run(node(), ['tools/seeds.mjs', '--count', '1', '--runs', FRESH_RUNS]),
  );
  await step('a browser is there', () => (chromium ? 0 : 1));
  if (chromium) await journeys(chromium, 'gate');
});
process.exit(close());
