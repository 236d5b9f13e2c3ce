// A failed random test names the command that repeats it.
import { expect, it } from 'vitest';
import { repeatCommand } from './kit/random-tests.ts';

it('names its file from the root of the repository, and its project', () => {
  expect(repeatCommand(import.meta.url, 7)).toMatch(
    /^SEED=7 (VITRINE_TEST_RUNS=\S+ )?npx vitest run --project core core\/test\/random-tests\.test\.ts$/,
  );
});

it('refuses a URL that is not in the repository', () => {
  expect(() => repeatCommand('file:///elsewhere/a.test.ts', 7)).toThrow('/elsewhere/a.test.ts');
});
