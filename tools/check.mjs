// `npm run check [-- --all]`: types, lint, format and the fast tests, to run while working.
// It skips packages that did not change since their lint or tests last passed; `--all` runs them too.
import { endOnSignals, ensurePackages } from './ensure.mjs';
import { checkSources, close, unit } from './steps.mjs';
import { changed, lintedBy, lints, note } from './unchanged.mjs';

const packages = ['core', 'core-measured', 'contract', 'ui', 'web', 'web-alone', 'desk', 'desk-alone', 'tools'];

endOnSignals();
ensurePackages();
const all = process.argv.includes('--all');
const lint = changed(lints, { all });
const clean = await checkSources([...lint.keys()].flatMap(lintedBy));
note(lint, {
  files: [...lint.keys()].map((project) => ({ project, file: project, ms: 0, passed: 1, skipped: 0 })),
  failures: clean ? [] : [{ file: 'lint', test: '', reason: 'lint' }],
});
const wanted = changed(packages, { all });
const left = [...lints, ...packages].filter((name) => !lint.has(name) && !wanted.has(name));
if (left.length > 0) console.log(`unchanged since they passed: ${left.join(', ')}`);
const report = await unit(
  'fast',
  [...wanted.keys()].flatMap((name) => ['--project', name]),
  { VITRINE_FAST: '1' },
);
note(wanted, report);
process.exit(close());
