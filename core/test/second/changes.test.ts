// Terms of second contracts that change while contracts are open: what was sold keeps its version (money §1, §5).
import { describe, expect, it } from 'vitest';
import { agreed, operatorOf, RISK } from '../desk/kit.ts';
import { command } from '../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { DELAY, M1, M2, ODDS, PATIENCE, PERIODS, POOL, SecondWorld, setOf, STAKES, type Terms } from './kit.ts';

const PRICE = 10_000;

function changing(): SecondWorld {
  return new SecondWorld({}, {}, POOL, true);
}

/** Two persons set other terms for market 1. */
function set(world: SecondWorld, terms: Terms): void {
  expect(agreed(world, setOf(terms)).code).toBe(200);
}

describe('money §1 other terms from now on', () => {
  it('an order keeps its odds, win and period; the next one has the new ones under the next version', () => {
    const world = changing();
    const old = world.stake(ANNA, { amount: 100 });
    const [period] = PERIODS;
    set(world, { periods: [{ ...period, odds: 500_000, max: 200 }] });
    expect(world.bet(BEN)).toMatchObject({ code: 2404, expected: 500_000, got: ODDS });
    expect(world.bet(BEN, { terms: 500_000, amount: 201 })).toMatchObject({ code: 2402, expected: 200 });
    const next = world.stake(BEN, { terms: 500_000 });
    expect(world.emitted('second.waiting')).toMatchObject([{ odds: 500_000, win: 50, version: 2 }]);
    world.tickAt(world.time + DELAY, PRICE);
    world.tickAt(world.contract(old)!.opened!.matures, PRICE + 1);
    world.wait(1);
    expect(world.settled(old)).toMatchObject({ paid: 185 });
    expect(world.settled(next)).toMatchObject({ paid: 150 });
  });

  it('no periods: sold no more; what is open runs on', () => {
    const world = changing();
    const id = world.stake(ANNA);
    set(world, { periods: [] });
    expect(world.bet(BEN).code).toBe(2401);
    world.tickAt(world.time + DELAY, PRICE);
    world.tickAt(world.contract(id)!.opened!.matures, PRICE - 1);
    world.wait(1);
    expect(world.settled(id)).toMatchObject({ result: 2, paid: 0 });
    set(world, {});
    world.tick();
    expect(world.bet(BEN).code, 'and again').toBe(200);
  });

  it('a shorter delay overtakes nobody and is not held up: each opens at the first valid tick of its own wait', () => {
    const world = new SecondWorld({}, { delay: 2_500, patience: 10_000 }, POOL, true);
    const start = world.time;
    const slow = world.stake(ANNA);
    set(world, { delay: 500, patience: 10_000 });
    const quick = world.stake(BEN);
    world.time += 100;
    const third = world.stake(CARL);
    world.tickAt(start + 500, PRICE);
    expect(world.emitted('second.opened').map(({ second }) => second)).toEqual([quick]);
    world.tickAt(start + 2_499, PRICE);
    expect(world.emitted('second.opened').map(({ second }) => second)).toEqual([third]);
    world.tickAt(start + 2_500, PRICE);
    expect(world.emitted('second.opened').map(({ second }) => second)).toEqual([slow]);
  });

  it('a longer patience is for orders to come: those that wait are void at their own time', () => {
    const world = changing();
    const id = world.stake(ANNA);
    set(world, { patience: 50_000 });
    world.wait(DELAY + PATIENCE + 1);
    expect(world.voided(id)).toMatchObject({ reason: 1 });
    expect(world.contractWallet(ANNA)).toBe(STAKES);
  });

  it('another asset is for orders to come: an open contract is paid in its own', () => {
    const world = changing();
    const id = world.stake(ANNA);
    set(world, { asset: 2 });
    expect(world.bet(BEN), 'no pool of it, no money of it').toMatchObject({ code: 3001 });
    world.tickAt(world.time + DELAY, PRICE);
    world.tickAt(world.contract(id)!.opened!.matures, PRICE);
    world.wait(1);
    expect([world.contractWallet(ANNA), world.pool, world.escrow]).toEqual([STAKES, POOL, 0]);
  });
});

describe('money §1 stopping second contracts', () => {
  const stop = (state: number, market = M1) => command('market.stop', { operator: operatorOf(RISK), market, state });
  const change = (state: number, market = M1, minValue = 0) =>
    command('market.change', { market, state, minValue, maxValue: 0 });

  it('one person may stop a market at once: no new contracts; those that are open run on', () => {
    const world = changing();
    const id = world.stake(ANNA);
    world.must(stop(2));
    expect(world.emitted('second.changed')).toMatchObject([{ market: M1, state: 2, version: 1 }]);
    expect(world.bet(BEN)).toMatchObject({ code: 2003, expected: 1, got: 2 });
    expect(world.bet(BEN, { market: M2 }).code).toBe(200);
    world.tickAt(world.time + DELAY, PRICE);
    world.tickAt(world.contract(id)!.opened!.matures, PRICE + 1);
    world.wait(1);
    expect(world.settled(id)).toMatchObject({ result: 1 });
    set(world, {});
    expect(world.bet(BEN).code, 'other terms do not start it').toBe(2003);
  });

  it('further to suspended, never back: that takes two', () => {
    const world = changing();
    world.must(stop(3));
    expect(world.send(stop(2)).code).toBe(400);
    expect(world.send(stop(3)).code).toBe(400);
    expect(world.send(change(1)).code).toBe(403);
    expect(agreed(world, change(3)).code).toBe(400);
    expect(agreed(world, change(0)).code).toBe(400);
    expect(agreed(world, change(1, M1, 5)).code).toBe(400);
    expect(agreed(world, change(1)).code).toBe(200);
    world.tick();
    expect(world.bet(BEN).code).toBe(200);
  });

  it('a market that sells none is unknown', () => {
    expect(changing().send(stop(2, 303)).code).toBe(2002);
  });
});
