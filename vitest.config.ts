import { defineConfig } from 'vitest/config';
import { SLOW_TESTS, SlowFirst } from './tools/slow-first.mjs';

/** Two workers; the server's tests wait for timers and databases more than they compute, so a third fills the gaps. */
const WORKERS = 2;
const SERVER_WORKERS = 3;
/** Long enough for the slowest machine, ms: a test never fails because others keep the processors busy. */
const PATIENCE = 600_000;

const MOCKED = 'test/sim/canary.test.ts';
/** It measures the heap, which shows what other files of its process did. */
const MEASURED = 'test/book/heap.test.ts';

/** Slow files of a package that `check` leaves to `npm test`. */
const slow = (name: string): string[] =>
  process.env['VITRINE_FAST'] === '1'
    ? SLOW_TESTS.filter((file) => file.startsWith(`${name}/`)).map((file) => file.slice(name.length + 1))
    : [];

/**
 * Node runs TypeScript itself, so test files of pure TypeScript need no transformation. `isolate: false`: the files of a
 * worker share its process and modules, which are loaded once; a test ends what it started.
 */
const native = {
  pool: 'forks',
  isolate: false,
  // A forgotten `.only` would leave the other tests out: it fails. One test runs with `-t`.
  allowOnly: false,
  maxWorkers: WORKERS,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  // Only a test that fails waits so long.
  expect: { poll: { timeout: 60_000, interval: 20 } },
} as const;

// One project a package. Browser journeys are Playwright's, in e2e/.
export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...native,
          name: 'core',
          root: 'core',
          include: ['test/**/*.test.ts'],
          exclude: [MOCKED, MEASURED, ...slow('core')],
        },
      },
      { test: { ...native, name: 'core-measured', root: 'core', include: [MEASURED], isolate: true } },
      // It replaces modules of the core, which takes Vite's module runner and a process of its own.
      {
        test: {
          name: 'core-mocked',
          root: 'core',
          include: [MOCKED],
          allowOnly: false,
          maxWorkers: WORKERS,
          testTimeout: PATIENCE,
        },
      },
      { test: { ...native, name: 'contract', root: 'contract', include: ['test/**/*.test.ts'] } },
      { test: { ...native, name: 'chain', root: 'chain', include: ['test/**/*.test.ts'] } },
      {
        test: {
          ...native,
          name: 'tools',
          root: 'tools',
          include: ['test/**/*.test.ts', '../bench/test/**/*.test.ts'],
          exclude: slow('tools'),
        },
      },
      {
        test: {
          ...native,
          name: 'build',
          include: ['{web,desk}/test/**/*.build.test.ts'],
          globalSetup: ['tools/build-setup.mjs'],
        },
      },
      '{web,desk,ui}/vitest.config.ts',
      '{web,desk}/vitest.alone.config.ts',
      {
        test: {
          ...native,
          name: 'server',
          root: 'server',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/support/postgres-server.ts'],
          maxWorkers: SERVER_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
