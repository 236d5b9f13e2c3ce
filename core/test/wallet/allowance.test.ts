// money §8, rules `allowanceByHour`: an allowance grows by what each hour was worth when it began, whatever the hourly limit
// is when somebody looks. Rules before paid for the hours before by the limit of the moment.
import { describe, expect, it } from 'vitest';
import { RULE } from '../../src/index.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, type World } from '../kit/world.ts';
import { ask as preview, credit, FAILED, restored, reverse, step } from './kit.ts';
import { ask, granted, HOUR, MINUTE, queue, queueWorld, sign, UNIT, waiting } from './queue-kit.ts';

const BEFORE = RULE.allowanceByHour - 1;
const ALLOWANCE = 1;
const DAY = 24 * HOUR;
/** USDT that raise the hourly limit from 10,000 to 100,000. */
const WHALE = 1_800_000;

/** Anna has 200,000 USDT more and nothing else of the world changes: H is 20,000, and an hour adds 2,000. */
function world(rules?: number): World {
  const one = queueWorld(rules === undefined ? {} : { rules });
  one.must(credit(ANNA, USDT, 200_000 * UNIT, 1));
  return one;
}

/** Asks for a withdrawal of Anna's, and signs it; how much of her allowance is in use then, ms, or 0: it waits. */
function uses(one: World, usdt: number, signs = true): number {
  const id = queue(one, ANNA, usdt);
  const [emitted] = one.emitted('withdrawal.granted');
  if (signs && granted(one).includes(id)) expect(sign(one, id)).toBe(200);
  return (emitted?.allowance ?? one.time) - one.time;
}

describe('money §8 what an hour adds to an allowance', () => {
  it('is what it was worth when it began: a limit that is high for a minute pays for no hours before', () => {
    const counts = [BEFORE, undefined].map((rules) => {
      const one = world(rules);
      one.wait(2 * DAY);
      one.must(credit(BEN, USDT, WHALE * UNIT, 2));
      const first = queue(one, ANNA, 40_000);
      expect(granted(one), 'the first one always goes').toEqual([first]);
      const second = queue(one, ANNA, 40_000);
      const both = granted(one).length;
      one.must(reverse(2));
      expect(waiting(one).filter(([, why]) => why === ALLOWANCE)).toHaveLength(both === 2 ? 0 : 1);
      expect(granted(one).includes(second)).toBe(both === 2);
      return both;
    });
    expect(counts).toEqual([2, 1]);
  });

  it('and one that is low for a minute takes none of them away', () => {
    const used = [BEFORE, undefined].map((rules) => {
      const one = world(rules);
      one.must(credit(BEN, USDT, WHALE * UNIT, 2));
      one.wait(2 * DAY);
      one.must(reverse(2));
      return uses(one, 8_000);
    });
    expect(used).toEqual([4 * HOUR, Math.ceil((8_000 / 11_000) * HOUR)]);
  });

  it('does not depend on when anybody looks', () => {
    const stories = [0, 7 * MINUTE, 3 * HOUR].map((every) => {
      const one = world();
      for (let hour = 0; hour < 30; hour += 1) {
        if (hour === 10) one.must(credit(BEN, USDT, WHALE * UNIT, 2));
        if (hour === 12) one.must(reverse(2));
        const end = one.time + HOUR;
        while (every > 0 && one.time + every < end) {
          one.wait(every);
          preview(one, ask(ANNA, 5_000));
        }
        one.wait(end - one.time);
      }
      return uses(one, 15_000);
    });
    // The last 24 hours: five at 2,000, two that began with 11,000, the rest at 2,000.
    expect(stories).toEqual(Array(3).fill(5 * HOUR + Math.ceil((5_000 / 11_000) * HOUR)));
  });

  it('is spent from the oldest hour on, each at its own worth; what goes beyond is of the hour that runs', () => {
    const one = world();
    for (let hour = 0; hour < 36; hour += 1) {
      if (hour === 14) one.must(credit(BEN, USDT, WHALE * UNIT, 2));
      if (hour === 15) one.must(reverse(2));
      one.wait(HOUR);
    }
    // Three hours at 2,000, one that began with 11,000, twenty at 2,000: 57,000 of a day.
    expect(uses(one, 15_000)).toBe(3 * HOUR + Math.ceil((9_000 / 11_000) * HOUR));
    const late = world();
    late.wait(20 * MINUTE + 2 * DAY);
    const most = Array.from({ length: 4 }, () => {
      const used = uses(late, 16_000);
      late.wait(62 * MINUTE);
      return used;
    });
    expect(most[0]).toBe(8 * HOUR);
    expect(most[1]).toBe(16 * HOUR - 62 * MINUTE);
    expect(most[2]).toBe(24 * HOUR - 124 * MINUTE);
    expect(most[3], 'more than a day').toBe(0);
  });

  it('a second one is spent from where the first one ended', () => {
    const one = world();
    for (let hour = 0; hour < 36; hour += 1) {
      if (hour === 18) one.must(credit(BEN, USDT, WHALE * UNIT, 2));
      if (hour === 19) one.must(reverse(2));
      one.wait(HOUR);
    }
    // Seven hours at 2,000 and an hour that began with 11,000: the first takes the seven, the second the one behind them.
    expect(uses(one, 14_000)).toBe(7 * HOUR);
    one.wait(62 * MINUTE);
    expect(uses(one, 11_000) + 62 * MINUTE).toBe(8 * HOUR);
  });

  it('stays the same over a restart, and comes back with what is refused', () => {
    const one = world();
    one.wait(DAY + HOUR);
    expect(uses(one, 15_000, false)).toBe(7.5 * HOUR);
    restored(one);
    one.must(step(granted(one)[0]!, FAILED));
    expect(uses(one, 15_000)).toBe(7.5 * HOUR);
    expect(one.twin().digest()).toBe(one.exchange.digest());
  });

  it('takes the limit of the moment for the hours before the rule', () => {
    const one = world(BEFORE);
    one.must(credit(BEN, USDT, WHALE * UNIT, 2));
    one.must(command('rules.activate', { version: RULE.allowanceByHour }));
    one.must(reverse(2));
    expect(uses(one, 15_000)).toBe(Math.ceil((15_000 / 11_000) * HOUR));
    one.wait(25 * HOUR);
    expect(uses(one, 10_000), 'and 2,000 from then on').toBe(5 * HOUR);
  });

  it('a coin’s first hour, and one that began with an old index and none before it, add the worth of a small withdrawal', () => {
    const one = world();
    expect(uses(one, 1_500)).toBe(1.5 * HOUR);
    one.wait(HOUR);
    expect(one.emitted('allowance.changed').filter(({ asset }) => asset === USDT)).toMatchObject([
      { hour: one.time, whole: 2_000 },
    ]);
    one.wait(HOUR);
    expect(one.emitted('allowance.changed'), 'as long as it stays').toEqual([]);
  });
});
