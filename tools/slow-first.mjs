// Orders test files for a machine that has not run them yet. By default Vitest starts the largest files first.
// A small file that takes minutes would then start last, with one busy worker and the others idle.
import { BaseSequencer } from 'vitest/node';

/** Left to `npm test`, as `check` is for every change: each takes longer than fifty others together. */
export const SLOW_TESTS = [
  'core/test/book/levels.test.ts',
  'core/test/exchange/swapped.test.ts',
  'core/test/perpetual-risk/fund-takes-over.test.ts',
  'tools/test/types.test.ts',
];

/** The slowest files, as printed at the end of `npm test`. An outdated entry does no harm. */
const SLOW = [
  'server/test/folders/folders.test.ts',
  'server/test/app/start/start.test.ts',
  'server/test/recovery/recovery.test.ts',
  'server/test/custody/deposit/model.test.ts',
  'server/test/projection/views/lost.test.ts',
  'server/test/markets/prices.test.ts',
  'server/test/projection/live/products.test.ts',
  'server/test/engine/journal/standby.test.ts',
  'server/test/app/postgres/dying.test.ts',
];

const rank = ({ moduleId }) => {
  const found = SLOW.findIndex((file) => moduleId.endsWith(`/${file}`));
  return found < 0 ? SLOW.length : found;
};

/** Vitest's order with each project's slow files first. */
export class SlowFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const first = new Map(sorted.map((file, place) => [file.project, place]).toReversed());
    return sorted.toSorted((a, b) => first.get(a.project) - first.get(b.project) || rank(a) - rank(b));
  }
}
