// money §2, issue 13 A.6: a stop never fills far from the index. BTC at 100 ticks: it fills within 98 and 102, and a last
// price triggers between 99 and 101.

import { describe, expect, it } from 'vitest';
import { CLOSE_REASON, MARKET_MAKER, ORDER_STATUS, TRIGGER_BY } from '../../src/enum/index.ts';
import { activations, lastCounts, RULE, stopLimit } from '../../src/index.ts';
import { BTC, USDT } from '../kit/genesis.ts';
import {
  ANNA,
  BEN,
  CARL,
  FOK,
  IOC,
  POST_ONLY,
  PROFIT_MARKET,
  SELL,
  STOP_LIMIT,
  STOP_MARKET,
  World,
} from '../kit/world.ts';

const FILLED = [1, 0];

/** The attack t16: a sweep of the quotes makes the last price that triggers, a bait waits far below. */
function sweep(world: World, levels: readonly (readonly [number, number, number])[], trigger: number): number {
  const lots = levels.reduce((sum, [, , lots]) => sum + lots, 0);
  world.quote(1, levels);
  const stop = world.must(
    world.order(ANNA, {
      type: STOP_MARKET,
      timeInForce: IOC,
      side: SELL,
      lots: 10,
      trigger,
      triggerBy: TRIGGER_BY.last,
    }),
  );
  world.buy(BEN, 10, 81);
  expect(world.place(CARL, { side: SELL, price: 80, lots, timeInForce: IOC }).code).toBe(200);
  return stop;
}

/** What an order has dealt, and what waits of it. */
function waits(world: World, order: number): readonly [dealt: number, lots: number] | undefined {
  const open = world.audit.orders.get(order);
  return open?.waiting === true ? [open.dealtLots, open.lots] : undefined;
}

describe('money §2 the bounds around the index', () => {
  it('a buy fills up to index + 2 %, rounded down, a sell down to index − 2 %, rounded up; other coins 5 %', () => {
    expect([stopLimit(1, 10_050, true), stopLimit(2, 10_050, true)]).toEqual([102, 99]);
    expect([stopLimit(1, 10_050, false), stopLimit(2, 10_050, false)]).toEqual([105, 96]);
    expect([stopLimit(1, 10_000, true), stopLimit(2, 10_000, true)]).toEqual([102, 98]);
    expect([stopLimit(1, 2 ** 24 * 100, false), stopLimit(2, 1, false)]).toEqual([2 ** 24 - 1, 1]);
  });

  it('a last price counts up to 1 % from the index, of other coins 2 %, exactly', () => {
    for (const [reach, major] of [
      [100, true],
      [200, false],
    ] as const)
      for (const way of [-1, 1]) {
        expect(lastCounts(10_000 + way * reach, 10_000, major)).toBe(true);
        expect(lastCounts(10_000 + way * (reach + 1), 10_000, major)).toBe(false);
      }
  });
});

describe('money §2 a stop is examined at the next tick of an index that counts (t16)', () => {
  it('a sweep under a still index triggers nothing, neither at once nor at the next tick', () => {
    const world = new World();
    const stop = sweep(
      world,
      [
        [1, 99, 20],
        [1, 98, 20],
      ],
      98,
    );
    expect(world.emitted('order.triggered')).toEqual([]);
    world.tick();
    expect(world.emitted('order.triggered')).toEqual([]);
    expect(world.held(ANNA, BTC)).toBe(10);
    expect(waits(world, stop)).toEqual([0, 10]);
  });

  it('a last price near the index triggers at the next tick; the bait far below gets nothing', () => {
    const world = new World();
    const stop = sweep(world, [[1, 99, 20]], 99);
    expect(world.emitted('order.triggered')).toEqual([]);
    world.tick();
    expect(world.emitted('order.triggered').map(({ order }) => order)).toEqual([stop]);
    expect(world.dealt()).toEqual([]);
    expect(waits(world, stop)).toEqual([0, 10]);
    expect(world.held(ANNA, BTC)).toBe(10);
    world.tick();
    expect(world.events.filter(({ name }) => name.startsWith('order'))).toEqual([]);
  });

  it('under the rules of before the bait was met at once, at 81', () => {
    const world = new World({ rules: RULE.first });
    const stop = sweep(
      world,
      [
        [1, 99, 20],
        [1, 98, 20],
      ],
      98,
    );
    expect(world.dealt().slice(2)).toEqual([[81, 10]]);
    expect(world.closed(stop)).toEqual(FILLED);
  });

  it('an index that is stale, apart or closed examines nothing; a wide spread of sources does', () => {
    const world = new World();
    const stop = world.must(world.order(ANNA, { type: STOP_MARKET, side: SELL, lots: 5, trigger: 97 }));
    world.buy(BEN, 10, 96);
    world.must(world.ticks([9_600, 5_000], { used: 1, total: 3 }));
    expect(world.emitted('order.triggered')).toEqual([]);
    world.must(world.ticks([9_600, 5_000], { spread: 200 }));
    expect(world.closed(stop)).toEqual(FILLED);
  });
});

describe('money §2 what does not fill near the index waits with its hold and tries again at each tick', () => {
  it('a sell takes what is within the bound, keeps the rest, and takes more when there is more', () => {
    const world = new World();
    world.buy(BEN, 4, 98);
    world.buy(CARL, 9, 90);
    const stop = world.must(world.order(ANNA, { type: STOP_MARKET, side: SELL, lots: 10, trigger: 99 }));
    world.must(world.ticks([9_900, 5_000]));
    expect(world.dealt()).toEqual([[98, 4]]);
    expect(world.emitted('order.changed').at(-1)).toMatchObject({
      dealtLots: 4,
      resting: 0,
      status: ORDER_STATUS.trigger,
    });
    expect(waits(world, stop)).toEqual([4, 10]);
    expect(world.held(ANNA, BTC)).toBe(6);
    world.buy(BEN, 2, 97);
    world.buy(BEN, 3, 102);
    expect(world.dealt()).toEqual([]);
    // Triggered is triggered: the price is back over its trigger, and it sells.
    world.tick(100);
    expect(world.dealt()).toEqual([[102, 3]]);
    world.tick(98);
    expect(world.dealt()).toEqual([[97, 2]]);
    expect(waits(world, stop)).toEqual([9, 10]);
    world.tick(92);
    expect(world.dealt()).toEqual([]);
    world.tick(91);
    expect(world.dealt()).toEqual([[90, 1]]);
    expect(world.closed(stop)).toEqual(FILLED);
    expect(world.held(ANNA, BTC)).toBe(0);
  });

  it('a buy by quantity keeps of its hold what it has not spent, and is cancelled when that buys no lot', () => {
    const world = new World();
    const stop = world.must(world.order(ANNA, { type: STOP_MARKET, lots: 7, trigger: 101 }));
    const hold = Math.ceil(7 * 101 * 1.05);
    world.sell(CARL, 3, 106);
    world.sell(CARL, 9, 111);
    world.tick(104);
    expect(world.dealt()).toEqual([[106, 3]]);
    expect(world.held(ANNA)).toBe(hold - 318);
    expect(world.closed(stop)).toBe(undefined);
    world.tick(110);
    expect(world.dealt()).toEqual([[111, 3]]);
    expect(world.closed(stop)).toEqual([2, CLOSE_REASON.band]);
    expect(world.held(ANNA)).toBe(0);
  });

  it('a buy by amount remembers what it bought, and spends the rest', () => {
    const world = new World();
    const stop = world.must(world.order(ANNA, { type: STOP_MARKET, amount: 777, trigger: 103 }));
    world.sell(CARL, 3, 104);
    world.sell(CARL, 9, 110);
    world.tick(103);
    expect(world.emitted('order.changed').at(-1)).toMatchObject({
      dealtLots: 3,
      dealtValue: 312,
      status: ORDER_STATUS.trigger,
    });
    expect(world.held(ANNA)).toBe(777 - 312);
    world.tick(109);
    expect(world.emitted('order.changed').at(-1)).toMatchObject({ dealtLots: 7, dealtValue: 752 });
    expect(world.closed(stop)).toEqual(FILLED);
    expect(world.held(ANNA)).toBe(0);
  });

  it('a limit beyond the bound waits; within it, it rests at its limit', () => {
    const world = new World();
    world.buy(BEN, 2, 98);
    const far = world.must(world.order(ANNA, { type: STOP_LIMIT, side: SELL, price: 90, lots: 5, trigger: 99 }));
    const near = world.must(world.order(CARL, { type: STOP_LIMIT, side: SELL, price: 99, lots: 5, trigger: 99 }));
    world.buy(BEN, 3, 90);
    world.tick(99);
    expect(world.dealt()).toEqual([[98, 2]]);
    expect(waits(world, far)).toEqual([2, 5]);
    expect(world.audit.book(1, SELL)).toEqual([[99, 5]]);
    expect(world.closed(near)).toBe(undefined);
    // The index comes down to its limit: it is an order like any other, and rests.
    world.tick(92);
    expect(world.dealt()).toEqual([]);
    world.cancelAll(BEN);
    world.tick(91);
    expect(world.dealt()).toEqual([]);
    expect(world.audit.book(1, SELL)).toEqual([
      [90, 3],
      [99, 5],
    ]);
    expect(world.held(ANNA, BTC)).toBe(3);
  });

  it('fill-or-kill is killed, post-only beyond the bound is refused', () => {
    const world = new World();
    world.buy(BEN, 2, 98);
    const of = (timeInForce: number, price: number) =>
      world.must(world.order(ANNA, { type: STOP_LIMIT, side: SELL, price, lots: 5, trigger: 99, timeInForce }));
    const orders = [of(FOK, 90), of(POST_ONLY, 90), of(POST_ONLY, 99)];
    world.tick(99);
    expect(orders.map((order) => world.closed(order))).toEqual([
      [ORDER_STATUS.refused, CLOSE_REASON.gone],
      [ORDER_STATUS.refused, CLOSE_REASON.band],
      undefined,
    ]);
    expect(world.held(ANNA, BTC)).toBe(5);
  });

  it('it can be changed and cancelled; one waiting order does not keep others from resting', () => {
    const world = new World();
    world.buy(BEN, 2, 98);
    const stop = world.must(world.order(ANNA, { type: STOP_MARKET, side: SELL, lots: 10, trigger: 99 }));
    world.tick(99);
    expect(waits(world, stop)).toEqual([2, 10]);
    expect(world.amend(ANNA, stop, 0, 6).code).toBe(200);
    expect([waits(world, stop), world.held(ANNA, BTC)]).toEqual([[2, 6], 4]);
    expect(world.amend(ANNA, stop, 0, 2).code).toBe(2106);
    const twin = world.twin();
    expect(twin.digest()).toBe(world.exchange.digest());
    expect(world.cancel(ANNA, stop).code).toBe(200);
    expect([world.closed(stop), world.held(ANNA, BTC)]).toEqual([[2, 1], 0]);
  });

  it('a take-profit that sells far above the index gets the better price', () => {
    const world = new World();
    const order = world.must(world.order(ANNA, { type: PROFIT_MARKET, side: SELL, lots: 3, trigger: 103 }));
    world.buy(BEN, 3, 110);
    world.tick(103);
    expect(world.dealt()).toEqual([[110, 3]]);
    expect(world.closed(order)).toEqual(FILLED);
  });
});

describe('money §2 stops of before the rule', () => {
  it('wait on, with what they hold, and follow the new rule from its activation', () => {
    const world = new World({ rules: RULE.first });
    world.quote(1, [[1, 99, 20]]);
    const stop = world.must(
      world.order(ANNA, {
        type: STOP_MARKET,
        timeInForce: IOC,
        side: SELL,
        lots: 10,
        trigger: 98,
        triggerBy: TRIGGER_BY.last,
      }),
    );
    for (const one of activations(RULE.first, RULE.stops)) world.must(one);
    world.buy(BEN, 10, 81);
    world.place(CARL, { side: SELL, price: 80, lots: 25, timeInForce: IOC });
    world.tick();
    expect(world.emitted('order.triggered')).toEqual([]);
    expect([waits(world, stop), world.held(ANNA, BTC)]).toEqual([[0, 10], 10]);
    expect(world.owns(MARKET_MAKER, USDT)).toBeLessThan(world.shape.house);
    world.tick(98);
    world.quote(1, [[1, 97, 20]]);
    world.buy(CARL, 1, 98);
    world.sell(BEN, 1, 98);
    world.tick(98);
    expect(world.dealt()).toEqual([[97, 10]]);
    expect(world.closed(stop)).toEqual(FILLED);
  });
});
