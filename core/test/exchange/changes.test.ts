// What becomes of open orders: amended, cancelled, met by their own owner; and the market maker's quotes (money §2, core §3).
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { RULE } from '../../src/rules.ts';
import { describe, expect, it } from 'vitest';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, CARL, IOC, MARKET, NO_KEY, POST_ONLY, SELL, World } from '../kit/world.ts';

const SELF_TRADE = [2, 5];

describe('money §2 amend', () => {
  /** Who is filled first when one lot is sold at 95. */
  const next = (world: World): number => {
    world.sell(CARL, 1, 95);
    return world.emitted('fill')[0]!.maker;
  };
  const pair = (): { world: World; first: number } => {
    const world = new World();
    const first = world.buy(ANNA, 5, 95);
    world.buy(BEN, 5, 95);
    return { world, first };
  };

  it('less keeps its place; more, or another price and back, goes to the end', () => {
    const less = pair();
    less.world.amend(ANNA, less.first, 0, 4);
    expect(less.world.held(ANNA)).toBe(4 * 95);
    expect(next(less.world)).toBe(ANNA);
    const more = pair();
    more.world.amend(ANNA, more.first, 0, 6);
    expect(next(more.world)).toBe(BEN);
    const moved = pair();
    moved.world.amend(ANNA, moved.first, 94, 0);
    moved.world.amend(ANNA, moved.first, 95, 0);
    expect(next(moved.world)).toBe(BEN);
    const same = pair();
    expect(same.world.amend(ANNA, same.first, 95, 5).code).toBe(200);
    expect(next(same.world)).toBe(ANNA);
  });

  it('quantity is the total: what is dealt counts, and less than that is refused', () => {
    const { world, first } = pair();
    world.sell(CARL, 3, 95);
    expect(world.amend(ANNA, first, 0, 3)).toMatchObject({ code: 2106, expected: 4, got: 3 });
    world.amend(ANNA, first, 0, 4);
    expect(world.held(ANNA)).toBe(95);
  });

  it('a better price meets the book at once, as a taker', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    const order = world.buy(ANNA, 10, 95);
    expect(world.amend(ANNA, order, 100, 0).code).toBe(200);
    expect(world.emitted('fill')).toMatchObject([{ taker: ANNA, maker: BEN, price: 100, lots: 4 }]);
    expect(world.held(ANNA)).toBe(600);
    expect(world.amend(ANNA, order, 101, 4).code, 'less than is dealt').toBe(2106);
  });

  it('needs money for what it adds, counting what it already holds', () => {
    const world = new World({ practice: [10, 0, 1_000] });
    const order = world.buy(ANNA, 10, 90);
    expect(world.amend(ANNA, order, 101, 0)).toMatchObject({ code: 3001, expected: 1_010, got: 1_000 });
    expect(world.amend(ANNA, order, 100, 0).code).toBe(200);
    expect(world.free(ANNA)).toBe(0);
  });

  it('post-only stays so; the band and the bounds hold; somebody else’s is unknown, one that is over is final', () => {
    const world = new World();
    world.sell(BEN, 4, 100);
    const order = world.buy(ANNA, 10, 95, { timeInForce: POST_ONLY });
    expect(world.amend(ANNA, order, 100, 0).code).toBe(2109);
    expect(world.amend(ANNA, order, 121, 0)).toMatchObject({ code: 2108, expected: 120, got: 121 });
    expect(world.amend(ANNA, order, 9, 0)).toMatchObject({ code: 2108, expected: 10, got: 9 });
    expect(world.amend(BEN, order, 90, 0).code).toBe(2101);
    expect(world.amend(ANNA, order, 0, 0).code).toBe(400);
    world.cancel(ANNA, order);
    expect(world.amend(ANNA, order, 90, 0).code).toBe(2102);
    expect(world.cancel(ANNA, order).code).toBe(2102);
    expect(world.cancel(ANNA, order + 1).code).toBe(2101);
  });
});

describe('money §2 cancel', () => {
  it('gives the hold back, of the part that is left, and says who did it', () => {
    const world = new World();
    const order = world.sell(ANNA, 10, 105);
    world.buy(BEN, 4, 105);
    expect(world.cancel(ANNA, order)).toMatchObject({ code: 200, result: order });
    expect(world.held(ANNA, BTC)).toBe(0);
    expect(world.closed(order)).toEqual([2, 1]);
  });

  it('all, of one market or of every, and only one’s own; the answer counts them', () => {
    const world = new World();
    const other = world.buy(BEN, 5, 95);
    const mine = [world.buy(ANNA, 5, 95), world.sell(ANNA, 5, 105), world.buy(ANNA, 5, 45, { market: 2 })];
    expect(world.cancelAll(ANNA, 2).result).toBe(1);
    expect(world.closed(mine[2]!)).toEqual([2, 2]);
    expect(world.cancelAll(ANNA).result).toBe(2);
    expect(world.cancelAll(ANNA).result).toBe(0);
    expect(world.closed(other)).toBeUndefined();
    expect(world.cancelAll(ANNA, 9).code).toBe(2002);
  });

  it('of one wallet and market or of every, for a customer who says so or who is gone, frozen or not', () => {
    const world = new World({ rules: RULE.frozenReduces - 1 });
    const other = world.buy(BEN, 5, 95);
    const mine = [world.buy(ANNA, 5, 95), world.sell(ANNA, 5, 105), world.buy(ANNA, 5, 45, { market: 2 })];
    const clear = (wallet: number, market: number, reason: number) =>
      world.send(command('order.clear', { user: ANNA, ...NO_KEY, wallet, market, reason }));
    expect(clear(4, 0, 2)).toMatchObject({ code: 200, result: 0 });
    expect(clear(1, 9, 2).code).toBe(2002);
    expect(clear(1, 0, 1).code).toBe(400);
    expect(clear(1, 2, 2).result).toBe(1);
    expect(world.closed(mine[2]!)).toEqual([2, 2]);
    world.must(command('user.set', { user: ANNA, stage: 0, locks: 1 }));
    expect(clear(0, 0, 3).result).toBe(2);
    expect([world.closed(mine[0]!), world.closed(mine[1]!)]).toEqual([
      [2, 3],
      [2, 3],
    ]);
    expect(world.closed(other)).toBeUndefined();
  });
});

describe('money §2 self-trade prevention', () => {
  const facing = (selfTrade: number): { world: World; maker: number; taker: number } => {
    const world = new World();
    const maker = world.sell(ANNA, 4, 99);
    world.sell(BEN, 4, 100);
    const taker = world.buy(ANNA, 6, 100, { selfTrade });
    return { world, maker, taker };
  };
  it('expire taker: what is left of the taker goes, the maker stands', () => {
    const { world, maker, taker } = facing(1);
    expect(world.dealt()).toEqual([]);
    expect(world.closed(taker)).toEqual(SELF_TRADE);
    expect(world.closed(maker)).toBeUndefined();
    expect(world.held(ANNA)).toBe(0);
  });
  it('expire maker: the maker goes, the taker meets the next', () => {
    const { world, maker, taker } = facing(2);
    expect(world.dealt()).toEqual([[100, 4]]);
    expect(world.closed(maker)).toEqual(SELF_TRADE);
    expect(world.closed(taker)).toBeUndefined();
    expect(world.audit.book(1, BUY)).toEqual([[100, 2]]);
    expect(world.held(ANNA, BTC)).toBe(0);
  });
  it('expire both: neither is left', () => {
    const { world, maker, taker } = facing(3);
    expect(world.dealt()).toEqual([]);
    expect(world.closed(taker)).toEqual(SELF_TRADE);
    expect(world.closed(maker)).toEqual(SELF_TRADE);
  });
  it('the taker’s mode decides, also when the maker asked for another', () => {
    const world = new World();
    const maker = world.sell(ANNA, 4, 99, { selfTrade: 2 });
    const taker = world.buy(ANNA, 4, 100, { selfTrade: 1, timeInForce: IOC });
    expect([world.closed(taker), world.closed(maker)]).toEqual([SELF_TRADE, undefined]);
  });
  it('holds at the market and behind an amend too', () => {
    const world = new World();
    const maker = world.sell(ANNA, 4, 99);
    expect(world.place(ANNA, { type: MARKET, lots: 4 }).code).toBe(2111);
    const order = world.buy(ANNA, 4, 95);
    world.amend(ANNA, order, 99, 0);
    expect([world.closed(order), world.closed(maker)]).toEqual([SELF_TRADE, undefined]);
  });
});

describe('core §3 the market maker’s quotes', () => {
  it('is a difference: what it does not name stands, 0 removes, less keeps its place, more loses it', () => {
    const world = new World();
    expect(
      world.quote(1, [
        [BUY, 95, 10],
        [BUY, 94, 10],
        [SELL, 105, 10],
      ]).result,
    ).toBe(3);
    world.buy(ANNA, 5, 95);
    world.quote(1, [
      [BUY, 94, 0],
      [BUY, 95, 8],
    ]);
    expect(world.audit.book(1, BUY)).toEqual([[95, 13]]);
    expect(world.audit.book(1, SELL)).toEqual([[105, 10]]);
    world.sell(BEN, 1, 95);
    expect(world.emitted('fill')[0]!.maker).toBe(MARKET_MAKER);
    world.quote(1, [[BUY, 95, 9]]);
    world.sell(BEN, 1, 95);
    expect(world.emitted('fill')[0]!.maker).toBe(ANNA);
  });

  it('costs one quote event and one entry an asset, whatever changed', () => {
    const world = new World();
    world.quote(1, [
      [BUY, 95, 10],
      [BUY, 94, 20],
      [SELL, 105, 10],
      [SELL, 106, 30],
    ]);
    expect(world.events.map((event) => event.name).filter((name) => name !== 'begin')).toEqual([
      'entry',
      'entry',
      'quote',
      'done',
    ]);
  });

  it('fills users’ orders it crosses, as an ordinary taker with fees, and rests with what is left', () => {
    const world = new World();
    world.sell(ANNA, 6, 101);
    world.quote(1, [[BUY, 102, 10]]);
    expect(world.emitted('fill')).toMatchObject([
      { taker: MARKET_MAKER, maker: ANNA, price: 101, lots: 6, takerFee: 1, house: 1 },
    ]);
    expect(world.audit.book(1, BUY)).toEqual([[102, 4]]);
  });

  it('is emitted with its final state, also where a row takes another row out (found by stories)', () => {
    const world = new World();
    world.quote(1, [[BUY, 102, 40]]);
    world.quote(1, [
      [SELL, 101, 5],
      [BUY, 102, 40],
    ]);
    expect(world.audit.book(1, BUY)).toEqual([[102, 40]]);
    expect(world.audit.book(1, SELL)).toEqual([]);
  });

  it('quotes no more than the house can pay, and nothing outside the band; the answer counts what stands as asked', () => {
    const world = new World({ house: 1_000 });
    expect(
      world.quote(1, [
        [BUY, 95, 8],
        [BUY, 94, 8],
        [SELL, 106, 900],
        [SELL, 107, 900],
        [BUY, 121, 1],
        [SELL, 79, 1],
      ]),
    ).toMatchObject({ code: 200, result: 2 });
    expect(world.audit.book(1, BUY)).toEqual([
      [95, 8],
      [94, 2],
    ]);
    expect(world.audit.book(1, SELL)).toEqual([
      [106, 900],
      [107, 100],
    ]);
    expect(world.free(MARKET_MAKER, BTC)).toBe(0);
  });

  it('falls with the money: a filled level comes back only as far as the house still has some', () => {
    const world = new World({ house: 1_000 });
    world.quote(1, [[BUY, 95, 10]]);
    world.sell(ANNA, 10, 95);
    expect(world.free(MARKET_MAKER, USDT)).toBe(50);
    world.quote(1, [[BUY, 95, 10]]);
    expect(world.audit.book(1, BUY)).toEqual([]);
    expect(world.quote(9, [[BUY, 95, 10]]).code).toBe(2002);
  });
});

describe('party: frozen users', () => {
  it('before rules `frozenReduces`: may cancel, and nothing else', () => {
    const world = new World({ rules: RULE.frozenReduces - 1 });
    const order = world.buy(ANNA, 5, 95);
    world.must(command('user.set', { user: ANNA, stage: 0, locks: 1 }));
    expect(world.place(ANNA, { lots: 5, price: 95 }).code).toBe(1011);
    expect(world.amend(ANNA, order, 94, 0).code).toBe(1011);
    expect(world.transfer(ANNA, 1, 2, USDT, 5).code).toBe(1011);
    expect(world.claim(ANNA).code).toBe(1011);
    expect(world.cancel(ANNA, order).code).toBe(200);
    expect(world.cancelAll(ANNA).code).toBe(200);
    world.must(command('user.set', { user: ANNA, stage: 2, locks: 2 }));
    expect(world.place(ANNA, { lots: 5, price: 95 }).code, 'locked withdrawals stop no trade').toBe(200);
  });

  it('the house and the unknown are nobody to set; a referrer must exist', () => {
    const world = new World();
    expect(world.send(command('user.set', { user: MARKET_MAKER, stage: 0, locks: 1 })).code).toBe(404);
    expect(world.send(command('user.set', { user: 99, stage: 0, locks: 1 })).code).toBe(404);
    expect(world.send(command('user.open', { referrer: 99 })).code).toBe(404);
    expect(world.send(command('user.open', { referrer: MARKET_MAKER })).code).toBe(404);
    expect(world.send(command('order.cancel', { user: 99, ...NO_KEY, order: 1 })).code).toBe(403);
  });
});
