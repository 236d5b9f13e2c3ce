// money §9, rules `lockedSales`: who may not withdraw sells nothing over the counter. A lock that lets coins go to an accomplice is none.
import { describe, expect, it } from 'vitest';
import { RULE } from '../../src/index.ts';
import { rejects } from '../../src/schema/index.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NO_KEY, type World } from '../kit/world.ts';
import { DAY, LENDING, productOf } from '../loan/kit.ts';
import { credit, reverse, walletWorld } from '../wallet/kit.ts';
import {
  act,
  bond,
  deal,
  merchant,
  MERCHANT,
  MERCHANT_BUYS,
  MERCHANT_SELLS,
  offer,
  otcWorld,
  terms,
  TERMS,
  verify,
} from './kit.ts';

const BEFORE = RULE.lockedSales - 1;
const LOCKED = rejects['withdrawal.locked'];
const CHANGED = rejects['offer.changed'];

function lock(world: World, user: number, locks: number): void {
  world.must(command('user.set', { user, stage: 2, locks }));
}

/** A world of withdrawals and loans with a merchant, Anna. */
function worldOfLocks(): World {
  const world = walletWorld({ funds: [{ class: LENDING, asset: USDT, amount: 50_000 }] }, 3, [productOf(), terms()]);
  merchant(world, ANNA, MERCHANT);
  world.must(bond('lock', ANNA, TERMS.bond));
  return world;
}

describe('over the counter with withdrawals locked', () => {
  it('a customer sells nothing to a merchant; buying and what is under way go on', () => {
    for (const rules of [BEFORE, undefined]) {
      const world = otcWorld(rules === undefined ? {} : { rules });
      const bid = world.must(offer(ANNA, MERCHANT_BUYS, { amount: 300, max: 100 }));
      const ask = world.must(offer(BEN, MERCHANT_SELLS));
      const underWay = world.must(deal(CARL, bid, 20));
      lock(world, CARL, 2);
      const sale = world.send(deal(CARL, bid, 20));
      expect(sale).toMatchObject(rules === BEFORE ? { code: 200 } : { code: LOCKED, got: 2 });
      expect(world.send(deal(CARL, ask, 10)).code).toBe(200);
      world.must(act('paid', ANNA, underWay));
      world.must(act('release', CARL, underWay));
      expect(world.owns(ANNA, BTC)).toBeGreaterThan(0);
      lock(world, CARL, 0);
      expect(world.send(deal(CARL, bid, 20)).code).toBe(200);
    }
  });

  it('nor does who is not verified, and so may not withdraw (rules `verifiedSales`); buying goes on', () => {
    for (const rules of [RULE.verifiedSales - 1, undefined]) {
      const world = otcWorld(rules === undefined ? {} : { rules });
      const bid = world.must(offer(ANNA, MERCHANT_BUYS, { amount: 300, max: 100 }));
      const ask = world.must(offer(BEN, MERCHANT_SELLS));
      for (const user of [BEN, CARL]) verify(world, user, 0);
      const answers = [deal(CARL, bid, 20), offer(BEN, MERCHANT_SELLS), deal(CARL, ask, 10)].map((one) =>
        world.send(one),
      );
      if (rules !== undefined) {
        expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
        continue;
      }
      expect(answers).toMatchObject([
        { code: rejects['kyc.required'], expected: 1, got: 0 },
        { code: rejects['kyc.required'], expected: 1, got: 0 },
        { code: CHANGED, expected: 0, got: 10 },
      ]);
      verify(world, BEN, 1);
      expect(world.send(deal(CARL, ask, 10)).code, 'they buy').toBe(200);
      verify(world, CARL, 1);
      expect(world.send(deal(CARL, bid, 20)).code).toBe(200);
    }
  });

  it('a merchant opens no selling offer, and nobody buys from the ones they have', () => {
    const world = otcWorld();
    const ask = world.must(offer(BEN, MERCHANT_SELLS));
    const underWay = world.must(deal(CARL, ask, 10));
    lock(world, BEN, 2);
    expect(world.send(offer(BEN, MERCHANT_SELLS))).toMatchObject({ code: LOCKED, got: 2 });
    expect(world.send(deal(CARL, ask, 10))).toMatchObject({ code: CHANGED, expected: 0, got: 10 });
    expect(world.send(offer(BEN, MERCHANT_BUYS)).code).toBe(200);
    world.must(act('paid', CARL, underWay));
    world.must(act('release', BEN, underWay));
    lock(world, BEN, 0);
    expect(world.send(deal(CARL, ask, 10)).code).toBe(200);
  });

  it('so does a reversed deposit until it is paid', () => {
    const world = worldOfLocks();
    const bid = world.must(offer(ANNA, MERCHANT_BUYS));
    world.must(credit(CARL, USDT, 700, 1));
    // All of it elsewhere, so that it is owed.
    const way = { asset: USDT, amount: world.free(CARL, USDT), market: 0 };
    world.must(command('wallet.transfer', { user: CARL, ...NO_KEY, from: 1, to: 6, ...way }));
    world.must(reverse(1));
    expect(world.send(deal(CARL, bid, 20))).toMatchObject({ code: LOCKED });
    world.must(command('wallet.transfer', { user: CARL, ...NO_KEY, from: 6, to: 1, ...way }));
    expect(world.send(deal(CARL, bid, 20)).code).toBe(200);
  });

  it('so does an overdue loan', () => {
    const world = worldOfLocks();
    const bid = world.must(offer(ANNA, MERCHANT_BUYS));
    const loan = world.must(
      command('loan.apply', { user: CARL, ...NO_KEY, product: 1, amount: 1_000, days: 7, repayType: 1 }),
    );
    world.must(command('loan.decide', { operator: 1, loan, decision: 1 }));
    world.transfer(CARL, 1, 6, USDT, world.free(CARL));
    world.wait(7 * DAY + 1);
    expect(world.send(deal(CARL, bid, 20))).toMatchObject({ code: LOCKED });
    world.transfer(CARL, 6, 1, USDT, 3_000);
    world.must(command('loan.repay', { user: CARL, ...NO_KEY, loan, amount: 0 }));
    expect(world.send(deal(CARL, bid, 20)).code).toBe(200);
  });

  it('when the rule comes into force deals under way go on; a locked merchant’s offer stays, and sells nothing', () => {
    const world = otcWorld({ rules: BEFORE });
    const ask = world.must(offer(BEN, MERCHANT_SELLS));
    lock(world, BEN, 2);
    const underWay = world.must(deal(CARL, ask, 10));
    world.must(command('rules.activate', { version: RULE.lockedSales }));
    expect(world.send(deal(CARL, ask, 10))).toMatchObject({ code: CHANGED });
    world.must(act('paid', CARL, underWay));
    world.must(act('release', BEN, underWay));
    expect(world.send(command('offer.close', { user: BEN, ...NO_KEY, offer: ask })).code).toBe(200);
  });
});
