// `npm run check [-- --all]`: types, lint, format and the fast tests, to run while working.
// It skips packages that did not change since their tests last passed; `--all` runs them too.
import { endOnSignals, ensurePackages } from './ensure.mjs';
import { checkSources, close, unit } from './steps.mjs';
import { changed, note } from './unchanged.mjs';

const packages = [
  'core',
  'core-mocked',
  'core-measured',
  'contract',
  'ui',
  'web',
  'web-alone',
  'desk',
  'desk-alone',
  'tools',
];

endOnSignals();
ensurePackages();
await checkSources();
const wanted = changed(packages, { all: process.argv.includes('--all') });
const left = packages.filter((name) => !wanted.has(name));
if (left.length > 0) console.log(`unchanged since their tests passed: ${left.join(', ')}`);
const report = await unit(
  'fast',
  [...wanted.keys()].flatMap((name) => ['--project', name]),
);
note(wanted, report);
process.exit(close());
