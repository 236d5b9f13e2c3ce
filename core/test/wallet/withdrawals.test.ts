// Withdrawals: each state × action, what holds and what is given back, limits, two reviewers, one transaction (money §8; W05, W06).
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { type Command, RULE } from '../../src/index.ts';
import { WITHDRAWALS } from '../../src/wallet/index.ts';
import { agreed, DAY, HOUR, people, propose } from '../desk/kit.ts';
import { LoanWorld } from '../loan/kit.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, NO_KEY, World } from '../kit/world.ts';
import {
  ask,
  balance,
  BANK,
  BROADCAST,
  cancelled,
  CHAIN,
  CONFIRMED,
  credit,
  FAILED,
  failProven,
  limits,
  NETWORK,
  OUTSIDE,
  passed,
  rail,
  replan,
  request,
  restored,
  reverse,
  review,
  rules,
  SIGNED,
  stage,
  step,
  walletWorld,
} from './kit.ts';

/** How a withdrawal of 500 atoms USDT comes into each status. */
const PATHS: readonly (readonly ((id: number) => Command)[])[] = [
  [],
  [],
  [(id) => review(id, 1)],
  [(id) => review(id, 1), (id) => step(id, SIGNED)],
  [(id) => review(id, 1), (id) => step(id, SIGNED), (id) => step(id, BROADCAST)],
  [(id) => review(id, 1), (id) => step(id, SIGNED), (id) => step(id, CONFIRMED)],
  [(id) => review(id, 2)],
  [(id) => review(id, 1), (id) => step(id, FAILED)],
  [(id) => cancelled(ANNA, id)],
];
/** In the order of the table's columns. */
const ACTIONS: readonly ((id: number) => Command)[] = [
  (id) => review(id, 1),
  (id) => review(id, 2),
  (id) => cancelled(ANNA, id),
  (id) => step(id, SIGNED),
  (id) => step(id, BROADCAST),
  (id) => step(id, CONFIRMED),
  (id) => step(id, FAILED),
  (id) => passed(id),
  (id) => failProven(id),
  (id) => replan(id),
];

/** Before rules `withdrawalQueue` a request counted against the hour when it was asked for. */
const ASKED = { rules: RULE.fundingBounded };

function inStatus(status: number): { world: World; id: number } {
  const world = walletWorld();
  const id = world.must(request(ANNA, USDT, 500));
  for (const one of PATHS[status]!) world.must(one(id));
  return { world, id };
}

describe('money §8 withdrawal, each status × action', () => {
  for (let status = 1; status <= 8; status += 1)
    for (const [action, make] of ACTIONS.entries())
      it(`status ${status}, action ${action}: ${WITHDRAWALS[status]![action]}`, () => {
        const { world, id } = inStatus(status);
        const before = world.exchange.digest();
        const next = WITHDRAWALS[status]![action]!;
        const free = world.free(ANNA);
        const held = world.held(ANNA);
        const reply = world.send(make(id));
        if (next === 0) {
          expect(reply.code).toBe(3107);
          expect(world.exchange.digest()).toBe(before);
          return;
        }
        expect(reply.code).toBe(200);
        expect(world.told('withdrawal.changed')).toMatchObject([{ withdrawal: id, status: next }]);
        // money §8: before signing it gives back, after it only with a proof from the chain.
        if (next > 5)
          expect([status < 3 || action === 8, world.free(ANNA), world.held(ANNA)]).toEqual([true, free + held, 0]);
        else if (next === 5) expect([world.free(ANNA), world.held(ANNA)]).toEqual([free, 0]);
        else expect([world.free(ANNA), world.held(ANNA)]).toEqual([free, held]);
      });

  it('after signing nothing but confirmation or a proof ends it, in the whole table', () => {
    for (const status of [3, 4]) {
      expect(WITHDRAWALS[status]!.slice(0, 8).filter((next) => next > 5)).toEqual([]);
      expect(WITHDRAWALS[status]!.slice(8)).toEqual([7, 2]);
    }
    for (const status of [5, 6, 7, 8]) expect(WITHDRAWALS[status]!.every((next) => next === 0)).toBe(true);
  });

  it('W05: signed once; two workers, a restart: the second is refused', () => {
    const { world, id } = inStatus(2);
    expect(world.batch([step(id, SIGNED), step(id, SIGNED)]).map((reply) => reply.code)).toEqual([200, 3107]);
    restored(world);
    expect(world.send(step(id, SIGNED)).code).toBe(3107);
    expect(world.send(step(id + 2 ** 23, SIGNED)).code, 'nor one of a later time').toBe(404);
    world.must(step(id, CONFIRMED));
    expect(world.send(step(id, CONFIRMED)).code).toBe(3107);
    const next = world.must(request(ANNA, USDT, 500));
    expect(next, 'the row is another withdrawal’s now').not.toBe(id);
    expect(world.send(step(id, CONFIRMED)).code).toBe(3107);
  });

  it('issue 14, 4: planned again it waits for its turn like any approved one, is signed once more, and may be cancelled', () => {
    const { world, id } = inStatus(4);
    world.must(replan(id));
    expect(world.held(ANNA)).toBe(502);
    restored(world);
    expect(world.send(replan(id)).code, 'once').toBe(3107);
    world.must(step(id, SIGNED));
    expect(world.send(step(id, SIGNED)).code).toBe(3107);
    world.must(replan(id));
    world.must(cancelled(ANNA, id));
    expect(world.held(ANNA)).toBe(0);
    expect(world.send(failProven(id)).code, 'nothing is given back twice').toBe(3107);
  });

  it('issue 14, 4: a proof gives back amount, fee and the day’s limit, once', () => {
    const { world, id } = inStatus(3);
    const free = world.free(ANNA);
    world.must(failProven(id));
    expect([world.free(ANNA), world.held(ANNA)]).toEqual([free + 502, 0]);
    expect(world.send(failProven(id)).code).toBe(3107);
    expect(world.send(step(id, CONFIRMED)).code).toBe(3107);
  });

  it('what is another’s is not mine, and 9 was never asked for', () => {
    const { world, id } = inStatus(1);
    expect(world.send(cancelled(BEN, id)).code).toBe(404);
    for (const one of ACTIONS) expect(world.send(one(9)).code).toBe(404);
  });
});

describe('money §8 what is held and where it goes', () => {
  it('amount and fee are held; confirmed, the amount is outside and the fee is the network’s', () => {
    const { world, id } = inStatus(1);
    const outside = balance(world, OUTSIDE, USDT, CHAIN);
    expect(world.held(ANNA)).toBe(502);
    world.must(review(id, 1));
    world.must(step(id, SIGNED));
    world.must(step(id, CONFIRMED));
    expect(balance(world, OUTSIDE, USDT, CHAIN) - outside).toBe(500);
    expect(balance(world, NETWORK, USDT)).toBe(2);
  });

  it('a share of the amount where that is more than the flat fee, rounded up', () => {
    const world = walletWorld({}, 3, [rail(USDT, { rail: BANK, step: 100, feeRate: 5_001, fee: 50 })]);
    const ask = (amount: number): readonly number[] => {
      const id = world.must(request(ANNA, USDT, amount, { rail: BANK }));
      const { fee } = world.told('withdrawal.changed')[0]!;
      world.must(cancelled(ANNA, id));
      return [fee];
    };
    expect(ask(5_000)).toEqual([50]);
    expect(ask(20_000)).toEqual([101]);
  });

  it('the network’s cost comes from `network` and never takes it below 0: what lacks is paid from its next fees', () => {
    const world = walletWorld();
    const out = (cost: number, costAsset: number): void => {
      const id = world.must(request(ANNA, USDT, 100));
      world.must(review(id, 1));
      world.must(step(id, SIGNED));
      world.must(step(id, CONFIRMED, cost, costAsset));
    };
    out(5, USDT);
    expect(world.told('network.paid')).toMatchObject([{ asset: USDT, paid: 2, owed: 3 }]);
    expect(balance(world, NETWORK, USDT)).toBe(0);
    out(0, 0);
    expect(world.told('network.paid')).toMatchObject([{ paid: 2, owed: 1 }]);
    out(0, 0);
    expect(world.told('network.paid')).toMatchObject([{ paid: 1, owed: 0 }]);
    expect(balance(world, NETWORK, USDT)).toBe(1);
    out(7, ETH);
    expect(world.told('network.paid'), 'of a coin it has none of').toMatchObject([{ asset: ETH, paid: 0, owed: 7 }]);
    const id = world.must(request(ANNA, ETH, 100));
    for (const one of [review(id, 1), step(id, SIGNED), step(id, CONFIRMED)]) world.must(one);
    expect(world.told('network.paid')).toMatchObject([{ asset: ETH, paid: 2, owed: 5 }]);
  });

  it('a cost is named only when confirmed, and in a coin of the rail', () => {
    const { world, id } = inStatus(2);
    expect(world.send(step(id, SIGNED, 5, USDT)).code).toBe(400);
    world.must(step(id, SIGNED));
    expect(world.send(step(id, BROADCAST, 5, USDT)).code).toBe(400);
    expect(world.send(step(id, CONFIRMED, 5, 9)).code).toBe(3002);
    expect(world.send(step(id, CONFIRMED, 2 ** 50, USDT)).code).toBe(200);
    expect(balance(world, NETWORK, USDT)).toBe(0);
  });

  it('W06: n requests in one batch never take more than there is', () => {
    const world = walletWorld({ practice: [0, 0, 1_000] });
    const replies = world.batch(Array.from({ length: 12 }, () => request(ANNA, USDT, 98)));
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(10);
    expect(replies.at(-1)).toMatchObject({ code: 3001, expected: 100, got: 0 });
    expect([world.free(ANNA), world.held(ANNA)]).toEqual([0, 1_000]);
  });

  it('ask tells fee, hold, worth and what is left of the day and of the hour', () => {
    const world = walletWorld();
    const words = request(ANNA, ETH, 250);
    const digest = world.exchange.digest();
    // 2.5 ETH at 50 USDT; 150 ETH are owed, all of which may leave in an hour.
    expect(ask(world, words)).toMatchObject({ code: 200, numbers: [2, 252, 125, 875, 14_750, 0, 12_000] });
    expect(world.exchange.digest()).toBe(digest);
  });
});

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
    expect(world.told('withdrawal.changed')).toMatchObject([{ withdrawal: large, status: 2 }]);
    const other = world.must(request(BEN, USDT, 19_999));
    expect(world.told('withdrawal.changed')).toMatchObject([{ worth: 200 }]);
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
      expect(world.told('limits.changed'), JSON.stringify(lower)).toEqual([]);
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
    expect(world.told('withdrawal.passed')).toMatchObject([{ withdrawal: first, user: ANNA, worth: 100, today: 100 }]);
    expect(world.told('withdrawal.changed')).toMatchObject([{ withdrawal: first, status: 2 }]);
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
      expect(world.told('pass.changed'), JSON.stringify(wider)).toEqual([]);
    }
    expect(agreed(world, rules({ most: 101 })).code).toBe(200);
    expect(world.send(passed(id)).code).toBe(403);
    world.wait(DAY + 1);
    world.tick();
    expect(world.send(passed(id)).code).toBe(200);
    expect(agreed(world, rules({ most: 0, day: 0 })).code).toBe(200);
    expect(world.told('pass.changed')).toMatchObject([{ most: 0, day: 0 }]);
    expect(world.send(passed(world.must(request(ANNA, USDT, 10)))).code).toBe(403);
  });
});

describe('calls §9 refusals of a withdrawal', () => {
  const codes: Record<string, readonly [Command, number]> = {
    'a coin the rail does not take': [request(ANNA, BTC, 10, { rail: BANK }), 3002],
    'an unknown rail': [request(ANNA, USDT, 10, { rail: 9 }), 3002],
    'under the minimum': [request(ANNA, USDT, 9), 3110],
    'no whole step of a bank': [request(ANNA, USDT, 150, { rail: BANK }), 400],
    'more than there is': [request(ANNA, USDT, 40_000), 3001],
    'the house': [request(MARKET_MAKER, USDT, 10), 403],
  };
  it.each(Object.entries(codes))('%s', (_, [one, code]) => {
    const world = walletWorld();
    const digest = world.exchange.digest();
    expect(world.send(one).code).toBe(code);
    expect(world.exchange.digest()).toBe(digest);
  });

  it('a rail that is halted, a customer who is locked, an index nobody knows', () => {
    const world = walletWorld({}, 3, [rail(BTC, { open: 1 })]);
    expect(world.send(request(ANNA, BTC, 10)).code).toBe(3106);
    stage(world, ANNA, 2, 2);
    expect(world.send(request(ANNA, USDT, 10)).code).toBe(3105);
    stage(world, ANNA, 2, 1);
    expect(world.send(request(ANNA, USDT, 10)).code, 'frozen').toBe(1011);
    stage(world, ANNA, 2);
    world.wait(10_001);
    expect(world.send(request(ANNA, ETH, 10)).code).toBe(2005);
    expect(world.send(request(ANNA, USDT, 10)).code, 'USDT needs no index').toBe(200);
  });

  it('locked since: nothing is approved or signed, and a frozen customer may still take it back', () => {
    const world = walletWorld();
    const [one, two] = [world.must(request(ANNA, USDT, 10)), world.must(request(ANNA, USDT, 10))];
    world.must(review(two, 1));
    for (const locks of [1, 2]) {
      stage(world, ANNA, 2, locks);
      expect(world.send(review(one, 1)).code).toBe(3105);
      expect(world.send(step(two, SIGNED)).code).toBe(3105);
    }
    stage(world, ANNA, 2, 1);
    expect(world.send(cancelled(ANNA, one)).code).toBe(200);
    expect(world.send(step(two, FAILED)).code).toBe(200);
    expect(world.held(ANNA)).toBe(0);
  });

  it('an overdue loan keeps everything in until it is paid (money §7)', () => {
    const world = new LoanWorld();
    for (const one of [rail(USDT), limits()]) expect(agreed(world, one).code).toBe(200);
    const loan = world.lend(ANNA, 1_000);
    expect(world.send(request(ANNA, USDT, 10)).code, 'a loan in time does not').toBe(200);
    world.empty(ANNA);
    world.wait(8 * DAY);
    world.tick();
    expect(world.of(loan)[3], 'overdue').toBe(4);
    expect(world.send(request(ANNA, USDT, 10)).code).toBe(3105);
    world.fill(ANNA, 5_000);
    expect(world.payBack(ANNA, loan).code).toBe(200);
    expect(world.send(request(ANNA, USDT, 10)).code).toBe(200);
  });

  it('without limits nothing leaves', () => {
    const world = new World({}, 0);
    world.must(rail(USDT));
    people(world);
    stage(world, ANNA, 2);
    expect(world.send(request(ANNA, USDT, 10)).code).toBe(3106);
  });
});
