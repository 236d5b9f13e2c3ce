// `npm run seeds` says "No failure." only of tests that ran.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../ensure.mjs';

/** Runs one file with one fresh seed; `preloaded` is run at the start of each process. */
function seeds(preloaded = '') {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['tools/seeds.mjs', '--count', '1', '--project', 'core', 'core/test/number/muldiv.test.ts'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preloaded)}` },
    },
  );
  return { status, stdout };
}

it('prints the seeds that passed', () => {
  const { status, stdout } = seeds();
  expect(stdout).toMatch(/^1 files, 1 seeds.*\n1 seeds, 0 failures, \d+ s; seeds \d+\nNo failure\.\n$/);
  expect(status).toBe(0);
});

it('fails when Vitest ends early, whatever its exit code', () => {
  const { status, stdout } = seeds("if (process.argv[1]?.endsWith('vitest.mjs')) process.exit(0);");
  expect(stdout).toContain('vitest: ended with 0 and gave no report');
  expect(stdout).toMatch(/core \d+ core\/test\/number\/muldiv\.test\.ts: no test ran/);
  expect(status).toBe(1);
});
