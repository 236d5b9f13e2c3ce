// money §3, issue 13 A.6: stop and take-profit orders of contracts, and those of positions, fill near the index only. BTC
// at 100 ticks: within 98 and 102.

import { describe, expect, it } from 'vitest';
import { ORDER_STATUS, ORDER_TYPE, TIME_IN_FORCE, TRIGGER_BY } from '../../src/enum/index.ts';
import { activations, RULE } from '../../src/index.ts';
import { ANNA, BEN, CARL, DORA } from '../kit/world.ts';
import { CLOSE_LONG, ContractWorld, LONG, OPEN_LONG, OPEN_SHORT, SHORT } from './kit.ts';

/** Anna is long 50 against Ben, the book is empty. */
function opened(rules?: number): { world: ContractWorld; position: number } {
  const world = new ContractWorld(rules === undefined ? {} : { rules }, { users: 4 });
  world.pair(ANNA, BEN, 50, 100);
  return { world, position: world.position(ANNA, LONG)!.position };
}

describe('money §3 a position’s stop-loss', () => {
  it('by last is not hit by a sweep under a still index, and not filled by a bait far below (t16)', () => {
    const { world, position } = opened();
    expect(world.guard(ANNA, position, { stopLoss: 98, triggerBy: TRIGGER_BY.last }).code).toBe(200);
    world.go(CARL, OPEN_LONG, 5, 97);
    world.go(CARL, OPEN_LONG, 50, 95);
    world.go(DORA, OPEN_SHORT, 5, 97);
    expect(world.emitted('order.triggered')).toEqual([]);
    world.tick();
    expect(world.emitted('order.triggered')).toEqual([]);
    expect(world.position(ANNA, LONG)!.lots).toBe(50);
  });

  it('waits with its position where nobody buys near the index, closes what it can, and goes with the position', () => {
    const { world, position } = opened();
    world.guard(ANNA, position, { stopLoss: 99 });
    const stop = world.emitted('contract.opened')[0]!.order;
    world.go(CARL, OPEN_LONG, 50, 95);
    world.tick(99);
    expect(world.emitted('order.triggered').map(({ order }) => order)).toEqual([stop]);
    expect(world.emitted('order.changed').at(-1)).toMatchObject({
      order: stop,
      dealtLots: 0,
      resting: 0,
      status: ORDER_STATUS.trigger,
    });
    expect(world.dealt()).toEqual([]);
    world.go(DORA, OPEN_LONG, 20, 98);
    expect(world.dealt()).toEqual([]);
    world.tick(100);
    expect(world.dealt()).toEqual([[98, 20]]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 30 });
    expect(world.twin().digest()).toBe(world.exchange.digest());
    // It is still the position's stop-loss: a new one takes its place.
    expect(world.guard(ANNA, position, { stopLoss: 97 }).code).toBe(200);
    expect(world.closed(stop)).toEqual([2, 1]);
    world.go(DORA, OPEN_LONG, 30, 99);
    world.tick(97);
    expect(world.dealt()).toEqual([[99, 30]]);
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });

  it('for all of a position closes what was added while it waits', () => {
    const { world, position } = opened();
    world.guard(ANNA, position, { stopLoss: 99 });
    const stop = world.emitted('contract.opened')[0]!.order;
    world.go(DORA, OPEN_LONG, 20, 98);
    world.tick(99);
    expect(world.position(ANNA, LONG)!.lots).toBe(30);
    world.pair(ANNA, CARL, 10, 100);
    expect(world.position(ANNA, LONG)!.lots).toBe(40);
    world.go(DORA, OPEN_LONG, 60, 98);
    world.tick(99);
    expect(world.dealt()).toEqual([[98, 40]]);
    expect(world.closed(stop)).toEqual([1, 0]);
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });

  it('goes when the position is closed another way', () => {
    const { world, position } = opened();
    world.guard(ANNA, position, { stopLoss: 99 });
    const stop = world.emitted('contract.opened')[0]!.order;
    world.go(DORA, OPEN_LONG, 20, 98);
    world.tick(99);
    world.go(DORA, OPEN_LONG, 30, 98);
    expect(world.closePosition(ANNA, position).code).toBe(200);
    expect(world.closed(stop)).toEqual([2, 14]);
  });
});

describe('money §3 stop orders of contracts', () => {
  it('one that opens keeps its requirement for what waits', () => {
    const world = new ContractWorld({}, { users: 4 });
    const before = world.free(ANNA, 3, 2);
    const stop = world.go(ANNA, OPEN_SHORT, 40, 0, {
      type: ORDER_TYPE.stopMarket,
      timeInForce: TIME_IN_FORCE.ioc,
      trigger: 99,
    });
    world.go(BEN, OPEN_LONG, 10, 98);
    world.tick(99);
    expect(world.dealt()).toEqual([[98, 10]]);
    expect(world.position(ANNA, SHORT)!.lots).toBe(10);
    expect(world.emitted('order.changed').at(-1)).toMatchObject({
      order: stop,
      dealtLots: 10,
      status: ORDER_STATUS.trigger,
    });
    expect(world.amend(ANNA, stop, 0, 30).code).toBe(200);
    expect(world.cancelAll(ANNA).result).toBe(1);
    expect(world.free(ANNA, 3, 2)).toBeLessThan(before);
    expect(world.closed(stop)).toEqual([2, 2]);
  });

  it('one that closes reserves its lots while it waits, and is cut with its position', () => {
    const { world, position } = opened();
    const stop = world.go(ANNA, CLOSE_LONG, 40, 0, {
      type: ORDER_TYPE.stopMarket,
      timeInForce: TIME_IN_FORCE.ioc,
      trigger: 99,
    });
    world.go(DORA, OPEN_LONG, 10, 98);
    world.tick(99);
    expect(world.audit.orders.get(stop)).toMatchObject({ dealtLots: 10, lots: 40, waiting: true });
    expect(world.order2(ANNA, CLOSE_LONG, 11, 101).code).toBe(2202);
    world.go(DORA, OPEN_LONG, 30, 98);
    world.go(DORA, OPEN_LONG, 5, 98);
    expect(world.closePosition(ANNA, position).code).toBe(200);
    expect(world.position(ANNA, LONG)!.lots).toBe(5);
    expect(world.audit.orders.get(stop)).toMatchObject({ dealtLots: 10, lots: 15, waiting: true });
  });
});

describe('money §3 stops of before the rule', () => {
  it('stay their position’s, and follow the new rule from its activation', () => {
    const { world, position } = opened(RULE.first);
    world.guard(ANNA, position, { stopLoss: 99 });
    const stop = world.emitted('contract.opened')[0]!.order;
    for (const one of activations(RULE.first, RULE.stops)) world.must(one);
    world.go(CARL, OPEN_LONG, 50, 95);
    world.tick(99);
    expect(world.dealt()).toEqual([]);
    world.go(DORA, OPEN_LONG, 50, 98);
    world.tick(99);
    expect(world.dealt()).toEqual([[98, 50]]);
    expect(world.closed(stop)).toEqual([1, 0]);
  });
});
