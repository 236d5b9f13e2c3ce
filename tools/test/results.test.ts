// What goes wrong outside tests is a failure with a name, whatever else failed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPlaywright, runVitest } from '../results.mjs';

const crash = join(import.meta.dirname, 'crash');

async function reportOf(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-results-'));
  const report = await runVitest(join(folder, 'report.json'), ['--root', crash, ...args], {}, 'ignore');
  rmSync(folder, { recursive: true });
  return report;
}

it('Vitest: names what tests, files, suites and nobody threw, with the difference and the place', async () => {
  const { files, failures } = await reportOf('--project', 'each');
  const place = 'tools/test/crash';
  expect(failures.toSorted((a, b) => `${a.file} ${a.reason}`.localeCompare(`${b.file} ${b.reason}`))).toEqual([
    {
      project: 'each',
      file: `${place}/assert.mjs`,
      test: 'differs',
      reason: expect.stringMatching(
        /^expected .* to deeply equal(.|\n)*-   "b": 3,\n\+   "b": 2,(.|\n)*assert\.mjs:12:\d+$/,
      ),
    },
    {
      project: 'each',
      file: `${place}/assert.mjs`,
      test: '',
      reason: `thrown after all\nat ${place}/assert.mjs:10:9`,
    },
    {
      project: 'each',
      file: `${place}/assert.mjs`,
      test: 'a suite',
      reason: `thrown before all\nat ${place}/assert.mjs:5:11`,
    },
    {
      project: 'each',
      file: `${place}/exit.mjs`,
      test: 'ends the process',
      reason: expect.stringContaining('process.exit unexpectedly called'),
    },
    {
      project: 'each',
      file: `${place}/late.mjs`,
      test: 'near waits',
      reason: `thrown after the end\nat ${place}/late.mjs:5:11`,
    },
    { project: 'each', file: `${place}/load.mjs`, test: '', reason: `thrown at import\nat ${place}/load.mjs:1:7` },
    {
      project: 'each',
      file: `${place}/reject.mjs`,
      test: '',
      reason: `nobody waits for it\nat ${place}/reject.mjs:3:41`,
    },
  ]);
  expect(files.find(({ file }) => file.endsWith('reject.mjs'))).toMatchObject({ passed: 1, skipped: 1 });
});

it('Vitest: names the file whose worker was killed, and those it never ran', async () => {
  const { failures } = await reportOf('--project', 'shared');
  const named = failures.map(({ file, test, reason }) => `${file} ${test}: ${reason}`).join('\n');
  expect(named).toContain('crash/kill.mjs is killed: ');
  expect(named).toContain('crash/load.mjs : the file did not run');
  expect(named).toContain('outside the tests : [vitest-pool]: Worker forks emitted error.');
});

it('Vitest: a run that gives no report failed', async () => {
  const { failures } = await reportOf('--config', 'no-such.config.mjs');
  expect(failures).toEqual([expect.objectContaining({ file: 'vitest', reason: expect.stringContaining('no report') })]);
});

it('Playwright: counts a journey file that throws at import, and strips colours', () => {
  const result = (status: string, results: readonly object[]) => ({ projectName: 'phone', status, results });
  const suite = {
    title: 'a.spec.ts',
    file: 'a.spec.ts',
    specs: [
      { title: 'passes', tests: [result('expected', [{ duration: 2 }])] },
      { title: 'is skipped', tests: [result('skipped', [])] },
      {
        title: 'fails',
        tests: [result('unexpected', [{ duration: 3, error: { message: '\u001b[31mred\u001b[39m' } }])],
      },
    ],
  };
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-results-'));
  const file = join(folder, 'playwright.json');
  writeFileSync(file, JSON.stringify({ suites: [suite], errors: [{ message: 'Error: at import' }] }));
  const report = readPlaywright(file);
  rmSync(folder, { recursive: true });
  expect(report).toEqual({
    files: [{ file: 'e2e/journeys/a.spec.ts', ms: 5, passed: 1, skipped: 1 }],
    failures: [
      { file: 'outside the journeys', test: '', reason: 'Error: at import' },
      { file: 'e2e/journeys/a.spec.ts', test: '[phone] a.spec.ts › fails', reason: 'red' },
    ],
  });
});
