// `npm run check` leaves out the tests of a package whose every input is as it was when they last passed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, root } from './ensure.mjs';

const kept = join(root, 'node_modules', '.cache', 'passed');
/** What decides about every package's tests. */
const common = [
  ...['package.json', 'package-lock.json', 'tsconfig.base.json', 'vitest.config.ts', 'tools'],
  'core/test/kit',
];
/** What a package's tests read beside the package and its dependencies. */
const more = {
  core: ['docs/architecture.md', 'docs/money.md', 'docs/nobody.md', '../shared/data', '../shared/vectors'],
  contract: [],
  ui: ['web/lingui.config.ts'],
  web: [...sourcesOf('server')],
  desk: [],
};
/** Projects whose tests are in the folder of another. */
const folders = { 'core-mocked': 'core', 'core-measured': 'core', 'web-alone': 'web', 'desk-alone': 'desk' };

/** The sources of a package and of the packages it depends on. */
function sourcesOf(name) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
  const ours = Object.keys(dependencies).flatMap((one) => /^@vitrine\/(.*)$/.exec(one)?.[1] ?? []);
  return [`${name}/package.json`, `${name}/src`, ...ours.flatMap(sourcesOf)];
}

/** Files and folders that decide about a project's tests; undefined when nobody listed them. */
export function readsOf(project) {
  const name = folders[project] ?? project;
  return name in more ? [...new Set([...common, name, ...sourcesOf(name), ...more[name]])] : undefined;
}

/** Fixed seeds and the usual rounds: another run says nothing about them. */
const usual = () => !['SEED', 'VITRINE_TEST_RUNS', 'VITRINE_DEEP'].some((name) => process.env[name]);

const now = (project) => fingerprint(readsOf(project), { tests: true });

/**
 * The projects whose inputs changed since their tests last passed, each with the fingerprint of its inputs, to be given to
 * `note` after the run; undefined for one whose inputs nobody listed. `all`: the unchanged too.
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
 * Notes which projects passed, by the report of their run. What was saved during the run was not tested: a project passed
 * only if its inputs are what they were before.
 * @param {Map<string, string | undefined>} wanted
 * @param {import('./results.mjs').Report} report
 */
export function note(wanted, { files, failures }, { folder = kept } = {}) {
  if (!usual()) return;
  mkdirSync(folder, { recursive: true });
  for (const [project, print] of wanted) {
    if (print === undefined) continue;
    const ran = files.some((file) => file.project === project && file.passed > 0);
    // An error that belongs to no project may be anyone's.
    const failed = failures.some((failure) => [project, ''].includes(failure.project ?? ''));
    if (failed) rmSync(join(folder, project), { force: true });
    else if (ran && now(project) === print) writeFileSync(join(folder, project), print);
  }
}
