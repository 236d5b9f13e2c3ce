// Golden journals of second contracts, staking and finance: recorded commands replay to the recorded hashes. They
// change only by a decision (docs/decisions.md); a difference here means that old journals would replay to another
// state. To record anew after such a decision: GOLDEN=write.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packWords, unpackWords } from '../../src/index.ts';
import * as earn from '../earn/story.ts';
import { random } from '../exchange/small-world.ts';
import { replayed } from './steps.ts';
import * as second from './story.ts';

/** Dice of a story that never changes. */
function rolls(count: number, dice: number, from: number): number[][] {
  const pick = random(from);
  return Array.from({ length: count }, () => Array.from({ length: dice }, () => pick(65_536)));
}

const journals = {
  second: () => second.told(rolls(400, second.DICE, 20_261_123)).steps.stream(),
  earn: () => earn.told(rolls(300, earn.DICE, 20_261_124)).steps.stream(),
};

describe('core §7 the golden journals of second contracts, staking and finance', () => {
  it.each(Object.entries(journals))('%s replays to its recorded hashes and digest', (name, record) => {
    const stream = new URL(`../golden/${name}.bin`, import.meta.url);
    const hashes = new URL(`../golden/${name}.json`, import.meta.url);
    if (process.env['GOLDEN'] === 'write') {
      const words = record();
      writeFileSync(stream, packWords(words));
      writeFileSync(hashes, `${JSON.stringify(replayed(words), null, 2)}\n`);
    }
    expect(replayed(unpackWords(readFileSync(stream)))).toEqual(JSON.parse(readFileSync(hashes, 'utf8')));
  });
});
