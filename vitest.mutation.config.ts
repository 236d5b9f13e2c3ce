import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Replayed journals first: they see most changes in a few milliseconds, and a change seen ends its run. */
class GoldenFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const late = (file: TestSpecification) => (file.moduleId.includes('golden') ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => late(a) - late(b));
  }
}

// The tests of one part, for tools/mutate.mjs. They reach the code by relative paths, within the copy that is changed.
export default defineConfig({
  test: {
    include: JSON.parse(process.env['VITRINE_MUTATION_TESTS'] ?? '[]') as string[],
    testTimeout: 120_000,
    isolate: false,
    allowOnly: false,
    sequence: { sequencer: GoldenFirst },
  },
});
