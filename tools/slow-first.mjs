// The order of test files on a machine that has not run them yet. Vitest begins with the largest files there, and a
// small one that takes minutes would begin last, with one worker busy and the others idle.
import { BaseSequencer } from 'vitest/node';

/** Files that take longest, by what `npm test` prints at its end. One that is missing or not slow any more costs nothing. */
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

/** Vitest's order with the slow files of each project at its beginning. */
export class SlowFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const first = new Map(sorted.map((file, place) => [file.project, place]).toReversed());
    return sorted.toSorted((a, b) => first.get(a.project) - first.get(b.project) || rank(a) - rank(b));
  }
}
