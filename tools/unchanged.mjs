// Lets `npm run check` skip packages whose inputs did not change since their lint or tests last passed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, root } from './ensure.mjs';

const kept = join(root, 'node_modules', '.cache', 'passed');
/** Inputs of every package's tests. */
const common = [
  ...['package.json', 'package-lock.json', 'tsconfig.base.json', 'vitest.config.ts', 'tools'],
  'core/test/kit',
];
/** Inputs of a package's tests besides the package and its dependencies. */
const more = {
  core: [
    'docs/concepts/architecture.md',
    'docs/concepts/money.md',
    'docs/concepts/nobody.md',
    '../shared/data',
    '../shared/vectors',
  ],
  contract: [],
  ui: ['web/lingui.config.ts'],
  web: ['ui/build', ...sourcesOf('server')],
  desk: ['ui/build'],
};
/** Projects whose tests are in another package's folder. */
const folders = { 'core-mocked': 'core', 'core-measured': 'core', 'web-alone': 'web', 'desk-alone': 'desk' };

/** Name of the lint of a package among the names of projects. */
const LINT = 'lint-';
/** Inputs of every package's lint; `vitrine/one-enum` reads the core's enumerations, `vitrine/one-code` the contract's codes. */
const commonOfLint = [
  ...['.oxlintrc.json', 'package-lock.json', 'tsconfig.base.json', 'tools/lint'],
  ...['contract/src/code.ts', 'core/src/enum', 'core/test/kit'],
];
/** What lint reads besides a package and its dependencies' sources: types that its tests import. */
const moreForLint = {
  core: [],
  contract: ['core/test'],
  chain: ['core/test', 'server/test/custody/evm'],
  server: ['bench/src', 'core', 'web/src/features/wallet/withdraw/practice-address.tsx'],
  ui: ['web/lingui.config.ts'],
  web: ['core', 'server', 'ui'],
  desk: ['core', 'server', 'ui'],
  e2e: ['bench/src', 'contract', 'core', 'desk', 'server', 'tools', 'ui', 'web'],
  bench: ['contract', 'core', 'server', 'tools'],
  tools: ['bench', 'chain', 'contract', 'core', 'desk', 'e2e', 'server', 'ui', 'web'],
};
/** Every package that is linted. */
export const LINTED = Object.keys(moreForLint);

/** The names of the lint of every package, for `changed` and `note`. */
export const lints = LINTED.map((name) => `${LINT}${name}`);
/** The package of a lint's name. */
const linted = (name) => name.slice(LINT.length);
/** Programs beside the packages; they are linted with the tools. */
const BESIDE = ['docs/start/first-trade.mjs', 'vitest.config.ts', 'vitest.mutation.config.ts'];
/** The files and folders that a lint checks. */
export const lintedBy = (name) => (linted(name) === 'tools' ? ['tools', ...BESIDE] : [linted(name)]);

/** The sources of a package and of its dependencies. */
function sourcesOf(name) {
  const manifest = join(root, name, 'package.json');
  const { dependencies = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const ours = Object.keys(dependencies).flatMap((one) => /^@vitrine\/(.*)$/.exec(one)?.[1] ?? []);
  return [`${name}/package.json`, `${name}/src`, ...ours.flatMap(sourcesOf)];
}

/** The input files and folders of a project's tests, or of a lint; undefined if they are not listed. */
export function readsOf(project) {
  if (project.startsWith(LINT)) {
    const name = linted(project);
    return [...new Set([...commonOfLint, ...lintedBy(project), ...sourcesOf(name), ...moreForLint[name]])];
  }
  const name = folders[project] ?? project;
  return name in more ? [...new Set([...common, name, ...sourcesOf(name), ...more[name]])] : undefined;
}

/** Whether the run has fixed seeds and the usual rounds. Other runs are not recorded. */
const usual = () => !['SEED', 'VITRINE_TEST_RUNS', 'VITRINE_DEEP'].some((name) => process.env[name]);

const now = (project) => fingerprint(readsOf(project), { tests: true });

/**
 * The projects and lints whose inputs changed since they last passed, each with the fingerprint of its inputs for `note`;
 * undefined for a project without listed inputs. `all`: also the unchanged ones.
 * @param {string[]} projects
 * @returns {Map<string, string | undefined>}
 */
export function changed(projects, { all = false, folder = kept } = {}) {
  const prints = projects.map((project) => [project, readsOf(project) && now(project)]);
  return new Map(
    prints.filter(([project, print]) => {
      const stamp = join(folder, project);
      return all || !usual() || print === undefined || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== print;
    }),
  );
}

/**
 * Records which projects passed, from the report of their run. Changes saved during the run were not tested: a project
 * passes only if its inputs are still the same.
 * @param {Map<string, string | undefined>} wanted
 * @param {import('./results.mjs').Report} report
 */
export function note(wanted, { files, failures }, { folder = kept } = {}) {
  if (!usual()) return;
  mkdirSync(folder, { recursive: true });
  for (const [project, print] of wanted) {
    if (print === undefined) continue;
    const ran = files.some((file) => file.project === project && file.passed > 0);
    // An error without a project may belong to any of them.
    const failed = failures.some((failure) => [project, ''].includes(failure.project ?? ''));
    if (failed) rmSync(join(folder, project), { force: true });
    else if (ran && now(project) === print) writeFileSync(join(folder, project), print);
  }
}
