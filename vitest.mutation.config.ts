import { defineConfig } from 'vitest/config';

// The tests of one part, for tools/mutate.mjs. They reach the code by relative paths, within the copy that is changed.
export default defineConfig({
  test: {
    include: JSON.parse(process.env['VITRINE_MUTATION_TESTS'] ?? '[]') as string[],
    testTimeout: 120_000,
    isolate: false,
  },
});
