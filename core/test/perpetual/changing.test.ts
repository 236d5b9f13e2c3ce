// Changing what stands: amends of orders that were dealt in part, leverage with orders on both sides, guards set again
// (money §3, calls §2).
import { describe, expect, it } from 'vitest';
import { USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, IOC, POST_ONLY, STOP_LIMIT, STOP_MARKET } from '../kit/world.ts';
import { CLOSE_LONG, ContractWorld, HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U_WALLET } from './kit.ts';

/** What may leave wallet 2, by asking for one more. */
function spendable(world: ContractWorld, user: number): number {
  const { code, got } = world.transfer(user, U_WALLET, 1, USDT, 1_000_000);
  expect(code).toBe(3001);
  return got;
}

/** Anna's order for 20 at 99, of which 8 were dealt. */
function partly(world: ContractWorld): number {
  const order = world.go(ANNA, OPEN_LONG, 20, 99);
  world.go(BEN, OPEN_SHORT, 8, 99);
  expect(world.position(ANNA, LONG)).toMatchObject({ lots: 8 });
  return order;
}

describe('§3 an amend of an order dealt in part', () => {
  it('to less: the rest is what is left of it, its requirement with it, and it keeps its place', () => {
    const world = new ContractWorld();
    const order = partly(world);
    const behind = world.go(CARL, OPEN_LONG, 5, 99);
    const before = spendable(world, ANNA);
    expect(world.amend(ANNA, order, 0, 8)).toMatchObject({ code: 2106, expected: 9, got: 8 });
    expect(world.amend(ANNA, order, 0, 13).code).toBe(200);
    expect(world.emitted('order.changed')).toMatchObject([{ order, dealtLots: 8, resting: 5, status: 3 }]);
    // 12 lots required ⌈1,188 ÷ 10⌉ + 6, five require ⌈495 ÷ 10⌉ + 3.
    expect(spendable(world, ANNA) - before).toBe(119 + 6 - 50 - 3);
    world.go(BEN, OPEN_SHORT, 5, 99);
    expect([world.closed(order), world.closed(behind)]).toEqual([[1, 0], undefined]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 13 });
  });

  it('to more: it goes behind, with as much as is left of the new size', () => {
    const world = new ContractWorld();
    const order = partly(world);
    const ahead = world.go(CARL, OPEN_LONG, 5, 99);
    expect(world.amend(ANNA, order, 0, 30).code).toBe(200);
    expect(world.emitted('order.changed')).toMatchObject([{ order, dealtLots: 8, resting: 22, status: 3 }]);
    world.go(BEN, OPEN_SHORT, 5, 99);
    expect(world.closed(ahead)).toEqual([1, 0]);
    world.go(BEN, OPEN_SHORT, 22, 99);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 30 });
  });

  it('one that nothing was dealt of is waiting again, at its new price', () => {
    const world = new ContractWorld();
    const order = world.go(ANNA, OPEN_LONG, 20, 99);
    expect(world.amend(ANNA, order, 98, 0).code).toBe(200);
    expect(world.emitted('order.changed')).toMatchObject([{ order, dealtLots: 0, resting: 20, status: 0 }]);
    expect(world.amend(ANNA, order, 98, 10).code).toBe(200);
    expect(world.emitted('order.changed')).toMatchObject([{ order, dealtLots: 0, resting: 10, status: 0 }]);
    expect(world.amend(ANNA, order, 98, 10).code, 'nothing changes').toBe(200);
  });

  it('the tier counts the position, other orders and what is left of this one', () => {
    const world = new ContractWorld();
    const order = world.go(ANNA, OPEN_LONG, 20, 99, { leverage: 50 });
    world.go(BEN, OPEN_SHORT, 8, 99);
    world.go(ANNA, OPEN_LONG, 20, 98, { leverage: 50 });
    // 20,000 at a mark of 100 is 200 lots: 8 + 20 + (180 − 8) are.
    expect(world.amend(ANNA, order, 0, 180).code).not.toBe(2203);
    expect(world.amend(ANNA, order, 0, 181)).toMatchObject({ code: 2203, expected: 20, got: 50 });
  });

  it('of a closing order: what is left of it, and no more than there is to close', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    const order = world.go(ANNA, CLOSE_LONG, 20, 101);
    world.go(CARL, OPEN_LONG, 6, 101);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 44, canClose: 30 });
    expect(world.amend(ANNA, order, 0, 51)).toMatchObject({ code: 2202, expected: 44, got: 45 });
    expect(world.amend(ANNA, order, 0, 50).code).toBe(200);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 44, canClose: 0 });
  });
});

describe('§3 what an amend may not', () => {
  it('say nothing, give a market order a price, move a guard', () => {
    const world = new ContractWorld();
    const order = world.go(ANNA, OPEN_LONG, 20, 99);
    expect(world.amend(ANNA, order, 0, 0)).toMatchObject({ code: 400, expected: 1 });
    const stop = { type: STOP_MARKET, timeInForce: IOC, price: 0, trigger: 104 };
    const waiting = world.go(ANNA, OPEN_LONG, 5, 0, stop);
    expect(world.amend(ANNA, waiting, 103, 0)).toMatchObject({ code: 2104, expected: 0, got: 103 });
    expect(world.amend(ANNA, waiting, 0, 6).code).toBe(200);
    expect(world.emitted('order.changed')).toMatchObject([{ order: waiting, lots: 6, resting: 0, status: 4 }]);
    world.pair(CARL, BEN, 10, 100);
    world.guard(CARL, world.position(CARL, LONG)!.position, { stopLoss: 95 });
    const guard = world.emitted('contract.opened')[0]!.order;
    expect(world.amend(CARL, guard, 0, 5)).toMatchObject({ code: 400 });
  });

  it('make an order that only makes take; one that waits for its trigger may be put anywhere', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_SHORT, 10, 101);
    const order = world.go(ANNA, OPEN_LONG, 5, 99, { timeInForce: POST_ONLY });
    expect(world.amend(ANNA, order, 101, 0)).toMatchObject({ code: 2109, expected: 101, got: 101 });
    expect(world.amend(ANNA, order, 100, 0).code).toBe(200);
    const stop = world.go(ANNA, OPEN_LONG, 5, 104, { type: STOP_LIMIT, trigger: 103, timeInForce: POST_ONLY });
    expect(world.amend(ANNA, stop, 105, 0).code).toBe(200);
  });

  it("be made while nothing opens, nor beyond a market's size", () => {
    const world = new ContractWorld({}, { terms: { maxValue: 2_000 } });
    const order = world.go(ANNA, OPEN_LONG, 10, 99);
    expect(world.amend(ANNA, order, 0, 21)).toMatchObject({ code: 2107, expected: 2_000, got: 2_079 });
    world.wait(12_000);
    expect(world.amend(ANNA, order, 0, 9)).toMatchObject({ code: 2005 });
  });
});

describe('§3 leverage with what stands there', () => {
  it('counts the orders of both sides, by their mode, and moves each requirement', () => {
    const world = new ContractWorld();
    world.go(ANNA, OPEN_LONG, 10, 99);
    world.go(ANNA, OPEN_SHORT, 10, 101);
    const before = spendable(world, ANNA);
    expect(world.leverage(ANNA, 5).code).toBe(200);
    // ⌈990 ÷ 5⌉ − ⌈990 ÷ 10⌉ and 202 − 101 more.
    expect(before - spendable(world, ANNA)).toBe(99 + 101);
    expect(world.leverage(ANNA, 10).code).toBe(200);
    expect(spendable(world, ANNA)).toBe(before);
    expect(world.leverage(ANNA, 3, ISOLATED).code, 'of the other mode: nothing stands there').toBe(200);
    expect(spendable(world, ANNA)).toBe(before);
  });

  it('is refused where position and orders of a side together are beyond its tier', () => {
    const world = new ContractWorld({}, { money: 40_000 });
    world.pair(ANNA, BEN, 100, 100, { leverage: 5 });
    world.go(ANNA, OPEN_LONG, 101, 98, { leverage: 5 });
    expect(world.leverage(ANNA, 50)).toMatchObject({ code: 2203, expected: 20, got: 50 });
    expect(world.leverage(ANNA, 20).code).toBe(200);
    expect(world.leverage(BEN, 50).code, 'Ben has 100 lots only').toBe(200);
  });

  it('takes exactly what the wallet has, of position and orders together', () => {
    const world = new ContractWorld({}, { money: 1_000 });
    world.pair(ANNA, BEN, 30, 100);
    world.go(ANNA, OPEN_SHORT, 10, 101);
    // 1,000 − 15 − 300 − 101 − 6 are left; at 5: 300 and 101 more.
    const left = spendable(world, ANNA);
    expect(world.leverage(ANNA, 5).code).toBe(200);
    expect(left - spendable(world, ANNA)).toBe(300 + 101);
    expect(world.leverage(ANNA, 3)).toMatchObject({ code: 2204, got: spendable(world, ANNA) });
    expect(world.leverage(ANNA, 5, 1, HOURLY).code).toBe(200);
    expect(world.leverage(ANNA, 5, 1, 999)).toMatchObject({ code: 2002, got: 999 });
  });

  it('of isolated positions on both sides each moves its own margin', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 20, 100, { marginMode: ISOLATED });
    world.pair(BEN, ANNA, 10, 100, { marginMode: ISOLATED });
    expect(world.leverage(ANNA, 5, ISOLATED).code).toBe(200);
    expect(world.position(ANNA, LONG)).toMatchObject({ margin: 400, leverage: 5 });
    expect(world.position(ANNA, SHORT)).toMatchObject({ margin: 200, leverage: 5 });
    expect(world.position(BEN, LONG)).toMatchObject({ margin: 100, leverage: 10 });
  });
});

describe('§3 guards set again', () => {
  it('the same again changes nothing; another trigger, price to look at, or size is another guard', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 20, 100);
    const { position } = world.position(ANNA, LONG)!;
    const set = (fields: object) => {
      expect(world.guard(ANNA, position, { stopLoss: 95, ...fields }).code).toBe(200);
      return world.emitted('contract.opened').length;
    };
    expect(set({})).toBe(1);
    expect(set({}), 'the same').toBe(0);
    expect(set({ stopLoss: 94 })).toBe(1);
    expect(set({ stopLoss: 94, triggerBy: 2 })).toBe(1);
    expect(set({ stopLoss: 94, triggerBy: 2, lots: 20 }), 'of 20 lots, not of all').toBe(1);
    expect(set({ stopLoss: 94, triggerBy: 2, lots: 20 }), 'the same').toBe(0);
    expect(set({ stopLoss: 94, triggerBy: 2, lots: 5 })).toBe(1);
    expect(set({ stopLoss: 94, triggerBy: 2 })).toBe(1);
    expect(world.guard(ANNA, position, { stopLoss: 94, lots: 21 })).toMatchObject({
      code: 2202,
      expected: 20,
      got: 21,
    });
    expect(world.guard(ANNA, position, {}).code).toBe(200);
    expect(world.emitted('order.closed')).toHaveLength(1);
  });
});
