// Withdrawals: each state × action, what holds and what is given back, limits, two reviewers, one transaction (money §8; W05, W06).

import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { type Command } from '../../src/index.ts';
import { WITHDRAWALS } from '../../src/wallet/index.ts';
import { agreed, DAY, people } from '../desk/kit.ts';
import { LoanWorld } from '../loan/kit.ts';
import { BTC, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, World } from '../kit/world.ts';
import {
  ask,
  balance,
  BANK,
  BROADCAST,
  cancelled,
  CHAIN,
  CONFIRMED,
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
  review,
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
        expect(world.emitted('withdrawal.changed')).toMatchObject([{ withdrawal: id, status: next }]);
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
      const { fee } = world.emitted('withdrawal.changed')[0]!;
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
    expect(world.emitted('network.paid')).toMatchObject([{ asset: USDT, paid: 2, owed: 3 }]);
    expect(balance(world, NETWORK, USDT)).toBe(0);
    out(0, 0);
    expect(world.emitted('network.paid')).toMatchObject([{ paid: 2, owed: 1 }]);
    out(0, 0);
    expect(world.emitted('network.paid')).toMatchObject([{ paid: 1, owed: 0 }]);
    expect(balance(world, NETWORK, USDT)).toBe(1);
    out(7, ETH);
    expect(world.emitted('network.paid'), 'of a coin it has none of').toMatchObject([{ asset: ETH, paid: 0, owed: 7 }]);
    const id = world.must(request(ANNA, ETH, 100));
    for (const one of [review(id, 1), step(id, SIGNED), step(id, CONFIRMED)]) world.must(one);
    expect(world.emitted('network.paid')).toMatchObject([{ asset: ETH, paid: 2, owed: 5 }]);
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
