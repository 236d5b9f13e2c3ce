// Issue 13 A.9, A.11: accounts that two people of the desk linked share the position steps and take one turn and one
// allowance of withdrawals; a day later, for new openings only (money §3, §8).

import { rejects } from '../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { type Command, encodeCommand } from '../../src/index.ts';
import { LINK_NOTICE, MAX_LINKED } from '../../src/user/index.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NO_KEY, type World } from '../kit/world.ts';
import { ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, U } from '../perpetual/kit.ts';
import { riskWorld } from '../perpetual-risk/kit.ts';
import { RULE } from '../../src/rules.ts';
import { EarnWorld, STAKING } from '../earn/kit.ts';
import { LoanWorld } from '../loan/kit.ts';
import { CROSS, MarginWorld } from '../margin/kit.ts';
import { passed, placed, request, swapped, walletWorld } from '../wallet/kit.ts';
import { HOUR, MINUTE, queue, queueWorld, sign, waiting } from '../wallet/queue-kit.ts';
import { agreed, deskWorld, grantAll, propose } from './kit.ts';

const ALLOWANCE = 1;

const link = (user: number, other: number): Command => command('account.link', { user, other });
const unlink = (user: number): Command => command('account.unlink', { user });

/** Linked, and a day has passed. */
function linked(world: World, user: number, other: number): void {
  expect(agreed(world, link(user, other)).code).toBe(200);
  world.wait(LINK_NOTICE);
}

describe('account.link and account.unlink (money §10)', () => {
  it('takes two people, tells both customers from when it counts, and takes back', () => {
    const world = deskWorld();
    expect(world.send(link(BEN, ANNA)).code).toBe(403);
    const from = world.time + LINK_NOTICE;
    agreed(world, link(BEN, ANNA));
    expect(world.emitted('link.changed')).toEqual([
      { name: 'link.changed', user: ANNA, other: BEN, from, state: 1 },
      { name: 'link.changed', user: BEN, other: ANNA, from, state: 1 },
    ]);
    agreed(world, unlink(ANNA));
    expect(world.emitted('link.changed').map(({ user, state }) => [user, state])).toEqual([
      [ANNA, 2],
      [BEN, 2],
    ]);
    expect(propose(world, unlink(BEN)).code).toBe(rejects['request.invalid']);
    world.exchange.audit();
  });

  it('links nobody with themselves, with the operator, with nobody, twice, or two groups', () => {
    const world = deskWorld({}, 4);
    const DORA = CARL + 1;
    expect(propose(world, link(ANNA, ANNA)).code).toBe(rejects['request.invalid']);
    expect(propose(world, link(ANNA, MARKET_MAKER)).code).toBe(rejects['request.notFound']);
    expect(propose(world, link(ANNA, 99)).code).toBe(rejects['request.notFound']);
    agreed(world, link(ANNA, BEN));
    agreed(world, link(CARL, DORA));
    expect(propose(world, link(ANNA, CARL)).code).toBe(rejects['request.invalid']);
    world.exchange.audit();
  });

  it(`at most ${MAX_LINKED} accounts are one`, () => {
    const world = deskWorld({}, MAX_LINKED + 1);
    for (let user = ANNA + 1; user < ANNA + MAX_LINKED; user += 1)
      expect(agreed(world, link(user, ANNA)).code).toBe(200);
    expect(propose(world, link(ANNA + MAX_LINKED, ANNA)).code).toBe(rejects['request.invalid']);
    agreed(world, unlink(ANNA + 3));
    expect(agreed(world, link(ANNA + MAX_LINKED, ANNA)).code).toBe(200);
    world.exchange.audit();
  });
});

describe('linked accounts share the position steps (issue 13 A.11)', () => {
  /** Anna long 40 of 100, Ben may open long 20 more at leverage 20 within the first step, not with Anna’s. */
  function stage() {
    const world = riskWorld(0, {
      terms: {
        tiers: [
          { cap: 5_000, rate: 10_000, leverage: 50 },
          { cap: 1_000_000, rate: 25_000, leverage: 10 },
        ],
      },
    });
    world.go(CARL, OPEN_SHORT, 100, 100, { marginMode: ISOLATED, leverage: 2 });
    world.go(ANNA, OPEN_LONG, 40, 100, { marginMode: ISOLATED, leverage: 20 });
    const open = (user: number, lots: number, leverage: number): number =>
      world.order2(user, OPEN_LONG, lots, 100, { marginMode: ISOLATED, leverage }).code;
    return { world, open };
  }

  it('a day later the sum counts, and what is open stays as it is', () => {
    const { world, open } = stage();
    agreed(world, link(BEN, ANNA));
    world.wait(LINK_NOTICE - 1);
    world.index(10_000);
    expect(open(BEN, 20, 20), 'not before the day has passed').toBe(200);
    world.wait(1);
    world.index(10_000);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 40, leverage: 20 });
    expect(open(BEN, 1, 20)).toBe(rejects['leverage.limit']);
  });

  it('the other side, another customer and who is unlinked are not counted', () => {
    const { world, open } = stage();
    linked(world, BEN, ANNA);
    world.index(10_000);
    // The short comes first: with it the leverage of 20 is in use, so only the step can refuse the long.
    expect(world.order2(BEN, OPEN_SHORT, 20, 101, { marginMode: ISOLATED, leverage: 20 }).code).toBe(200);
    expect(open(BEN, 20, 20)).toBe(rejects['leverage.limit']);
    agreed(world, unlink(BEN));
    expect(open(BEN, 20, 20)).toBe(200);
    expect(world.position(ANNA, LONG, U)).toMatchObject({ lots: 40 });
    world.exchange.audit();
  });
});

describe('linked accounts withdraw as one customer (issue 13 A.9)', () => {
  it('use one allowance: what the one has used the other waits for, and once unlinked no longer', () => {
    const asides = [false, true].map((together) => {
      const world = queueWorld();
      if (together) agreed(world, link(BEN, ANNA));
      world.wait(LINK_NOTICE);
      world.tick();
      // An hour adds a tenth of the limit: each takes seven and a half hours of twenty-four.
      for (let hour = 0; hour < 3; hour += 1) {
        sign(world, queue(world, ANNA, 7_500));
        world.wait(HOUR + 2 * MINUTE);
        world.tick();
      }
      const id = queue(world, BEN, 7_500);
      return waiting(world).filter(([of, why]) => of === id && why === ALLOWANCE).length;
    });
    expect(asides).toEqual([0, 1]);
  });

  it('take turns as one: the second account’s joins behind the first one’s', () => {
    const rounds = [false, true].map((together) => {
      const world = queueWorld();
      if (together) agreed(world, link(BEN, ANNA));
      world.wait(LINK_NOTICE);
      world.tick();
      queue(world, ANNA, 7_900);
      queue(world, ANNA, 2_000);
      queue(world, BEN, 2_000);
      return world.emitted('withdrawal.queued').at(-1)?.round;
    });
    expect(rounds[1]).toBeGreaterThan(rounds[0] ?? Infinity);
  });
});

describe('linked accounts share what one customer may (rules `linkedTogether`)', () => {
  const EACH = [RULE.linkedTogether - 1, undefined] as const;
  const under = (rules: number | undefined) => (rules === undefined ? {} : { rules });
  const join = (world: World): void => {
    linked(world, BEN, ANNA);
    world.tick();
  };

  it('the withdrawal limit of a day, and what passes without a person', () => {
    const codes = EACH.map((rules) => {
      const world = walletWorld({ practice: [0, 0, 500_000], ...under(rules) });
      join(world);
      world.must(passed(world.must(request(ANNA, USDT, 9_000))));
      world.must(request(ANNA, USDT, 50_000));
      const small = world.must(request(BEN, USDT, 9_000));
      const second = world.send(request(BEN, USDT, 50_000));
      expect(world.send(request(CARL, USDT, 50_000)).code, 'another customer').toBe(200);
      return [second.code, world.send(passed(small)).code];
    });
    expect(codes).toEqual([
      [200, 200],
      [3104, 403],
    ]);
  });

  it('the worth swapped in a minute', () => {
    const codes = EACH.map((rules) => {
      const world = walletWorld({ practice: [0, 0, 2 ** 31], house: 2 ** 40, ...under(rules) });
      join(world);
      expect(swapped(world, ANNA, USDT, BTC, 6_000_000).code).toBe(200);
      return [world.send(placed(BEN, USDT, BTC, 6_000_000)).code, world.send(placed(CARL, USDT, BTC, 6_000_000)).code];
    });
    expect(codes).toEqual([
      [200, 200],
      [3009, 200],
    ]);
  });

  it('a reward, once', () => {
    const codes = EACH.map((rules) => {
      const world = walletWorld(under(rules));
      join(world);
      const opens = world.time + 10;
      const fields = { campaign: 7, asset: USDT, each: 30, total: 90, opens, closes: opens + HOUR, stage: 1 };
      expect(agreed(world, command('campaign.fund', fields)).code).toBe(200);
      world.wait(20);
      return [ANNA, BEN, CARL].map(
        (user) => world.send(command('reward.claim', { user, ...NO_KEY, campaign: 7 })).code,
      );
    });
    expect(codes).toEqual([
      [200, 200, 200],
      [200, 5107, 200],
    ]);
  });

  it('purchases of a product that one customer may make a number of', () => {
    const codes = EACH.map((rules) => {
      const world = new EarnWorld(under(rules), {}, undefined, true);
      join(world);
      for (const user of [ANNA, ANNA, BEN]) expect(world.send(world.buyOf(user, STAKING, 10)).code).toBe(200);
      return [BEN, CARL].map((user) => world.send(world.buyOf(user, STAKING, 10)).code);
    });
    expect(codes).toEqual([
      [200, 200],
      [4004, 200],
    ]);
  });

  it('what a customer may owe of a coin on margin', () => {
    const codes = EACH.map((rules) => {
      const before = grantAll;
      const world = new MarginWorld({ practice: [0, 0, 2 ** 20], lending: 2 ** 20, before, ...under(rules) });
      join(world);
      for (const user of [ANNA, BEN, CARL])
        world.must(
          command('wallet.transfer', { user, ...NO_KEY, from: 1, to: CROSS, asset: USDT, amount: 2 ** 19, market: 0 }),
        );
      expect(world.borrow(ANNA, CROSS, USDT, 30_000).code).toBe(200);
      const preview = world.exchange.ask(encodeCommand(world.borrowOf(BEN, CROSS, USDT, 1)), 0);
      return [
        preview.numbers[5],
        world.borrow(BEN, CROSS, USDT, 10_001).code,
        world.borrow(CARL, CROSS, USDT, 40_000).code,
      ];
    });
    expect(codes).toEqual([
      [40_000, 200, 200],
      [10_000, 2301, 200],
    ]);
  });

  it('the limit of a score', () => {
    const codes = EACH.map((rules) => {
      const world = new LoanWorld(under(rules));
      join(world);
      world.lend(ANNA, 6_000);
      return [BEN, CARL].map((user) => world.send(world.applyOf(user, 5_000)).code);
    });
    expect(codes).toEqual([
      [200, 200],
      [4101, 200],
    ]);
  });

  it('not before the link counts, and no longer once it is undone', () => {
    const world = walletWorld({ practice: [0, 0, 500_000] });
    agreed(world, link(BEN, ANNA));
    world.must(request(ANNA, USDT, 90_000));
    expect(world.send(request(BEN, USDT, 10_000)).code).toBe(200);
    world.wait(LINK_NOTICE);
    world.tick();
    world.must(request(ANNA, USDT, 90_000));
    expect(world.send(request(BEN, USDT, 20_000)).code).toBe(3104);
    agreed(world, unlink(BEN));
    expect(world.send(request(BEN, USDT, 20_000)).code).toBe(200);
  });
});
