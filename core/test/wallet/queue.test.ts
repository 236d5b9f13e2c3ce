// Withdrawals that wait: the attack on the hourly limit (issue 13 A.9), turns, the part of small ones, the allowance,
// what steps aside, and what becomes of those asked for under earlier rules (money §8).
import { describe, expect, it } from 'vitest';
import { activations, RULE } from '../../src/index.ts';
import { MOST_OF_USER } from '../../src/wallet/withdrawal/queue.ts';
import { agreed } from '../desk/kit.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, DORA, type World } from '../kit/world.ts';
import { ask as preview, cancelled, FAILED, limits, rail, restored, review, stage, step } from './kit.ts';
import { ask, FOR_LARGE, granted, HOUR, MINUTE, queue, queueWorld, sign, UNIT, waiting } from './queue-kit.ts';

const EVA = 6;
const ALLOWANCE = 1;
const LOCKED = 2;
const CLOSED = 3;
const TOO_LARGE = 4;

/** Signs what is granted and waits, `minutes` times a minute; gives the ids in the order they were signed. */
function signFor(world: World, minutes: number): number[] {
  const signed: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    for (const id of granted(world)) {
      expect(sign(world, id)).toBe(200);
      signed.push(id);
    }
    world.wait(MINUTE);
  }
  return signed;
}

describe('issue 13 A.9 one customer cannot take the hourly limit of all', () => {
  it('t6: who takes it, cancels and asks again keeps nobody from withdrawing', () => {
    const world = queueWorld();
    let hog = queue(world, ANNA, FOR_LARGE);
    for (let round = 0; round < 3; round += 1) {
      const other = queue(world, BEN, 50);
      expect(sign(world, other), 'a small one of another customer').toBe(200);
      world.wait(59 * MINUTE);
      world.must(cancelled(ANNA, hog));
      hog = queue(world, ANNA, FOR_LARGE);
    }
  });

  it('asking and cancelling uses up the allowance, and whoever waits comes first', () => {
    const world = queueWorld();
    const hog = queue(world, ANNA, FOR_LARGE);
    const other = queue(world, BEN, FOR_LARGE);
    world.must(cancelled(ANNA, hog));
    const again = queue(world, ANNA, FOR_LARGE);
    expect(granted(world)).toEqual([other]);
    world.must(cancelled(BEN, other));
    expect(granted(world), 'twice 8 hours of the allowance are in use').toEqual([again]);
    world.must(cancelled(ANNA, again));
    const third = queue(world, ANNA, FOR_LARGE);
    expect(granted(world)).toEqual([third]);
    world.must(cancelled(ANNA, third));
    const fourth = queue(world, ANNA, FOR_LARGE);
    expect(waiting(world), 'the fourth would be 32 hours').toEqual([[fourth, ALLOWANCE]]);
    world.wait(8 * HOUR + 1);
    expect(granted(world)).toEqual([fourth]);
  });

  it('is refused when it is larger than one request may be, with that number; a small one never is', () => {
    const world = queueWorld();
    expect(world.send(ask(ANNA, FOR_LARGE + 1))).toMatchObject({ code: 3104, expected: FOR_LARGE * UNIT });
    const poor = queueWorld({}, 5, 10);
    expect(poor.send(ask(ANNA, 1_001))).toMatchObject({ code: 3104, expected: 1_000 * UNIT });
    const [one, two] = [queue(poor, ANNA, 900), queue(poor, BEN, 101)] as const;
    expect(granted(poor), 'small ones worth 1,000 USDT an hour together, whatever the limit').toEqual([one]);
    expect(sign(poor, two)).toBe(3104);
    sign(poor, one);
    poor.wait(62 * MINUTE);
    expect(granted(poor)).toEqual([two]);
  });

  it('at an hourly limit of 0 nothing is asked for and nothing is granted', () => {
    const world = queueWorld({}, 5, 0);
    expect(world.send(ask(ANNA, 10))).toMatchObject({ code: 3104, expected: 0, got: 1_000 });
  });

  it('a customer has at most twenty under way; what ends makes way', () => {
    const world = queueWorld();
    const ids = Array.from({ length: MOST_OF_USER }, () => world.must(ask(ANNA, 10)));
    expect(world.send(ask(ANNA, 10))).toMatchObject({ code: 429, expected: MOST_OF_USER, got: MOST_OF_USER });
    restored(world);
    expect(world.send(ask(ANNA, 10)).code, 'after a restore too').toBe(429);
    expect(world.send(ask(BEN, 10)).code).toBe(200);
    world.must(review(ids[0]!, 2));
    expect(world.send(ask(ANNA, 10)).code).toBe(200);
  });
});

describe('money §8 whose turn it is', () => {
  it('customers take turns: each one’s oldest first, many of one stand behind the first of everybody', () => {
    const world = queueWorld();
    const many = Array.from({ length: 4 }, () => queue(world, ANNA, 6_000));
    const others = [BEN, CARL, DORA].map((user) => queue(world, user, 6_000));
    expect(signFor(world, 8 * 61)).toEqual([many[0], ...others, ...many.slice(1)]);
  });

  it('nothing is signed before it is granted, and once signed it is final', () => {
    const world = queueWorld();
    const [first, second] = [queue(world, ANNA, 8_000), queue(world, BEN, 8_000)] as const;
    expect(world.send(step(second, 1))).toMatchObject({ code: 3104, expected: 0, got: 8_000 * UNIT });
    expect(sign(world, first)).toBe(200);
    world.wait(59 * MINUTE);
    expect(sign(world, second)).toBe(3104);
    world.wait(2 * MINUTE);
    expect([sign(world, second), sign(world, second)]).toEqual([200, 3107]);
  });

  it('what is granted and not signed counts until it is: a custody that was down signs one hour’s limit', () => {
    const world = queueWorld();
    const ids = [ANNA, BEN, CARL, DORA].map((user) => queue(world, user, 5_000));
    world.wait(9 * HOUR);
    expect(granted(world)).toEqual([ids[0]]);
    sign(world, ids[0]!);
    world.wait(30 * MINUTE);
    expect(granted(world)).toEqual([]);
    world.wait(32 * MINUTE);
    expect(granted(world)).toEqual([ids[1]]);
  });

  it('small ones go on within their fifth while a large one waits, and never beyond it', () => {
    const world = queueWorld();
    sign(world, queue(world, ANNA, 8_000));
    const large = queue(world, BEN, 8_000);
    const small = [CARL, DORA, EVA].map((user) => queue(world, user, 900));
    expect(granted(world), 'two of 900 fit into 2,000').toEqual(small.slice(0, 2));
    for (const id of granted(world)) sign(world, id);
    world.wait(62 * MINUTE);
    expect(granted(world), 'the large one is before the third').toEqual([large, small[2]]);
  });

  it('small ones use all of it while no large one waits', () => {
    const world = queueWorld();
    const small = [ANNA, BEN, CARL, DORA, EVA].flatMap((user) => [
      queue(world, user, 1_000),
      queue(world, user, 1_000),
    ]);
    expect(granted(world)).toHaveLength(small.length);
    expect(granted(world)).toEqual(small);
    const more = queue(world, ANNA, 100);
    expect(waiting(world)).toEqual([[more, 0]]);
  });

  it('ask tells whether it would wait, and what is left of the hour', () => {
    const world = queueWorld();
    expect(preview(world, ask(ANNA, 8_000)).numbers.slice(4)).toEqual([2_000 * UNIT, 0, 8_000 * UNIT]);
    queue(world, BEN, 8_000);
    expect(preview(world, ask(ANNA, 8_000)).numbers.slice(4)).toEqual([0, 1, 0]);
    expect(preview(world, ask(ANNA, 500)).numbers.slice(4)).toEqual([1_500 * UNIT, 0, 0]);
    queue(world, CARL, 8_000);
    expect(preview(world, ask(ANNA, 500)).numbers[5], 'others wait').toBe(1);
  });
});

describe('money §8 who steps aside holds up nobody', () => {
  it('a locked customer, and a closed rail; back in turn when that is over', () => {
    const world = queueWorld();
    sign(world, queue(world, ANNA, 8_000));
    const [one, two] = [queue(world, BEN, 8_000), queue(world, CARL, 8_000)] as const;
    stage(world, BEN, 2, 2);
    world.wait(62 * MINUTE);
    expect([granted(world), waiting(world)]).toEqual([[two], [[one, LOCKED]]]);
    expect(sign(world, one)).toBe(3105);
    sign(world, two);
    stage(world, BEN, 2);
    world.wait(62 * MINUTE);
    expect(granted(world)).toEqual([one]);
    const three = world.must(ask(DORA, 500));
    expect(agreed(world, rail(USDT, { open: 1 })).code).toBe(200);
    world.must(review(three, 1));
    expect(waiting(world)).toEqual([[three, CLOSED]]);
    expect(agreed(world, rail(USDT)).code).toBe(200);
    world.wait(11 * MINUTE);
    expect(granted(world)).toEqual([one, three]);
  });

  it('who is locked with a grant gives it back after an hour, and gets another turn', () => {
    const world = queueWorld();
    const [one, two] = [queue(world, ANNA, 8_000), queue(world, BEN, 8_000)] as const;
    stage(world, ANNA, 2, 1);
    world.wait(HOUR - 1);
    expect(granted(world)).toEqual([one]);
    world.wait(2);
    expect([granted(world), waiting(world)]).toEqual([[two], [[one, LOCKED]]]);
    stage(world, ANNA, 2);
    world.must(step(two, FAILED));
    world.wait(11 * MINUTE);
    expect(granted(world)).toEqual([one]);
  });

  it('what became too large for the hour since waits aside', () => {
    const world = queueWorld();
    sign(world, queue(world, ANNA, 8_000));
    const [one, two] = [queue(world, BEN, 8_000), queue(world, CARL, 2_000)] as const;
    expect(agreed(world, limits({ stage1: 1e9, stage2: 1e9, vip: 1e9, threshold: 1e8, hour: 25_000 })).code).toBe(200);
    world.wait(25 * HOUR);
    expect([granted(world), waiting(world)]).toEqual([[two], [[one, TOO_LARGE]]]);
  });

  it('the allowance is a day’s: a tenth of the limit an hour, one for all coins; refused requests give it back', () => {
    const world = queueWorld();
    const ids = Array.from({ length: 3 }, () => queue(world, ANNA, 8_000));
    for (const id of ids) {
      expect(granted(world)).toEqual([id]);
      sign(world, id);
      world.wait(62 * MINUTE);
    }
    const more = queue(world, ANNA, 4_000);
    expect(waiting(world), '24 hours less three went by, four are asked for').toEqual([[more, ALLOWANCE]]);
    const other = queue(world, BEN, 8_000);
    expect(granted(world)).toEqual([other]);
    sign(world, other);
    world.wait(62 * MINUTE);
    expect(granted(world)).toEqual([more]);
    world.must(step(more, FAILED));
    const again = queue(world, ANNA, 4_000);
    expect(granted(world)).toEqual([again]);
  });
});

describe('rules `allowanceBack`: a grant that is given back', () => {
  const BEFORE = RULE.allowanceBack - 1;

  /** Granted, then locked for an hour and more: the grant is given back. Until when the allowance is in use, hours from its grant. */
  function givenBack(world: World): { id: number; began: number } {
    const id = queue(world, ANNA, 8_000);
    expect(granted(world)).toEqual([id]);
    const began = world.time;
    stage(world, ANNA, 2, 2);
    world.wait(HOUR + 1);
    expect(waiting(world)).toEqual([[id, LOCKED]]);
    return { id, began };
  }

  function until(world: World, began: number): number {
    const [emitted] = world.emitted('withdrawal.granted');
    return Math.round(((emitted?.allowance ?? 0) - began) / MINUTE);
  }

  it('gives the allowance back with it: one withdrawal uses it once', () => {
    // Eight hours at 1,000 USDT an hour; granted again after 72 minutes.
    for (const [rules, minutes] of [
      [BEFORE, 16 * 60],
      [RULE.allowanceBack, 8 * 60 + 72],
    ] as const) {
      const world = queueWorld({ rules });
      const { id, began } = givenBack(world);
      stage(world, ANNA, 2, 0);
      world.wait(11 * MINUTE + 59_999);
      expect(granted(world)).toEqual([id]);
      expect(until(world, began)).toBe(minutes);
      expect(world.twin().digest()).toBe(world.exchange.digest());
    }
  });

  it('gives it back once, also when it ends or is granted again', () => {
    const world = queueWorld();
    const { id } = givenBack(world);
    world.must(step(id, FAILED));
    stage(world, ANNA, 2, 0);
    const more = queue(world, ANNA, 8_000);
    expect(granted(world)).toEqual([more]);
    expect(until(world, world.time)).toBe(8 * 60);
  });

  it('that was given back before the rule gives the allowance back when it comes into force', () => {
    const world = queueWorld({ rules: BEFORE });
    const { id, began } = givenBack(world);
    world.must(command('rules.activate', { version: RULE.allowanceBack }));
    stage(world, ANNA, 2, 0);
    world.wait(11 * MINUTE + 59_999);
    expect(granted(world)).toEqual([id]);
    expect(until(world, began)).toBe(8 * 60 + 72);
  });
});

describe('upgrades: withdrawals under way when the queue comes into force', () => {
  it('what was approved is queued in the order of the requests; what was asked for stays counted for its hour', () => {
    const world = queueWorld({ rules: RULE.fundingBounded });
    const [one, two, three] = [ANNA, BEN, CARL].map((user) => world.must(ask(user, 3_000))) as [number, number, number];
    world.must(review(two, 1));
    world.must(review(one, 1));
    const signed = queue(world, DORA, 500);
    sign(world, signed);
    activated(world);
    expect(granted(world), 'all of the limit is counted').toEqual([]);
    expect(waiting(world)).toEqual([
      [one, 0],
      [two, 0],
    ]);
    world.must(cancelled(CARL, three));
    world.wait(MINUTE);
    expect(granted(world), 'given back once, to the day alone').toEqual([]);
    world.wait(62 * MINUTE);
    expect(granted(world)).toEqual([one, two]);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });
});

/** The newest rules, in the journal of the world. */
function activated(world: World): void {
  for (const one of activations(RULE.fundingBounded, RULE.withdrawalQueue)) world.must(one);
}
