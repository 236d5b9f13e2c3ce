// Triggers, take-profit and stop-loss of contracts, closing many at once, and amending (money §3).

import { describe, expect, it } from 'vitest';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NO_KEY, STOP_MARKET } from '../kit/world.ts';
import { CLOSE_LONG, COIN, ContractWorld, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U, U_WALLET } from './kit.ts';

describe('money §3 triggers, stop-profit and stop-loss', () => {
  it('an opening order with a trigger requires its margin when placed, and opens when the mark comes', () => {
    const world = new ContractWorld({}, { money: 600 });
    const order = world.go(ANNA, OPEN_LONG, 50, 0, { type: STOP_MARKET, trigger: 104 });
    expect(world.transfer(ANNA, U_WALLET, 1, USDT, 100)).toMatchObject({ code: 3001 });
    world.quote(U, [[2, 104, 60]]);
    expect(world.closed(order)).toBeUndefined();
    world.tick(104);
    expect(world.closed(order)).toEqual([1, 0]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 50, cost: 5_200 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 0, { type: STOP_MARKET, trigger: 104 })).toMatchObject({ code: 2206 });
  });

  it('guards hold and reserve nothing, fire once, and go with their position', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    const { position } = world.position(ANNA, LONG)!;
    expect(world.guard(ANNA, position, { stopProfit: 105, stopLoss: 95 })).toMatchObject({ code: 200, result: 2 });
    expect(world.position(ANNA, LONG)?.canClose).toBe(50);
    const [profit, loss] = world.emitted('contract.opened').map((one) => one.order);
    expect(world.emitted('contract.opened').map((one) => [one.guard, one.type, one.position])).toEqual([
      [1, 6, position],
      [2, 4, position],
    ]);
    world.quote(U, [[1, 94, 100]]);
    world.tick(95);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.closed(loss!)).toEqual([1, 0]);
    expect(world.closed(profit!), 'it goes with the position').toEqual([2, 14]);
  });

  it('a guard of all guards what is there by then; one of some lots closes those', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 20, 100);
    const { position } = world.position(ANNA, LONG)!;
    world.guard(ANNA, position, { stopProfit: 104, stopLoss: 95 });
    world.guard(ANNA, position, { stopProfit: 104, stopLoss: 95, lots: 15 });
    expect(world.guard(ANNA, position, { stopProfit: 104, lots: 21 })).toMatchObject({ code: 2202, expected: 20 });
    world.quote(U, [[1, 104, 15]]);
    world.tick(104);
    expect(world.position(ANNA, LONG)?.lots).toBe(5);
    world.guard(ANNA, position, { stopLoss: 103 });
    world.pair(ANNA, BEN, 20, 104);
    world.quote(U, [[1, 103, 50]]);
    world.tick(103);
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });

  it('a guard that would fire at once is refused, each side by its price, mark or last', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 20, 103);
    const { position } = world.position(ANNA, LONG)!;
    expect(world.guard(ANNA, position, { stopLoss: 100 })).toMatchObject({ code: 2206, expected: 100, got: 100 });
    expect(world.guard(ANNA, position, { stopProfit: 103, triggerBy: 2 })).toMatchObject({ code: 2206, got: 103 });
    expect(world.guard(ANNA, position, { stopProfit: 103 })).toMatchObject({ code: 200 });
    expect(world.guard(BEN, position, { stopProfit: 90 })).toMatchObject({ code: 2201 });
    const short = world.position(BEN, SHORT)!.position;
    expect(world.guard(BEN, short, { stopLoss: 100 })).toMatchObject({ code: 2206 });
    expect(world.guard(BEN, short, { stopLoss: 101, stopProfit: 99 })).toMatchObject({ code: 200, result: 2 });
    expect(world.guard(BEN, short, {})).toMatchObject({ code: 200, result: 0 });
  });

  it('stop-profit and stop-loss of an order become those of the position that it opens', () => {
    const world = new ContractWorld();
    expect(world.order2(ANNA, OPEN_LONG, 20, 100, { stopProfit: 100 })).toMatchObject({ code: 2206 });
    const order = world.go(ANNA, OPEN_LONG, 20, 100, { stopProfit: 104, stopLoss: 96, guardBy: 1 });
    world.go(BEN, OPEN_SHORT, 5, 100);
    expect(world.emitted('contract.opened').filter((one) => one.guard > 0).length).toBe(2);
    world.go(BEN, OPEN_SHORT, 15, 100);
    expect(world.emitted('contract.opened').filter((one) => one.guard > 0).length, 'once').toBe(0);
    expect(world.closed(order)).toEqual([1, 0]);
    world.quote(U, [[1, 104, 50]]);
    world.tick(104);
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });

  it('a guard is cancelled like any order', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 20, 100);
    world.guard(ANNA, world.position(ANNA, LONG)!.position, { stopLoss: 95 });
    const guard = world.emitted('contract.opened')[0]!.order;
    expect(world.amend(ANNA, guard, 0, 5)).toMatchObject({ code: 400 });
    expect(world.cancel(ANNA, guard)).toMatchObject({ code: 200 });
    world.tick(94);
    expect(world.position(ANNA, LONG)?.lots).toBe(20);
  });
});

describe('money §3 closing many, amending', () => {
  it('one key closes the chosen markets, and counts what began', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 20, 100);
    world.pair(BEN, ANNA, 10, 100);
    world.pair(ANNA, BEN, 10, 100, { market: COIN });
    world.quote(U, [
      [1, 99, 100],
      [2, 101, 100],
    ]);
    const markets = [{ market: U }];
    const many = (type: number): number =>
      world.send(command('position.closeMany', { user: ANNA, ...NO_KEY, type, markets })).code;
    expect(many(3)).toBe(2002);
    expect(many(2)).toBe(200);
    expect([world.position(ANNA, LONG), world.position(ANNA, SHORT)]).toEqual([undefined, undefined]);
    expect(world.position(ANNA, LONG, COIN)?.lots).toBe(10);
  });

  it('an amend to less at the same price keeps its place; else it goes behind, and may take', () => {
    const world = new ContractWorld();
    const first = world.go(ANNA, OPEN_LONG, 20, 99);
    const second = world.go(CARL, OPEN_LONG, 20, 99);
    expect(world.amend(ANNA, first, 0, 10)).toMatchObject({ code: 200 });
    world.go(BEN, OPEN_SHORT, 10, 99);
    expect([world.closed(first), world.closed(second)]).toEqual([[1, 0], undefined]);
    const third = world.go(ANNA, OPEN_LONG, 10, 99);
    expect(world.amend(CARL, second, 0, 30)).toMatchObject({ code: 200 });
    world.go(BEN, OPEN_SHORT, 10, 99);
    expect(world.closed(third)).toEqual([1, 0]);
    world.go(BEN, OPEN_SHORT, 5, 101);
    expect(world.amend(CARL, second, 101, 30)).toMatchObject({ code: 200 });
    expect(world.position(CARL, LONG)?.lots).toBe(5);
    expect(world.amend(CARL, second, 106, 0)).toMatchObject({ code: 2108 });
    expect(world.amend(CARL, second, 0, 5)).toMatchObject({ code: 2106 });
  });

  it('an amend of an opening order needs what it asks for, less what it has', () => {
    const world = new ContractWorld({}, { money: 105 });
    const order = world.go(ANNA, OPEN_LONG, 10, 100);
    expect(world.amend(ANNA, order, 99, 10)).toMatchObject({ code: 200 });
    // 100 ÷ 10 and a fee a lot more.
    expect(world.amend(ANNA, order, 99, 11)).toMatchObject({ code: 2204, expected: 115, got: 105 });
    expect(world.amend(ANNA, order, 102, 0)).toMatchObject({ code: 2204, expected: 102 + 6 + 20 });
    expect(world.amend(ANNA, order, 100, 0)).toMatchObject({ code: 200 });
    expect(world.transfer(ANNA, U_WALLET, 1, USDT, 1)).toMatchObject({ code: 3001, got: 0 });
  });

  it('an amend of a closing order reserves what it asks for', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    const order = world.go(ANNA, CLOSE_LONG, 20, 104);
    world.go(ANNA, CLOSE_LONG, 20, 104);
    expect(world.amend(ANNA, order, 0, 31)).toMatchObject({ code: 2202, expected: 30, got: 31 });
    expect(world.amend(ANNA, order, 103, 30)).toMatchObject({ code: 200 });
    expect(world.position(ANNA, LONG)?.canClose).toBe(0);
  });
});
