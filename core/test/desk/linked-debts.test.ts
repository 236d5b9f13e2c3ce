// Issue 13 A.11, rules 40: what one of several linked accounts owes binds all of them, and they are no two parties of a deal.
import { describe, expect, it } from 'vitest';
import { type Command, RULE } from '../../src/index.ts';
import { CLAIM_NOTICE } from '../../src/otc/index.ts';
import { LINK_NOTICE } from '../../src/user/index.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, type World } from '../kit/world.ts';
import { rejects } from '../../src/schema/index.ts';
import { DAY, LoanWorld } from '../loan/kit.ts';
import { act, claim, deal, MERCHANT_BUYS, MERCHANT_SELLS, offer, otcWorld } from '../otc/kit.ts';
import { SecondWorld } from '../second/kit.ts';
import { credit, passed, request, restore, reverse, review, stage, step, SIGNED, walletWorld } from '../wallet/kit.ts';
import { queue, queueWorld, sign, waiting } from '../wallet/queue-kit.ts';
import { agreed, approve, propose } from './kit.ts';

const EACH = [RULE.linkedDebts - 1, RULE.linkedDebts] as const;
/** Why a withdrawal steps aside. */
const ASIDE_LOCKED = 2;

const link = (user: number, other: number): Command => command('account.link', { user, other });

function linked(world: World): void {
  expect(agreed(world, link(BEN, ANNA)).code).toBe(200);
  world.wait(LINK_NOTICE);
  world.tick();
}

describe('money §7, §8 what one of several linked accounts owes', () => {
  it('an overdue loan of one: no loan for the others, asked for or passed, until it is paid', () => {
    const codes = EACH.map((rules) => {
      const world = new LoanWorld({ rules });
      linked(world);
      world.lend(ANNA, 1_000);
      const waits = world.must(world.applyOf(BEN, 1_000));
      world.empty(ANNA);
      world.wait(7 * DAY + 1);
      const answers = [
        world.send(world.applyOf(BEN, 1_000)).code,
        world.review(waits).code,
        world.send(world.applyOf(CARL, 1_000)).code,
      ];
      world.fill(ANNA, 3_000);
      world.wait(DAY);
      return [...answers, world.send(world.applyOf(BEN, 1_000)).code];
    });
    expect(codes).toEqual([
      [200, 200, 200, 200],
      [rejects['loan.overdue'], rejects['loan.overdue'], 200, 200],
    ]);
  });

  it('a score that fell: the lowest of theirs counts', () => {
    const codes = EACH.map((rules) => {
      const world = new LoanWorld({ rules });
      linked(world);
      world.lend(ANNA, 1_000);
      world.empty(ANNA);
      for (let day = 0; day < 47; day += 1) world.wait(DAY);
      world.fill(ANNA, 3_000);
      world.wait(DAY);
      const answers = [ANNA, BEN, CARL].map((user) => world.send(world.applyOf(user, 1_000)).code);
      return answers;
    });
    expect(codes).toEqual([
      [rejects['loan.limit'], 200, 200],
      [rejects['loan.limit'], rejects['loan.limit'], 200],
    ]);
  });

  it('a reversed deposit of one: the others withdraw and sell nothing until it is paid', () => {
    const codes = EACH.map((rules) => {
      const world = walletWorld({ practice: [0, 0, 500_000], rules });
      linked(world);
      const small = world.must(request(BEN, USDT, 9_000));
      const signs = world.must(request(BEN, USDT, 9_000));
      world.must(review(signs, 1));
      world.must(credit(ANNA, USDT, 1_000_000, 1));
      world.transfer(ANNA, 1, 6, USDT, 1_300_000);
      world.must(reverse(1));
      const answers = [
        world.send(request(BEN, USDT, 9_000)).code,
        world.send(passed(small)).code,
        world.send(review(small, 1)).code,
        world.send(step(signs, SIGNED)).code,
        world.send(request(CARL, USDT, 9_000)).code,
      ];
      world.must(restore(1));
      return [...answers, world.send(request(BEN, USDT, 9_000)).code];
    });
    expect(codes).toEqual([
      [200, 200, 3107, 200, 200, 200],
      [
        rejects['withdrawal.locked'],
        rejects['withdrawal.locked'],
        rejects['withdrawal.locked'],
        rejects['withdrawal.locked'],
        200,
        200,
      ],
    ]);
  });

  it('a lock of one is the lock of that account alone', () => {
    const world = walletWorld({ practice: [0, 0, 500_000] });
    linked(world);
    stage(world, ANNA, 2, 2);
    expect(world.send(request(BEN, USDT, 9_000)).code).toBe(200);
  });
});

describe('money §9 linked accounts deal with each other', () => {
  it('no more than a merchant with their own offer', () => {
    const codes = EACH.map((rules) => {
      const world = otcWorld({ rules });
      linked(world);
      const sells = world.must(offer(ANNA, MERCHANT_SELLS));
      const buys = world.must(offer(ANNA, MERCHANT_BUYS));
      return [BEN, CARL].flatMap((user) => [sells, buys].map((of) => world.send(deal(user, of, 10)).code));
    });
    expect(codes).toEqual([
      [200, 200, 200, 200],
      [rejects['request.forbidden'], rejects['request.forbidden'], 200, 200],
    ]);
  });

  it('and a bond pays no account of its merchant, also where the deal was before the link', () => {
    const codes = EACH.map((rules) => {
      const world = otcWorld({ rules });
      const sells = world.must(offer(ANNA, MERCHANT_SELLS));
      const [own, of] = [BEN, CARL].map((user) => world.must(deal(user, sells, 10)));
      world.must(act('cancel', BEN, own!));
      world.must(act('cancel', CARL, of!));
      const early = propose(world, claim(own!, BEN, 5));
      linked(world);
      const answers = [propose(world, claim(of!, CARL, 5)).code, propose(world, claim(own!, BEN, 4)).code];
      world.wait(CLAIM_NOTICE);
      return [...answers, approve(world, early.result).code];
    });
    expect(codes).toEqual([
      [200, 5103, 200],
      [200, rejects['request.forbidden'], rejects['request.forbidden']],
    ]);
  });
});

describe('money §5 what linked accounts stake in second contracts', () => {
  it('counts together against what a customer may have open', () => {
    const codes = EACH.map((rules) => {
      const world = new SecondWorld({ rules }, {}, undefined, true);
      linked(world);
      const stake = (user: number, amount: number) => world.send(world.secondOf(user, { amount }));
      for (let n = 0; n < 4; n += 1) expect(stake(ANNA, 4_000).code).toBe(200);
      const answers = [stake(BEN, 4_001), stake(CARL, 5_000)].map(({ code }) => code);
      return [...answers, stake(BEN, 4_000).code];
    });
    expect(codes).toEqual([
      [200, 200, 200],
      [rejects['stake.range'], 200, 200],
    ]);
  });
});

describe('money §8 who is no longer verified', () => {
  it('withdraws nothing more: not passed by rules, not approved, not signed, not granted', () => {
    const codes = EACH.map((rules) => {
      const world = walletWorld({ practice: [0, 0, 500_000], rules });
      const ids = Array.from({ length: 3 }, () => world.must(request(ANNA, USDT, 9_000)));
      world.must(review(ids[2]!, 1));
      stage(world, ANNA, 0);
      const answers = [
        world.send(passed(ids[0]!)).code,
        world.send(review(ids[1]!, 1)).code,
        world.send(step(ids[2]!, SIGNED)).code,
      ];
      stage(world, ANNA, 1);
      return [...answers, world.send(step(ids[2]!, SIGNED)).code];
    });
    expect(codes).toEqual([
      [200, 200, 200, 3107],
      [rejects['withdrawal.locked'], rejects['withdrawal.locked'], rejects['withdrawal.locked'], 200],
    ]);
  });

  it('steps aside in the queue, and keeps the turn', () => {
    const world = queueWorld();
    expect(sign(world, queue(world, BEN, 8_000))).toBe(200);
    const id = queue(world, ANNA, 8_000);
    stage(world, ANNA, 0);
    world.wait(62 * 60_000);
    expect(waiting(world)).toEqual([[id, ASIDE_LOCKED]]);
    expect(sign(world, id)).toBe(rejects['withdrawal.locked']);
    stage(world, ANNA, 2);
    world.wait(11 * 60_000);
    expect(sign(world, id)).toBe(200);
  });

  it('gets no loan that waits to be passed', () => {
    const codes = EACH.map((rules) => {
      const world = new LoanWorld({ rules });
      const loan = world.must(world.applyOf(ANNA, 1_000));
      stage(world, ANNA, 1);
      return world.review(loan).code;
    });
    expect(codes).toEqual([200, 1104]);
  });
});
