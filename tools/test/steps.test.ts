// What a run of tests does when a page does not build, and when it is told to end.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { root } from '../ensure.mjs';
import { sweep } from '../scratch.mjs';
import { buildPages, everyProject } from '../steps.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-steps-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('tries every page, and leaves out the tests of built pages when one does not build', async () => {
  const tried: string[] = [];
  await buildPages(async (page: string) => {
    tried.push(page);
    return page === 'web' ? 1 : 0;
  });
  expect(tried).toEqual(['web', 'desk']);
  const project = everyProject().map((argument) => argument.replace('--project=', ''));
  await buildPages(async () => 0);
  expect(everyProject()).toEqual([]);
  const vitest = await createVitest('test', { root, project, watch: false, reporters: [] });
  const names = vitest.projects.map(({ name }) => name);
  await vitest.close();
  expect(names).toContain('web');
  expect(names).not.toContain('build');
});

/** A run of two steps, each of which writes its process id to a file and waits. */
function runOfTwo(): ChildProcess {
  const waits = (file: string) =>
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, file))}, String(process.pid)); setInterval(() => {}, 1e6)`;
  const source = `
    import { endOnSignals, node, run } from ${JSON.stringify(join(root, 'tools/ensure.mjs'))};
    import { withScratch } from ${JSON.stringify(join(root, 'tools/scratch.mjs'))};
    endOnSignals();
    await withScratch(async () => {
      await run(node(), ['-e', ${JSON.stringify(waits('first'))}]);
      await run(node(), ['-e', ${JSON.stringify(waits('second'))}]);
    });`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'ignore' });
}

const scratchOf = (pid: number | undefined) =>
  ['/dev/shm', tmpdir()]
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name, 'owner')))
    .filter((owner) => existsSync(owner) && readFileSync(owner, 'utf8') === String(pid));

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the child and the run, which removes its temporary files', async (signal, code) => {
  const child = runOfTwo();
  const first = join(folder, 'first');
  await expect.poll(() => existsSync(first) && readFileSync(first, 'utf8')).toMatch(/^\d+$/);
  expect(scratchOf(child.pid)).toHaveLength(1);
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([code, null]);
  expect(() => process.kill(Number(readFileSync(first, 'utf8')), 0)).toThrow('ESRCH');
  expect(existsSync(join(folder, 'second'))).toBe(false);
  expect(scratchOf(child.pid)).toEqual([]);
});

it('removes the temporary files of runs that were killed, and of no other', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const owners = { 'vitrine-gone': String(pid), 'vitrine-here': String(process.pid), 'vitrine-nobody': undefined };
  for (const [name, owner] of Object.entries(owners)) {
    mkdirSync(join(folder, name));
    if (owner !== undefined) writeFileSync(join(folder, name, 'owner'), owner);
  }
  sweep(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['vitrine-here', 'vitrine-nobody']);
});
