// Limits and reviewers of withdrawals, and what passes without a person (money §8).

import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { type Command, RULE } from '../../src/index.ts';
import { agreed, DAY, HOUR, people, propose } from '../desk/kit.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, NO_KEY, World } from '../kit/world.ts';
import {
  ask,
  cancelled,
  credit,
  limits,
  passed,
  rail,
  request,
  restored,
  reverse,
  review,
  rules,
  stage,
  walletWorld,
} from './kit.ts';

/** Before rules `withdrawalQueue` a request counted against the hour when it was asked for. */
const ASKED = { rules: RULE.fundingBounded };

describe('parameters: limits and reviewers', () => {
  it('by stage and a UTC day, in whole USDT rounded up; given back when it never left', () => {
    const world = walletWorld({ practice: [900, 5_000, 200_000] });
    stage(world, ANNA, 0);
    expect(world.send(request(ANNA, USDT, 10))).toMatchObject({ code: 1104, expected: 1, got: 0 });
    stage(world, ANNA, 1);
    expect(world.send(request(ANNA, USDT, 10_001))).toMatchObject({ code: 3104, expected: 100, got: 101 });
    const id = world.must(request(ANNA, USDT, 9_901));
    expect(world.send(request(ANNA, USDT, 10))).toMatchObject({ code: 3104, expected: 0, got: 1 });
    world.must(cancelled(ANNA, id));
    world.must(request(ANNA, USDT, 10_000));
    stage(world, ANNA, 2);
    world.must(request(ANNA, USDT, 90_000));
    expect(world.send(request(ANNA, USDT, 10))).toMatchObject({ code: 3104, expected: 0 });
    world.time = Math.ceil(world.time / DAY) * DAY - 1;
    world.tick();
    expect(world.send(request(ANNA, USDT, 10)).code, 'still today').toBe(3104);
    world.time += 1;
    world.tick();
    expect(world.send(request(ANNA, USDT, 10)).code).toBe(200);
  });

  it('a cancelled one of yesterday gives nothing back today', () => {
    const world = walletWorld({ practice: [900, 5_000, 400_000] });
    const id = world.must(request(ANNA, USDT, 100_000));
    world.wait(DAY);
    world.tick();
    world.must(request(ANNA, USDT, 50_000));
    world.must(cancelled(ANNA, id));
    expect(world.send(request(ANNA, USDT, 50_001))).toMatchObject({ code: 3104, expected: 500, got: 501 });
  });

  it('VIP have a limit of their own', () => {
    const world = walletWorld({ practice: [900, 5_000, 700_000] });
    expect(world.send(request(ANNA, USDT, 200_000)).code).toBe(3104);
    // 60 USDT of turnover make the first VIP tier of this world.
    world.sell(BEN, 100, 100);
    world.buy(ANNA, 100, 100);
    expect(world.audit.users.get(ANNA)!.tier).toBeGreaterThan(0);
    expect(world.send(request(ANNA, USDT, 200_000)).code).toBe(200);
  });

  it('one person approves below the threshold, two from it; one may refuse either', () => {
    const world = walletWorld({ practice: [900, 5_000, 60_000] });
    const small = world.must(request(ANNA, USDT, 19_900));
    const large = world.must(request(BEN, USDT, 20_000));
    expect(world.send(review(small, 1)).code).toBe(200);
    expect(world.send(review(large, 1))).toMatchObject({ code: 403, expected: 200, got: 200 });
    expect(world.send(review(large, 1, 0)).code, 'nobody').toBe(403);
    const made = propose(world, review(large, 1, 0));
    expect(made.code).toBe(200);
    const twice = (operator: number): number =>
      world.send(command('proposal.approve', { operator, proposal: made.result })).code;
    expect(twice(1), 'the same person is not two').toBe(403);
    expect(twice(2)).toBe(200);
    expect(world.emitted('withdrawal.changed')).toMatchObject([{ withdrawal: large, status: 2 }]);
    const other = world.must(request(BEN, USDT, 19_999));
    expect(world.emitted('withdrawal.changed')).toMatchObject([{ worth: 200 }]);
    expect(world.send(review(other, 2)).code).toBe(200);
  });

  it('all customers together, of what is owed to them: any sixty minutes, to the minute', () => {
    const world = walletWorld({ ...ASKED, practice: [900, 5_000, 10_000] }, 3, [limits({ hour: 50_000 })]);
    // 3 × 100 USDT are owed: 5 % are 1,500 atoms.
    expect(world.send(request(ANNA, USDT, 1_501))).toMatchObject({ code: 3104, expected: 1_500, got: 1_501 });
    expect(ask(world, request(ANNA, USDT, 1_000)).numbers[4], 'left of it').toBe(500);
    const first = world.must(request(ANNA, USDT, 1_000));
    expect(ask(world, request(BEN, USDT, 500)).numbers[4], 'nothing').toBe(0);
    expect(world.send(request(BEN, USDT, 501))).toMatchObject({ code: 3104, expected: 500 });
    world.must(request(BEN, USDT, 500));
    world.wait(HOUR - 1_000);
    world.tick();
    expect(world.send(request(BEN, USDT, 10))).toMatchObject({ code: 3104, expected: 0 });
    world.must(cancelled(ANNA, first));
    expect(world.send(request(BEN, USDT, 1_001))).toMatchObject({ code: 3104, expected: 1_000 });
    world.wait(2 * HOUR);
    world.tick();
    expect(world.send(request(BEN, USDT, 1_500)).code).toBe(200);
  });

  it('what is given back from an hour ago leaves the minute that has its place since alone', () => {
    const world = walletWorld({ ...ASKED, practice: [900, 5_000, 10_000] }, 3, [limits({ hour: 50_000 })]);
    const first = world.must(request(ANNA, USDT, 1_000));
    world.wait(HOUR + 60_000);
    world.tick();
    world.must(request(BEN, USDT, 1_500));
    world.must(cancelled(ANNA, first));
    expect(world.send(request(BEN, USDT, 10))).toMatchObject({ code: 3104, expected: 0, got: 10 });
  });

  it('the house’s own money is nobody’s claim: it does not widen the hour', () => {
    const world = walletWorld({ practice: [0, 0, 10_000], house: 5_000_000 }, 1, [limits({ hour: 1_000_000 })]);
    world.must(credit(ANNA, USDT, 10_000, 1));
    expect(world.send(request(ANNA, USDT, 19_998)).code).toBe(200);
    expect(world.send(request(ANNA, USDT, 10))).toMatchObject({ code: 3001 });
    expect(world.owns(MARKET_MAKER, USDT)).toBe(5_000_000);
  });

  it('limits and fees that tighten wait a day; closing is at once', () => {
    const world = walletWorld();
    for (const lower of [{ hour: 999_999 }, { stage1: 99 }, { vip: 4_999 }, { stage2: 10 }]) {
      expect(agreed(world, limits(lower)).code).toBe(200);
      expect(world.emitted('limits.changed'), JSON.stringify(lower)).toEqual([]);
    }
    expect(agreed(world, rail(USDT, { fee: 100 })).code).toBe(200);
    expect(ask(world, request(ANNA, USDT, 1_000)).numbers).toEqual([2, 1_002, 10, 990, 119_000, 0, 96_000]);
    world.wait(DAY + 1);
    world.tick();
    expect(world.send(request(ANNA, USDT, 1_100))).toMatchObject({ code: 3104, expected: 10 });
    expect(ask(world, request(ANNA, USDT, 1_000)).numbers).toEqual([100, 1_100, 10, 0, 119_000, 0, 96_000]);
    expect(agreed(world, rail(USDT, { fee: 100, open: 1 })).code).toBe(200);
    expect(world.send(request(ANNA, USDT, 1_000)).code).toBe(3106);
  });
});

describe('money §8 what passes without a person', () => {
  /** Anna with 100,000 atoms of USDT: a hundred of them are one USDT. */
  const wealthy = (setup: readonly Command[] = []) => walletWorld({ practice: [900, 5_000, 100_000] }, 3, setup);

  it('small ones, whole USDT rounded up, and no more of a customer than so much a UTC day', () => {
    const world = wealthy();
    const ask = (amount: number, user = ANNA): number => world.must(request(user, USDT, amount));
    const large = ask(10_001);
    expect(world.send(passed(large))).toMatchObject({ code: 403, expected: 100, got: 101 });
    const [first, second, third] = [ask(9_901), ask(5_000), ask(10)] as const;
    expect(world.send(passed(first)).code).toBe(200);
    expect(world.emitted('withdrawal.passed')).toMatchObject([
      { withdrawal: first, user: ANNA, worth: 100, today: 100 },
    ]);
    expect(world.emitted('withdrawal.changed')).toMatchObject([{ withdrawal: first, status: 2 }]);
    expect(world.send(passed(second)).code).toBe(200);
    expect(world.send(passed(third))).toMatchObject({ code: 403, expected: 0, got: 1 });
    expect(world.send(passed(ask(10_000, BEN))).code, 'each customer has a day of his own').toBe(200);
    world.must(cancelled(ANNA, first));
    expect(world.send(passed(third)).code, 'what was passed stays counted').toBe(403);
    restored(world);
    expect(world.send(passed(third)).code, 'after a restore too').toBe(403);
    world.time = Math.ceil(world.time / DAY) * DAY;
    world.tick();
    expect(world.send(passed(third)).code).toBe(200);
    expect(world.send(review(large, 1)).code, 'a person still may').toBe(200);
  });

  it('nothing by default, nothing from the threshold on', () => {
    const world = new World({}, 0);
    for (const one of [rail(USDT), limits()]) world.must(one);
    people(world);
    stage(world, ANNA, 2);
    expect(world.send(passed(world.must(request(ANNA, USDT, 10))))).toMatchObject({ code: 403, expected: 0, got: 1 });
    const other = wealthy([rules({ most: 5_000, day: 9_000 }), limits({ threshold: 20 })]);
    expect(other.send(passed(other.must(request(ANNA, USDT, 2_000)))).code).toBe(403);
    expect(other.send(passed(other.must(request(ANNA, USDT, 1_900)))).code).toBe(200);
  });

  it('nothing of who is locked, frozen or owes a reversed deposit; nothing on a halted rail', () => {
    const world = wealthy();
    const id = world.must(request(ANNA, USDT, 10));
    for (const locks of [1, 2]) {
      stage(world, ANNA, 2, locks);
      expect(world.send(passed(id)).code).toBe(3105);
    }
    stage(world, ANNA, 2);
    world.must(credit(ANNA, BTC, 300, 5));
    const away = { from: 1, to: 2, asset: BTC, amount: world.free(ANNA, BTC), market: 0 };
    world.must(command('wallet.transfer', { user: ANNA, ...NO_KEY, ...away }));
    world.must(reverse(5));
    expect(world.send(passed(id)).code, 'a debt').toBe(3105);
    world.must(credit(ANNA, BTC, 300, 6));
    expect(agreed(world, rail(USDT, { open: 1 })).code).toBe(200);
    expect(world.send(passed(id)).code).toBe(3106);
    expect(agreed(world, rail(USDT)).code).toBe(200);
    expect(world.send(passed(id)).code).toBe(200);
  });

  it('raising waits a day, also one of the two; lowering is at once', () => {
    const world = wealthy();
    const id = world.must(request(ANNA, USDT, 10_100));
    for (const wider of [{ most: 101 }, { day: 151 }, { most: 101, day: 1 }]) {
      expect(agreed(world, rules(wider)).code).toBe(200);
      expect(world.emitted('pass.changed'), JSON.stringify(wider)).toEqual([]);
    }
    expect(agreed(world, rules({ most: 101 })).code).toBe(200);
    expect(world.send(passed(id)).code).toBe(403);
    world.wait(DAY + 1);
    world.tick();
    expect(world.send(passed(id)).code).toBe(200);
    expect(agreed(world, rules({ most: 0, day: 0 })).code).toBe(200);
    expect(world.emitted('pass.changed')).toMatchObject([{ most: 0, day: 0 }]);
    expect(world.send(passed(world.must(request(ANNA, USDT, 10)))).code).toBe(403);
  });
});
