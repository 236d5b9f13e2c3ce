// `npm test`: installs what is missing, then types, lint, unit, property, server and browser tests.
import { ensureBuilt, ensurePackages } from './ensure.mjs';
import { browser } from './browser.mjs';
import { close, format, journeys, lint, peers, step, types, unit } from './steps.mjs';

ensurePackages();
const chromium = browser();
await peers();
await types();
await lint();
await format();
await step('build of the page', ensureBuilt);
await unit('all', []);
await step('a browser is there', () => (chromium ? 0 : 1));
if (chromium) await journeys(chromium);
process.exit(close());
