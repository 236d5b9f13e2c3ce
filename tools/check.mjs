// `npm run check [-- --all]`: types, lint, format and the fast tests, to run while working. The tests of a package that
// nothing changed for since they last passed are left out; `--all` runs them too.
import { ensurePackages } from './ensure.mjs';
import { checkSources, close, unit } from './steps.mjs';
import { changed, note } from './unchanged.mjs';

const packages = ['core', 'core-mocked', 'contract', 'ui', 'web', 'desk', 'tools'];

ensurePackages();
await checkSources();
const wanted = process.argv.includes('--all') ? packages : changed(packages);
const left = packages.filter((name) => !wanted.includes(name));
if (left.length > 0) console.log(`unchanged since their tests passed: ${left.join(', ')}`);
const { failures } = await unit(
  'fast',
  wanted.flatMap((name) => ['--project', name]),
);
note(wanted, failures.length === 0);
process.exit(close());
