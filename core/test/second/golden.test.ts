// Golden journals of second contracts, staking and finance: recorded commands replay to the recorded hashes. A difference here means that
// old journals would replay to another state (docs/operate/upgrades.md).
import { describe, expect, it } from 'vitest';
import * as earn from '../earn/story.ts';
import { random } from '../exchange/small-world.ts';
import { compareGolden, goldens } from '../kit/golden.ts';
import { replayed } from './steps.ts';
import * as second from './story.ts';

/** Dice of a story that never changes. */
function rolls(count: number, dice: number, from: number): number[][] {
  const pick = random(from);
  return Array.from({ length: count }, () => Array.from({ length: dice }, () => pick(65_536)));
}

const journals = {
  second: () => second.emitted(rolls(400, second.DICE, 20_261_123)).steps.stream(),
  earn: () => earn.emitted(rolls(300, earn.DICE, 20_261_124)).steps.stream(),
};

const all = Object.entries(journals).flatMap(([name, record]) => goldens(name).map((stem) => [stem, record] as const));

describe('core §7 the golden journals of second contracts, staking and finance', () => {
  it.each(all)('%s replays to its recorded hashes and digest', (stem, record) => {
    const { now, recorded } = compareGolden(stem, record, replayed);
    expect(now).toEqual(recorded);
  });
});
