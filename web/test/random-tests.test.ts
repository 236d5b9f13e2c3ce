// A failed random test names the command that repeats it, under Vite too.
import { expect, it } from 'vitest';
import { repeatCommand } from '@vitrine/core/test';

it('names its file from the root of the repository, and its project', () => {
  expect(repeatCommand(import.meta.url, 7)).toMatch(
    /^SEED=7 (VITRINE_TEST_RUNS=\S+ )?npx vitest run --project web web\/test\/random-tests\.test\.ts$/,
  );
});

it('refuses a URL that is not in the repository', () => {
  expect(() => repeatCommand('file:///elsewhere/a.test.ts', 7)).toThrow('/elsewhere/a.test.ts');
});
