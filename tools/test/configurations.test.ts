// A forgotten `.only` fails the run instead of leaving the other tests out.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { root } from '../ensure.mjs';

it.each(['vitest.config.ts', 'vitest.mutation.config.ts'])('%s refuses .only in each project', async (config) => {
  const vitest = await createVitest('test', { root, config, watch: false, reporters: [] });
  const projects = vitest.projects.map(({ name, config: { allowOnly } }) => [name, allowOnly]);
  await vitest.close();
  expect(projects.length).toBeGreaterThan(0);
  expect(projects.filter(([, allowOnly]) => allowOnly)).toEqual([]);
});

it('the journeys refuse .only and try nothing twice', async () => {
  const { default: playwright } = (await import(join(root, 'e2e/playwright.config.ts'))) as { default: unknown };
  expect(playwright).toMatchObject({ forbidOnly: true, retries: 0 });
});
