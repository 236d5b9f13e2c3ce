// `npm run seeds -- --count 200 [--project core] [--runs 0.2] [FILES]`: runs random tests with that many fresh seeds.
// Prints each failure with its seed and the command that repeats it. Several seeds share a process, because starting
// one is expensive.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endOnSignals, ensurePackages, root } from './ensure.mjs';
import { asText, runVitest } from './results.mjs';

const PACKAGES = ['core', 'contract', 'chain', 'server', 'ui', 'web', 'desk'];
/** Seeds per process. */
const BATCH = 10;
const SEEDS = 2 ** 31;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '200' },
    project: { type: 'string', multiple: true, default: PACKAGES },
    runs: { type: 'string', default: '0.2' },
    workers: { type: 'string', default: '2' },
  },
});

/** Files of random tests in the chosen projects: those that call the shared helper. */
function randomFiles() {
  return values.project
    .flatMap((pkg) =>
      readdirSync(join(root, pkg, 'test'), { recursive: true, encoding: 'utf8' }).map((file) => `${pkg}/test/${file}`),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('randomTests(import.meta.url'))
    .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)));
}

/** A failure for each file and seed without a test that passed or failed. */
function missing(files, seeds, report) {
  const ran = new Set(report.files.filter(({ passed }) => passed > 0).map(({ project, file }) => `${project} ${file}`));
  for (const { project, file } of report.failures) ran.add(`${project} ${file}`);
  const wanted = files.flatMap((file) => seeds.map((seed) => ({ project: `${file.split('/')[0]} ${seed}`, file })));
  return wanted
    .filter(({ project, file }) => !ran.has(`${project} ${file}`))
    .map((one) => ({ ...one, test: '', reason: 'no test ran' }));
}

/** A Vitest configuration that contains each package's project once per seed. */
function configuration(files, seeds) {
  return `import base from ${JSON.stringify(join(root, 'vitest.config.ts'))};
const root = ${JSON.stringify(root)};
const files = ${JSON.stringify(files)};

/**
 * The options of each package in vitest.config.ts. A package with plugins has its own config file, which is used
 * directly, because extending it would add to its list of tests.
 */
const rooms = Object.fromEntries(
  await Promise.all(
    [...new Set(files.map((file) => file.split('/')[0]))].map(async (pkg) => [
      pkg,
      base.test.projects.find((one) => typeof one !== 'string' && one.test.root === pkg) ??
        (await import(root + '/' + pkg + '/vitest.config.ts')).default,
    ]),
  ),
);

const projects = ${JSON.stringify(seeds)}.flatMap((seed) =>
  Object.entries(rooms).map(([pkg, project]) => {
    const include = files.filter((file) => file.startsWith(pkg + '/')).map((file) => file.slice(pkg.length + 1));
    const env = { SEED: String(seed), VITRINE_TEST_RUNS: ${JSON.stringify(values.runs)} };
    return { ...project, test: { ...project.test, name: pkg + ' ' + seed, root: root + '/' + pkg, include, env } };
  }),
);
export default { root, test: { projects, maxWorkers: ${Number(values.workers)} } };
`;
}

endOnSignals();
ensurePackages();
const files = randomFiles();
const count = Number(values.count);
if (files.length === 0 || !(count > 0)) throw new Error('Expected files of random tests and a count above 0.');
const folder = join(root, 'node_modules', '.cache', 'seeds');
mkdirSync(folder, { recursive: true });
let failed = 0;
const began = Date.now();
console.log(`${files.length} files, ${count} seeds, ${values.runs} of the usual rounds`);
for (let done = 0; done < count; done += BATCH) {
  const seeds = Array.from({ length: Math.min(BATCH, count - done) }, () => Math.floor(Math.random() * SEEDS));
  const [config, file] = [join(folder, `${process.pid}.config.mjs`), join(folder, `${process.pid}.json`)];
  writeFileSync(config, configuration(files, seeds));
  const report = await runVitest(file, ['--config', config, '--silent']);
  const found = [...report.failures, ...missing(files, seeds, report)];
  failed += found.length;
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  console.log(`${done + seeds.length} seeds, ${failed} failures, ${seconds} s; seeds ${seeds.join(' ')}`);
  for (const failure of found) console.log(`${failure.project} ${asText(failure)}`);
  rmSync(config);
  rmSync(file, { force: true });
}
console.log(failed === 0 ? 'No failure.' : `${failed} failures.`);
process.exit(failed === 0 ? 0 : 1);
