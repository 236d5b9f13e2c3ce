// Terms of products that change while stakes run: what was sold keeps its version (money §1, §6).
import { describe, expect, it } from 'vitest';
import { agreed } from '../desk/kit.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { DAY, EarnWorld, FLEXIBLE, LOCKED, setOf, STAKING, type Terms, TREASURY } from './kit.ts';

function changing(): EarnWorld {
  return new EarnWorld({}, {}, TREASURY, true);
}

function set(world: EarnWorld, product: number, terms: Terms): void {
  expect(agreed(world, setOf(product, terms)).code).toBe(200);
}

describe('money §1 other terms from now on', () => {
  it('a stake keeps its rate, days and penalty; a purchase on the old ones is refused (4008)', () => {
    const world = changing();
    world.stake(ANNA, STAKING, 1_000);
    const second = world.stake(ANNA, STAKING, 1_000);
    set(world, STAKING, { rate: 20_000_000, days: 3, penalty: 500_000 });
    expect(world.take(BEN, STAKING, 1_000)).toMatchObject({ code: 4008, expected: 2, got: 1 });
    expect(world.take(BEN, STAKING, 1_000, { version: 2 }).code).toBe(200);
    expect(world.emitted('earn.opened')).toMatchObject([{ version: 2, reserved: 60 }]);
    world.wait(DAY + 1);
    expect(world.emitted('earn.paid').map(({ user, amount }) => [user, amount])).toEqual([
      [ANNA, 10],
      [ANNA, 10],
      [BEN, 20],
    ]);
    expect(world.redeem(ANNA, second, 500)).toMatchObject({ code: 4008, expected: 990 });
    expect(world.redeem(ANNA, second, 990).code).toBe(200);
    world.wait(6 * DAY);
    expect(world.reserve).toBe(0);
  });

  it('a product that becomes redeemable frees nobody who bought it locked', () => {
    const world = changing();
    const id = world.stake(ANNA, LOCKED, 1_000);
    set(world, LOCKED, { early: 1 });
    expect(world.redeem(ANNA, id, 1_000).code).toBe(4007);
  });

  it('flexible finance renews at the rate it was bought with', () => {
    const world = changing();
    world.stake(ANNA, FLEXIBLE, 1_000);
    set(world, FLEXIBLE, { rate: 730_000_000 });
    world.wait(DAY + 1);
    expect(world.emitted('earn.paid')).toMatchObject([{ amount: 1, reserved: 1 }]);
  });

  it('a product sold no more: locked stakes run to their end, flexible ones end with their day', () => {
    const world = changing();
    const before = world.free(ANNA);
    const locked = world.stake(ANNA, LOCKED, 1_000);
    const flexible = world.stake(ANNA, FLEXIBLE, 1_000);
    for (const product of [LOCKED, FLEXIBLE]) set(world, product, { open: 0 });
    expect(world.take(BEN, LOCKED, 100, { version: 2 }).code).toBe(4001);
    world.wait(DAY + 1);
    expect(world.emitted('earn.closed')).toMatchObject([{ stake: flexible, reason: 1, paid: 1_001 }]);
    expect(world.running(locked)).toBeDefined();
    world.wait(13 * DAY);
    expect([world.free(ANNA), world.reserve]).toEqual([before + 1 + 14, 0]);
  });

  it('a total made smaller than what is sold refuses purchases until enough came back', () => {
    const world = changing();
    const id = world.stake(ANNA, LOCKED, 5_000);
    set(world, LOCKED, { total: 4_000 });
    expect(world.take(BEN, LOCKED, 100, { version: 2 })).toMatchObject({ code: 4003, expected: 0 });
    world.wait(14 * DAY + 1);
    expect(world.running(id)).toBeUndefined();
    expect(world.take(BEN, LOCKED, 4_000, { version: 2 }).code).toBe(200);
  });
});
