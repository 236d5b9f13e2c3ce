// Passes: one at a time, told when they fail, and nothing runs after the stop.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startPasses } from '../../src/custody/passes.ts';
import { eventually } from '../support/eventually.ts';

test('a pass never runs twice at once, and a run asked for meanwhile follows', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const first = Promise.withResolvers<void>();
  const passes = startPasses(
    [
      {
        name: 'one',
        every: 60_000,
        run: async () => {
          running += 1;
          most = Math.max(most, running);
          if (runs === 0) await first.promise;
          await pause(5);
          running -= 1;
          runs += 1;
        },
      },
    ],
    () => undefined,
  );
  await eventually(() => expect(running).toBe(1));
  passes.soon('one');
  passes.soon('one');
  first.resolve();
  await eventually(() => expect(runs).toBe(2));
  passes.soon('one');
  await eventually(() => expect(runs).toBe(3));
  await passes.stop();
  expect(most).toBe(1);
});

test('a pass that fails is told and runs again; after the stop nothing does', async () => {
  const faults: unknown[] = [];
  let runs = 0;
  const passes = startPasses(
    [
      {
        name: 'bad',
        every: 1,
        run: async () => {
          runs += 1;
          throw new Error(`run ${runs}`);
        },
      },
    ],
    (error) => faults.push(error),
  );
  await eventually(() => expect(faults.length).toBeGreaterThan(2));
  await passes.stop();
  const after = runs;
  await pause(10);
  expect(runs).toBe(after);
});

test('names the passes whose last run failed, since the first failure in a row (issue 14, 7)', async () => {
  let broken = true;
  let time = 1_000;
  let runs = 0;
  const passes = startPasses(
    [
      {
        name: 'one',
        every: 60_000,
        run: async () => {
          runs += 1;
          if (broken) throw new Error('the database is away');
        },
      },
      { name: 'two', every: 60_000, run: async () => undefined },
    ],
    () => undefined,
    () => time,
  );
  await eventually(() => expect(passes.failing()).toEqual([{ name: 'one', since: 1_000 }]));
  time = 2_000;
  passes.soon('one');
  await eventually(() => expect(runs).toBe(2));
  await eventually(() => expect(passes.failing()).toEqual([{ name: 'one', since: 1_000 }]));
  broken = false;
  passes.soon('one');
  await eventually(() => expect(passes.failing()).toEqual([]));
  await passes.stop();
});
