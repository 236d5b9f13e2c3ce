// money §8, rules `allowancePassed`: a withdrawal that is given back returns the hours that it used and that have not passed.
// Rules before returned all of them, so that they came off hours which later withdrawals had used.
import { describe, expect, it } from 'vitest';
import { type Command, RULE } from '../../src/index.ts';
import { LINK_NOTICE } from '../../src/user/index.ts';
import { agreed } from '../desk/kit.ts';
import { random } from '../exchange/small-world.ts';
import { command } from '../kit/genesis.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { ANNA, BEN, type World } from '../kit/world.ts';
import { FAILED, failProven, replan, restored, stage, step } from './kit.ts';
import { granted, HOUR, MINUTE, queue, queueWorld, sign } from './queue-kit.ts';

const { seed } = randomTests(import.meta.url, 5);
const BEFORE = RULE.allowancePassed - 1;
const DAY = 24 * HOUR;
/** USDT that an hour adds. */
const HOURLY = 1_000;

const link = (user: number, other: number): Command => command('account.link', { user, other });

/** Queues a withdrawal of so many hours' worth, which is granted; its id and until when the allowance is in use then. */
function grant(world: World, user: number, hours: number): { readonly id: number; readonly until: number } {
  const id = queue(world, user, hours * HOURLY);
  const granted = world.emitted('withdrawal.granted').at(-1);
  if (granted?.withdrawal !== id) throw new Error('Expected it to be granted.');
  return { id, until: granted.allowance };
}

/** Hours of a user's allowance in use, seen by a withdrawal of a USDT that is granted and fails at once. */
function inUse(world: World, user: number): number {
  const { id, until } = grant(world, user, 0.001);
  world.must(step(id, FAILED));
  return Math.max(0, until - world.time - HOUR / HOURLY) / HOUR;
}

describe('money §8 what a withdrawal that is given back returns of an allowance', () => {
  it('not the hours that have passed: a lock after the next withdrawal no longer makes that one free', () => {
    const used = [BEFORE, undefined].map((rules) => {
      const world = queueWorld(rules === undefined ? {} : { rules });
      // Paid by hand, it is not signed yet. Four hours later its hours have passed and another one is paid.
      grant(world, ANNA, 4);
      world.wait(4 * HOUR);
      expect(sign(world, grant(world, ANNA, 4).id)).toBe(200);
      // A changed password locks withdrawals; within the hour the first one's grant is given back.
      stage(world, ANNA, 2, 2);
      world.wait(HOUR);
      stage(world, ANNA, 2, 0);
      return inUse(world, ANNA);
    });
    expect(used[0], 'four hours paid within the last one, and none in use').toBe(0);
    expect(used[1]).toBeCloseTo(3, 2);
  });

  it('of hours that have passed in part, the rest; later ones begin earlier by it, and return theirs', () => {
    const world = queueWorld();
    const [first, second] = [grant(world, ANNA, 3), grant(world, ANNA, 3)];
    world.wait(2 * HOUR);
    const third = grant(world, ANNA, 2);
    expect(third.until - world.time).toBe(6 * HOUR);
    world.must(step(first.id, FAILED));
    expect(inUse(world, ANNA), 'the third hour of the first one').toBe(5);
    world.wait(2 * HOUR);
    restored(world);
    world.must(step(second.id, FAILED));
    expect(inUse(world, ANNA), 'the second one’s last hour, until five hours from the beginning').toBe(2);
    world.wait(1);
    world.must(step(third.id, FAILED));
    expect(inUse(world, ANNA)).toBe(0);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });

  it('all of it as long as no hour has passed, in whatever order they end', () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const world = queueWorld();
      const grants = [3, 2, 3].map((hours) => grant(world, ANNA, hours));
      for (const at of order) world.must(step(grants[at]!.id, FAILED));
      expect(inUse(world, ANNA)).toBe(0);
    }
  });

  it('the same of one that was signed and did not pay: planned again, or failed', () => {
    for (const [again, hours] of [
      [replan, 4 + 3],
      [failProven, 4],
    ] as const) {
      const world = queueWorld();
      const { id } = grant(world, ANNA, 3);
      sign(world, id);
      world.wait(62 * MINUTE);
      const later = grant(world, ANNA, 4);
      sign(world, later.id);
      world.wait(58 * MINUTE);
      world.must(again(id));
      world.wait(5 * MINUTE);
      // Of three hours two have passed. One planned again uses its hours again, behind the later one's.
      expect(inUse(world, ANNA)).toBeCloseTo(hours - 5 / 60, 3);
    }
  });

  it('off the later ones of linked accounts, not off what they used before they were linked', () => {
    const world = queueWorld();
    const own = grant(world, BEN, 2);
    agreed(world, link(BEN, ANNA));
    world.wait(LINK_NOTICE);
    world.tick();
    const first = grant(world, ANNA, 3);
    expect(grant(world, BEN, 2).until - world.time).toBe(5 * HOUR);
    world.must(step(first.id, FAILED));
    expect(inUse(world, BEN)).toBe(2);
    world.must(step(own.id, FAILED));
    expect(inUse(world, BEN), 'its hours have passed').toBe(2);

    const late = queueWorld();
    agreed(late, link(BEN, ANNA));
    late.wait(LINK_NOTICE - HOUR);
    late.tick();
    const alone = grant(late, ANNA, 3);
    expect(sign(late, grant(late, BEN, 4).id)).toBe(200);
    late.wait(HOUR);
    late.tick();
    late.must(step(alone.id, FAILED));
    expect(inUse(late, BEN), 'four hours that Ben used by himself').toBe(3);
  });

  it('before the rule also the later ones of linked accounts, by all of it', () => {
    const world = queueWorld({ rules: BEFORE });
    agreed(world, link(BEN, ANNA));
    world.wait(LINK_NOTICE);
    world.tick();
    grant(world, BEN, 1);
    const first = grant(world, ANNA, 3);
    grant(world, ANNA, 1);
    world.must(step(first.id, FAILED));
    expect(inUse(world, ANNA), 'an hour of Ben’s before it, an hour after it').toBe(2);
    expect(grant(world, BEN, 2).until - world.time).toBe(4 * HOUR);
  });

  it('a grant of before the rule returns at most what is in use', () => {
    const world = queueWorld({ rules: BEFORE });
    const first = grant(world, ANNA, 4);
    world.wait(4 * HOUR);
    const second = grant(world, ANNA, 4);
    world.must(command('rules.activate', { version: RULE.allowancePassed }));
    world.wait(HOUR);
    expect(inUse(world, ANNA)).toBe(3);
    world.must(step(second.id, FAILED));
    expect(inUse(world, ANNA)).toBe(0);
    world.must(step(first.id, FAILED));
    expect(grant(world, ANNA, 2).until - world.time).toBe(2 * HOUR);
  });

  it(`never more than if it had not been asked for, in random stories (seed ${seed})`, () => {
    for (let round = 0; round < runs(4); round += 1) {
      const pick = random(seed + round);
      const world = queueWorld();
      const open: { id: number; at: number; cost: number }[] = [];
      const paid: { at: number; cost: number }[] = [];
      for (let n = 0; n < 60; n += 1) {
        world.wait([MINUTE, 20 * MINUTE, 2 * HOUR, 5 * HOUR][pick(4)]!);
        if (pick(2) === 0 && open.length < 8) {
          const cost = 1 + pick(6);
          const id = queue(world, ANNA, cost * HOURLY);
          if (granted(world).includes(id)) open.push({ id, at: world.time, cost: cost * HOUR });
          else world.must(step(id, FAILED));
        } else if (open.length > 0) {
          const [one] = open.splice(pick(open.length), 1) as [(typeof open)[number]];
          if (pick(2) === 0 && paid.length < 5) {
            expect(sign(world, one.id)).toBe(200);
            paid.push(one);
          } else world.must(step(one.id, FAILED));
        }
        // What is in use if only these had ever been granted.
        const kept = [...paid, ...open].toSorted((a, b) => a.at - b.at);
        const until = kept.reduce((to, { at, cost }) => Math.max(to, at) + cost, 0);
        const probe = queue(world, ANNA, 1);
        const grant = world.emitted('withdrawal.granted').find(({ withdrawal }) => withdrawal === probe);
        world.must(step(probe, FAILED));
        if (grant === undefined) continue;
        const used = grant.allowance - HOUR / HOURLY - world.time;
        expect(used, `round ${round}, step ${n}`).toBeGreaterThanOrEqual(Math.max(0, until - world.time));
        expect(used).toBeLessThanOrEqual(DAY);
      }
      expect(world.twin().digest()).toBe(world.exchange.digest());
    }
  });
});
