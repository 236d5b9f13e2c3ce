// Orders: every type with every time in force, what each holds, when it fills, rests or ends (money §2).
import { describe, expect, it } from 'vitest';
import { rejectKey } from '../../src/index.ts';
import { BTC, USDT } from '../kit/genesis.ts';
import {
  ANNA,
  BEN,
  BUY,
  CARL,
  FOK,
  GTC,
  IOC,
  LIMIT,
  MARKET,
  POST_ONLY,
  PROFIT_LIMIT,
  PROFIT_MARKET,
  SELL,
  STOP_LIMIT,
  STOP_MARKET,
  World,
} from '../kit/world.ts';

const FILLED = [1, 0];
const EXPIRED = [2, 4];

describe('money §2 limit orders', () => {
  it('a buy holds its limit’s value, pays the better price, and gets the difference back at the fill', () => {
    const world = new World();
    const before = world.free(ANNA);
    world.sell(BEN, 4, 95);
    const order = world.buy(ANNA, 10, 100);
    expect(world.dealt()).toEqual([[95, 4]]);
    expect(world.free(ANNA)).toBe(before - 4 * 95 - 6 * 100);
    expect(world.held(ANNA)).toBe(600);
    expect(world.closed(order)).toBeUndefined();
    expect(world.audit.book(1, BUY)).toEqual([[100, 6]]);
  });

  it('a sell holds its coins, and is filled at its own price when it stands', () => {
    const world = new World();
    const order = world.sell(ANNA, 10, 105);
    expect(world.held(ANNA, BTC)).toBe(10);
    world.buy(BEN, 10, 110);
    expect(world.dealt()).toEqual([[105, 10]]);
    expect(world.closed(order)).toEqual(FILLED);
    expect(world.held(ANNA, BTC)).toBe(0);
  });

  it('the best price comes first, among equals the oldest, whoever it is', () => {
    const world = new World();
    world.sell(BEN, 5, 101);
    world.sell(CARL, 5, 100);
    world.sell(BEN, 5, 100);
    world.quote(1, [[SELL, 100, 5]]);
    world.buy(ANNA, 18, 101);
    expect(world.emitted('fill').map(({ maker, price, lots }) => [maker, price, lots])).toEqual([
      [CARL, 100, 5],
      [BEN, 100, 5],
      [1, 100, 5],
      [BEN, 101, 3],
    ]);
  });

  it('quotes that name a level twice are refused: their event would not say that the level lost its priority (§12.7)', () => {
    const world = new World();
    world.quote(1, [[BUY, 99, 10]]);
    world.buy(BEN, 5, 99);
    const twice = world.quote(1, [
      [BUY, 99, 1],
      [SELL, 99 + 2, 4],
      [BUY, 99, 0],
    ]);
    expect(rejectKey(twice.code)).toBe('request.invalid');
    expect(world.audit.book(1, BUY)).toEqual([[99, 15]]);
    // The same price on both sides is two levels.
    const both = world.quote(1, [
      [BUY, 99, 1],
      [SELL, 99, 0],
    ]);
    expect(both.code).toBe(200);
    world.sell(ANNA, 2, 99);
    expect(world.emitted('fill').map(({ maker, lots }) => [maker, lots])).toEqual([
      [1, 1],
      [BEN, 1],
    ]);
  });

  it('immediate-or-cancel: what meets nothing expires, and its money was never held', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    const order = world.buy(ANNA, 10, 100, { timeInForce: IOC });
    expect(world.dealt()).toEqual([[100, 4]]);
    expect(world.closed(order)).toEqual(EXPIRED);
    expect(world.held(ANNA)).toBe(0);
    const dry = world.buy(ANNA, 10, 99, { timeInForce: IOC });
    expect(world.closed(dry)).toEqual(EXPIRED);
  });

  it('fill-or-kill: all of it or nothing', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    world.sell(CARL, 4, 101);
    expect(world.place(ANNA, { lots: 9, price: 101, timeInForce: FOK })).toMatchObject({
      code: 2111,
      expected: 9,
      got: 8,
    });
    expect(world.place(ANNA, { lots: 8, price: 100, timeInForce: FOK }).code).toBe(2111);
    const order = world.buy(ANNA, 8, 101, { timeInForce: FOK });
    expect(world.dealt()).toEqual([
      [100, 4],
      [101, 4],
    ]);
    expect(world.closed(order)).toEqual(FILLED);
  });

  it('fill-or-kill counts no own order before it, and passes it over when the maker expires', () => {
    const world = new World();
    world.sell(ANNA, 4, 99);
    world.sell(BEN, 4, 100);
    for (const selfTrade of [1, 3])
      expect(world.place(ANNA, { lots: 4, price: 100, timeInForce: FOK, selfTrade }).code).toBe(2111);
    world.buy(ANNA, 4, 100, { timeInForce: FOK, selfTrade: 2 });
    expect(world.dealt()).toEqual([[100, 4]]);
  });

  it('post-only: refused when it would take, with the price in the way', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    expect(world.place(ANNA, { lots: 4, price: 100, timeInForce: POST_ONLY })).toMatchObject({
      ...{ code: 2109, expected: 100, got: 100 },
    });
    world.buy(ANNA, 4, 99, { timeInForce: POST_ONLY });
    expect(world.audit.book(1, BUY)).toEqual([[99, 4]]);
  });
});

describe('money §2 market orders', () => {
  it('a buy by quantity takes up the book and cancels what is left, naming that there was no more', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    world.sell(BEN, 4, 103);
    const order = world.buy(ANNA, 10, 0, { type: MARKET });
    expect(world.dealt()).toEqual([
      [100, 4],
      [103, 4],
    ]);
    expect(world.closed(order)).toEqual(EXPIRED);
    expect(world.held(ANNA)).toBe(0);
  });

  it('a buy by amount spends what whole lots cost, and is filled when no further lot is', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    world.sell(BEN, 4, 103);
    const before = world.owns(ANNA, USDT);
    const order = world.buy(ANNA, 0, 0, { type: MARKET, amount: 650 });
    expect(world.dealt()).toEqual([
      [100, 4],
      [103, 2],
    ]);
    expect(before - world.owns(ANNA, USDT)).toBe(606);
    expect(world.closed(order)).toEqual(FILLED);
    expect(world.held(ANNA)).toBe(0);
  });

  it('a buy by amount that does not buy one lot is refused', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    expect(world.place(ANNA, { type: MARKET, amount: 99 }).code).toBe(2111);
  });

  it('an empty other side is no liquidity', () => {
    const world = new World();
    expect(world.place(ANNA, { type: MARKET, lots: 3 }).code).toBe(2111);
    expect(world.place(ANNA, { type: MARKET, lots: 3, side: SELL }).code).toBe(2111);
  });

  it('fill-or-kill at the market: the whole quantity, or the whole amount, within the protection', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    world.sell(BEN, 4, 106);
    expect(world.place(ANNA, { type: MARKET, lots: 5, timeInForce: FOK }).code).toBe(2111);
    expect(world.place(ANNA, { type: MARKET, amount: 900, timeInForce: FOK }).code).toBe(2111);
    expect(world.place(ANNA, { type: MARKET, amount: 400, timeInForce: FOK }).code).toBe(200);
  });

  it('may not be post-only; an amount is for buys at the market alone, a price for limits alone', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    const refused = (fields: Record<string, number>): number => world.place(ANNA, fields).code;
    expect(refused({ type: MARKET, lots: 3, timeInForce: POST_ONLY })).toBe(400);
    expect(refused({ type: MARKET, side: SELL, amount: 300 })).toBe(400);
    expect(refused({ type: LIMIT, price: 100, amount: 300 })).toBe(400);
    expect(refused({ type: MARKET, lots: 3, amount: 300 })).toBe(400);
    expect(refused({ type: MARKET, lots: 3, price: 100 })).toBe(2104);
    expect(refused({ type: LIMIT, lots: 3 })).toBe(2104);
    expect(refused({ type: LIMIT, price: 100 })).toBe(2106);
    expect(refused({ type: LIMIT, price: 100, lots: 3, trigger: 90 })).toBe(2104);
    expect(refused({ type: STOP_MARKET, lots: 3 })).toBe(2104);
    for (const wallet of [2, 4, 8]) expect(refused({ price: 100, lots: 3, wallet })).toBe(400);
  });
});

describe('money §2 stop and take-profit orders', () => {
  const ways = [
    ['a stop that buys waits for a rise', STOP_MARKET, BUY, 105],
    ['a stop that sells waits for a fall', STOP_MARKET, SELL, 95],
    ['a take-profit that buys waits for a fall', PROFIT_MARKET, BUY, 95],
    ['a take-profit that sells waits for a rise', PROFIT_MARKET, SELL, 105],
  ] as const;
  for (const [what, type, side, trigger] of ways)
    it(`${what}: refused on the wrong side of the price, fired the moment the index reaches it`, () => {
      const world = new World();
      world.buy(BEN, 9, trigger - 1);
      world.sell(CARL, 9, trigger + 1);
      expect(world.place(ANNA, { type, side, lots: 3, trigger: 200 - trigger }).code).toBe(2206);
      expect(world.place(ANNA, { type, side, lots: 3, trigger: 100 }).code).toBe(2206);
      const order = world.must(world.order(ANNA, { type, side, lots: 3, trigger }));
      const short = trigger > 100 ? trigger * 100 - 1 : trigger * 100 + 1;
      world.must(world.ticks([short, 5_000]));
      expect(world.emitted('order.triggered')).toEqual([]);
      world.must(world.ticks([trigger * 100, 5_000]));
      expect(world.emitted('order.triggered').map((event) => event.order)).toEqual([order]);
      expect(world.closed(order)).toEqual(FILLED);
      expect(world.held(ANNA) + world.held(ANNA, BTC)).toBe(0);
    });

  it('a stop-market buy by quantity holds quantity × trigger × 1.05, rounded up, and spends no more', () => {
    const world = new World();
    world.must(world.order(ANNA, { type: STOP_MARKET, lots: 7, trigger: 103 }));
    expect(world.held(ANNA)).toBe(Math.ceil(7 * 103 * 1.05));
    world.sell(CARL, 5, 103);
    world.sell(CARL, 5, 106);
    const before = world.owns(ANNA, USDT);
    world.tick(104);
    expect(world.dealt()).toEqual([
      [103, 5],
      [106, 2],
    ]);
    expect(before - world.owns(ANNA, USDT)).toBe(727);
    expect(world.held(ANNA)).toBe(0);
  });

  it('and its rest is cancelled by the band where that hold is used up', () => {
    const world = new World();
    const order = world.must(world.order(ANNA, { type: STOP_MARKET, lots: 7, trigger: 101 }));
    world.sell(CARL, 3, 106);
    world.sell(CARL, 9, 111);
    const before = world.owns(ANNA, USDT);
    world.tick(109);
    expect(world.dealt()).toEqual([
      [106, 3],
      [111, 3],
    ]);
    expect(world.closed(order)).toEqual([2, 6]);
    expect(before - world.owns(ANNA, USDT)).toBeLessThanOrEqual(Math.ceil(7 * 101 * 1.05));
  });

  it('a stop-market buy by amount holds the amount; a sell its coins; a stop-limit its limit’s value', () => {
    const world = new World();
    world.must(world.order(ANNA, { type: STOP_MARKET, amount: 777, trigger: 103 }));
    expect(world.held(ANNA)).toBe(777);
    world.must(world.order(ANNA, { type: STOP_MARKET, side: SELL, lots: 11, trigger: 97 }));
    expect(world.held(ANNA, BTC)).toBe(11);
    world.must(world.order(ANNA, { type: STOP_LIMIT, lots: 3, price: 104, trigger: 103 }));
    expect(world.held(ANNA)).toBe(777 + 312);
    world.cancelAll(ANNA);
    expect(world.held(ANNA) + world.held(ANNA, BTC)).toBe(0);
  });

  it('limits behind a trigger rest, expire, are killed or refused as their time in force says', () => {
    const world = new World();
    world.sell(CARL, 2, 104);
    const ids = [GTC, IOC, FOK, POST_ONLY].map((timeInForce) =>
      world.must(world.order(ANNA, { type: STOP_LIMIT, lots: 3, price: 104, trigger: 103, timeInForce })),
    );
    world.tick(103);
    expect(world.dealt()).toEqual([[104, 2]]);
    // The first took the two lots and rests with the third; the others found nothing to take.
    expect(ids.map((id) => world.closed(id))).toEqual([undefined, EXPIRED, [5, 3], undefined]);
    expect(world.audit.book(1, BUY)).toEqual([[104, 4]]);
  });

  it('a post-only order behind a trigger is refused when it would take', () => {
    const world = new World();
    world.sell(CARL, 2, 98);
    const order = world.must(
      world.order(ANNA, { type: PROFIT_LIMIT, side: BUY, lots: 3, price: 98, trigger: 97, timeInForce: POST_ONLY }),
    );
    world.tick(97);
    expect(world.closed(order)).toEqual([5, 3]);
    expect(world.held(ANNA)).toBe(0);
  });

  it('by last price: at a tick, where the index alone does not; those it moves fire in turn, the nearest first', () => {
    const world = new World();
    const far = world.must(world.order(ANNA, { type: STOP_LIMIT, lots: 2, price: 104, trigger: 102, triggerBy: 2 }));
    const near = world.must(world.order(BEN, { type: STOP_LIMIT, lots: 2, price: 104, trigger: 101, triggerBy: 2 }));
    world.tick(103);
    expect(world.emitted('order.triggered')).toEqual([]);
    world.sell(CARL, 1, 101);
    world.sell(CARL, 2, 102);
    world.buy(ANNA, 1, 101);
    expect(world.emitted('order.triggered')).toEqual([]);
    world.tick(102);
    expect(world.emitted('order.triggered').map(({ order }) => order)).toEqual([near, far]);
    expect(world.dealt()).toEqual([[102, 2]]);
    expect(world.audit.book(1, BUY)).toEqual([[104, 2]]);
  });

  it('waiting orders count among the 200, can be changed and cancelled', () => {
    const world = new World();
    const order = world.must(world.order(ANNA, { type: STOP_LIMIT, lots: 3, price: 104, trigger: 103 }));
    expect(world.amend(ANNA, order, 105, 4).code).toBe(200);
    expect(world.held(ANNA)).toBe(420);
    expect(world.amend(ANNA, order, 0, 2).code).toBe(200);
    expect(world.held(ANNA)).toBe(210);
    expect(world.cancel(ANNA, order).code).toBe(200);
    expect(world.held(ANNA)).toBe(0);
    expect(world.closed(order)).toEqual([2, 1]);
  });
});

describe('core §7 bounds', () => {
  it('200 open orders a user and market: resting and waiting together; immediate ones still pass', () => {
    const world = new World({ minValue: 1 });
    for (let n = 0; n < 150; n += 1) world.buy(ANNA, 1, 90);
    for (let n = 0; n < 50; n += 1)
      world.must(world.order(ANNA, { type: STOP_LIMIT, lots: 1, price: 104, trigger: 103 }));
    expect(world.place(ANNA, { lots: 1, price: 90 })).toMatchObject({ code: 2110, expected: 200, got: 200 });
    expect(world.place(ANNA, { type: STOP_MARKET, lots: 1, trigger: 103 }).code).toBe(2110);
    expect(world.place(ANNA, { lots: 1, price: 90, timeInForce: IOC }).code).toBe(200);
    expect(world.place(ANNA, { market: 2, lots: 1, price: 50 }).code).toBe(200);
    expect(world.place(BEN, { lots: 1, price: 90 }).code).toBe(200);
    expect(world.cancelAll(ANNA, 1).result).toBe(200);
    expect(world.place(ANNA, { lots: 1, price: 90 }).code).toBe(200);
  });

  it('least and greatest value of an order, at its limit or at the index; by amount the amount', () => {
    const world = new World({ minValue: 500, maxValue: 1_000 });
    world.sell(BEN, 10, 100);
    expect(world.place(ANNA, { lots: 4, price: 120 })).toMatchObject({ code: 2106, expected: 500, got: 480 });
    expect(world.place(ANNA, { lots: 9, price: 120 })).toMatchObject({ code: 2107, expected: 1_000, got: 1_080 });
    expect(world.place(ANNA, { type: MARKET, lots: 4 })).toMatchObject({ code: 2106, got: 400 });
    expect(world.place(ANNA, { type: MARKET, lots: 11 })).toMatchObject({ code: 2107, got: 1_100 });
    expect(world.place(ANNA, { type: MARKET, amount: 499 }).code).toBe(2106);
    expect(world.place(ANNA, { type: MARKET, amount: 1_001 }).code).toBe(2107);
    expect(world.place(ANNA, { type: MARKET, amount: 1_000 }).code).toBe(200);
  });

  it('nobody orders more than he has, to the atom, and the numbers say what was missing', () => {
    const world = new World({ practice: [10, 0, 1_000] });
    expect(world.place(ANNA, { lots: 11, price: 91 })).toMatchObject({ code: 3001, expected: 1_001, got: 1_000 });
    expect(world.place(ANNA, { lots: 11, price: 110, side: SELL })).toMatchObject({
      code: 3001,
      expected: 11,
      got: 10,
    });
    world.buy(ANNA, 10, 100);
    world.sell(ANNA, 10, 110);
    expect(world.place(ANNA, { lots: 1, price: 20 })).toMatchObject({ code: 3001, expected: 20, got: 0 });
  });
});
