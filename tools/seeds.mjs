// `npm run seeds -- --count 200 [--project core] [--runs 0.2] [FILES]`: runs random tests with that many fresh seeds, and
// names each failure with its seed and the command that repeats it. Several seeds share a process: starting costs most.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { spawnSync } from 'node:child_process';
import { ensurePackages, environment, node, root, run } from './ensure.mjs';

const ROOMS = ['core', 'contract', 'server', 'ui', 'web', 'desk'];
/** Seeds of one process. */
const BATCH = 10;
const SEEDS = 2 ** 31;
/** Characters shown of a failed test's message. */
const MESSAGE = 600;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '200' },
    project: { type: 'string', multiple: true, default: ROOMS },
    runs: { type: 'string', default: '0.2' },
    workers: { type: 'string', default: '2' },
  },
});

/** Files of random tests in the chosen projects: those that call the shared helper. */
function randomFiles() {
  const { stdout } = spawnSync('git', ['grep', '-l', 'randomTests(import.meta.url'], { cwd: root, encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((file) => /\.test\.tsx?$/.test(file) && values.project.includes(file.split('/')[0]))
    .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)));
}

/** A configuration of vitest with each room's project once a seed. */
function configuration(files, seeds) {
  return `import base from ${JSON.stringify(join(root, 'vitest.config.ts'))};
const root = ${JSON.stringify(root)};
const files = ${JSON.stringify(files)};

/** What vitest.config.ts says of a room; a room with plugins has a file of its own. */
function projectOf(room) {
  const found = base.test.projects.find((one) => typeof one !== 'string' && one.test.root === room);
  return found ?? { extends: root + '/' + room + '/vitest.config.ts', test: {} };
}

const projects = ${JSON.stringify(seeds)}.flatMap((seed) =>
  [...new Set(files.map((file) => file.split('/')[0]))].map((room) => {
    const project = projectOf(room);
    const include = files.filter((file) => file.startsWith(room + '/')).map((file) => file.slice(room.length + 1));
    const env = { SEED: String(seed), VITRINE_TEST_RUNS: ${JSON.stringify(values.runs)} };
    return { ...project, test: { ...project.test, name: room + ' ' + seed, root: root + '/' + room, include, env } };
  }),
);
export default { root, test: { projects, maxWorkers: ${Number(values.workers)} } };
`;
}

/** Failed tests of a report; a file that could not be read is one too. */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ file, test: 'the file', message }] : [];
    return failed.map((test) => ({ file, test: test.fullName, message: test.failureMessages.join('\n') }));
  });
}

ensurePackages();
const files = randomFiles();
const count = Number(values.count);
if (files.length === 0 || !(count > 0)) throw new Error('Expected files of random tests and a count above 0.');
const folder = join(root, 'node_modules', '.cache', 'seeds');
mkdirSync(folder, { recursive: true });
const failures = [];
const began = Date.now();
console.log(`${files.length} files, ${count} seeds, ${values.runs} of the usual rounds`);
for (let done = 0; done < count; done += BATCH) {
  const seeds = Array.from({ length: Math.min(BATCH, count - done) }, () => Math.floor(Math.random() * SEEDS));
  const [config, report] = [join(folder, `${process.pid}.config.mjs`), join(folder, `${process.pid}.json`)];
  writeFileSync(config, configuration(files, seeds));
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--config', config, '--silent', '--reporter=json', `--outputFile.json=${report}`];
  await run(node(), [vitest, ...args], { env: environment() });
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const found = failuresOf(result);
  failures.push(...found);
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  console.log(`${done + seeds.length} seeds, ${failures.length} failures, ${seconds} s`);
  for (const { file, test, message } of found) {
    const again = /^Repeat: (.*)$/m.exec(message)?.[1] ?? `one of the seeds ${seeds.join(' ')}`;
    console.log(`${file} › ${test}\n  ${message.slice(0, MESSAGE)}\n  ${again}`);
  }
  rmSync(config);
  rmSync(report);
}
console.log(failures.length === 0 ? 'No failure.' : `${failures.length} failures.`);
process.exit(failures.length === 0 ? 0 : 1);
