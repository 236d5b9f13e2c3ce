// What an order needs, holds and is refused for, where a lot is ten atoms and a tick of it ten more (money §2).

import { describe, expect, it } from 'vitest';
import { TRIGGER_BY } from '../../src/enum/index.ts';
import { type Command, encodeCommand, openExchange, rejects } from '../../src/index.ts';
import { MAX_ORDER_ATOMS } from '../../src/schema/index.ts';
import type { Registry } from '../../src/state/index.ts';
import { command, ETH, genesisOf, USDT, usual } from '../kit/genesis.ts';
import {
  ANNA,
  BEN,
  BUY,
  CARL,
  type Fields,
  FOK,
  IOC,
  LIMIT,
  MARKET,
  NO_KEY,
  NOON,
  SELL,
  STOP_LIMIT,
  STOP_MARKET,
  World,
} from '../kit/world.ts';
import { COIN, ContractWorld, U } from '../perpetual/kit.ts';

/** The market whose lot and tick are not one atom: index 50, a lot ten atoms of ETH, a tick of a lot ten of USDT. */
const HERE = { market: 2 };
const NO_FEES = { tiers: [{ volume: 0, maker: 0, taker: 0 }] };

/** The market's orders, in short. */
class Ten extends World {
  bid(user: number, lots: number, price: number, fields: Fields = {}): number {
    return this.buy(user, lots, price, { ...HERE, ...fields });
  }

  offer(user: number, lots: number, price: number, fields: Fields = {}): number {
    return this.sell(user, lots, price, { ...HERE, ...fields });
  }

  try(user: number, fields: Fields): { readonly code: number; readonly expected: number; readonly got: number } {
    const { code, expected, got } = this.place(user, { ...HERE, ...fields });
    return { code, expected, got };
  }

  /** What the exchange says an order would need and deal now. */
  preview(user: number, fields: Fields): Record<string, number> | number {
    const { code, numbers } = this.exchange.ask(encodeCommand(this.order(user, { ...HERE, ...fields })), 0);
    if (code !== 200) return code;
    const [asset, need, lots, value, fee, gets, best, worst, rest] = numbers as number[];
    return { asset, need, lots, value, fee, gets, best, worst, rest } as Record<string, number>;
  }
}

describe('money §2: what an order needs', () => {
  it('a limit buy its whole value, a sell its coins, in atoms', () => {
    const world = new Ten();
    expect(world.preview(ANNA, { lots: 3, price: 48 })).toMatchObject({ asset: USDT, need: 3 * 48 * 10, gets: ETH });
    expect(world.preview(ANNA, { side: SELL, lots: 3, price: 52 })).toMatchObject({ asset: ETH, need: 30, gets: USDT });
    world.bid(ANNA, 3, 48);
    world.offer(ANNA, 4, 52);
    expect([world.held(ANNA, USDT), world.held(ANNA, ETH)]).toEqual([1_440, 40]);
  });

  it('a market buy by quantity what it will pay, level by level, and no atom more', () => {
    const world = new Ten();
    world.offer(BEN, 2, 50);
    world.offer(CARL, 2, 51);
    world.offer(BEN, 2, 52);
    expect(world.preview(ANNA, { type: MARKET, lots: 3 })).toMatchObject({
      ...{ need: 2 * 500 + 510, lots: 3, value: 1_510, best: 50, worst: 51, rest: 0 },
    });
    expect(world.preview(ANNA, { type: MARKET, lots: 4 })).toMatchObject({ lots: 4, value: 2_020, worst: 51, rest: 0 });
    expect(world.preview(ANNA, { type: MARKET, lots: 9 })).toMatchObject({ lots: 6, value: 3_060, worst: 52, rest: 3 });
  });

  it('is refused when that is one atom more than what is free', () => {
    const world = new Ten({ ...NO_FEES, practice: [900, 5_000, 1_510] });
    world.offer(BEN, 2, 50);
    world.offer(CARL, 2, 51);
    expect(world.try(ANNA, { type: MARKET, lots: 4 })).toEqual({ code: 3001, expected: 2_020, got: 1_510 });
    expect(world.try(ANNA, { type: MARKET, lots: 3 }).code).toBe(200);
    expect(world.dealt()).toEqual([
      [50, 2],
      [51, 1],
    ]);
    expect(world.free(ANNA, USDT)).toBe(0);
  });

  it('a market sell within its protection only: 5 % below the best bid, that tick too', () => {
    const world = new Ten();
    world.bid(BEN, 1, 40);
    world.bid(CARL, 2, 38, { price: 40 });
    const deep = new Ten();
    for (const [lots, price] of [
      [1, 60],
      [2, 57],
      [4, 56],
    ] as const)
      deep.bid(BEN, lots, price);
    expect(deep.preview(ANNA, { type: MARKET, side: SELL, lots: 7 })).toMatchObject({
      ...{ need: 70, lots: 3, value: 600 + 2 * 570, best: 60, worst: 57, rest: 4 },
    });
    expect(world.preview(ANNA, { type: MARKET, side: SELL, lots: 7 })).toMatchObject({ lots: 3, best: 40, worst: 40 });
  });

  it('a buy by amount its amount, also when the book has less; it is closed as expired, not as filled', () => {
    const world = new Ten(NO_FEES);
    world.offer(BEN, 2, 50);
    expect(world.preview(ANNA, { type: MARKET, amount: 4_000 })).toMatchObject({ need: 4_000, lots: 2, value: 1_000 });
    const before = world.free(ANNA, USDT);
    const order = world.must(world.order(ANNA, { ...HERE, type: MARKET, amount: 4_000 }));
    expect(world.closed(order)).toEqual([2, 4]);
    expect(world.free(ANNA, USDT)).toBe(before - 1_000);
    const poor = new Ten({ practice: [900, 5_000, 3_999] });
    poor.offer(BEN, 2, 50);
    expect(poor.try(ANNA, { type: MARKET, amount: 4_000 })).toEqual({ code: 3001, expected: 4_000, got: 3_999 });
  });

  it('a buy by amount buys whole lots for it, from the best level on, and no part of one', () => {
    const world = new Ten();
    world.offer(BEN, 1, 50);
    world.offer(CARL, 5, 51);
    // 500 for the first lot, 510 for the second: 1,519 leave 509 unspent.
    expect(world.preview(ANNA, { type: MARKET, amount: 1_519 })).toMatchObject({
      ...{ need: 1_519, lots: 2, value: 1_010, best: 50, worst: 51 },
    });
    const order = world.must(world.order(ANNA, { ...HERE, type: MARKET, amount: 1_519 }));
    expect(world.dealt()).toEqual([
      [50, 1],
      [51, 1],
    ]);
    expect(world.closed(order)).toEqual([1, 0]);
  });

  it('a level that the rest of an amount does not reach is not shown as dealt at', () => {
    const world = new Ten();
    world.offer(BEN, 1, 50);
    world.offer(CARL, 5, 51);
    expect(world.preview(ANNA, { type: MARKET, amount: 520 })).toMatchObject({ lots: 1, best: 50, worst: 50 });
    expect(world.preview(ANNA, { type: MARKET, amount: 499 })).toBe(rejects['order.noLiquidity']);
  });

  it('a stop buy at the market 5 % more than at its trigger; a stop limit its own value', () => {
    const world = new Ten();
    expect(world.preview(ANNA, { type: STOP_MARKET, lots: 3, trigger: 55 })).toMatchObject({
      ...{ need: Math.ceil(3 * 55 * 10 * 1.05), lots: 0, rest: 3 },
    });
    expect(world.preview(ANNA, { type: STOP_LIMIT, lots: 3, trigger: 55, price: 58 })).toMatchObject({
      ...{ need: 3 * 58 * 10, lots: 0, rest: 3 },
    });
    expect(world.preview(ANNA, { type: STOP_MARKET, lots: 3, trigger: 45, side: SELL })).toMatchObject({ need: 30 });
  });
});

describe('money §2: fill-or-kill by an amount', () => {
  it('is refused when the book ends before no further lot could be paid', () => {
    const world = new Ten();
    world.offer(BEN, 1, 50);
    const order = { type: MARKET, amount: 520, timeInForce: FOK };
    expect(world.try(ANNA, order).code).toBe(rejects['order.noLiquidity']);
    // The next level shows that 20 atoms buy nothing more; so does more at the same price.
    world.offer(CARL, 1, 51);
    expect(world.try(ANNA, order).code).toBe(200);
    const more = new Ten();
    more.offer(BEN, 2, 50);
    expect(more.try(ANNA, order).code).toBe(200);
    expect(more.dealt()).toEqual([[50, 1]]);
    const exact = new Ten();
    exact.offer(BEN, 1, 50);
    expect(exact.try(ANNA, { ...order, amount: 500 }).code).toBe(200);
  });
});

describe('money §2: what an order is refused for', () => {
  it('no quantity at all, also where a market has no least value', () => {
    const world = new Ten({ minValue: 0 });
    expect(world.try(ANNA, { lots: 0, price: 50 })).toEqual({ code: 2106, expected: 1, got: 0 });
    expect(world.try(ANNA, { type: MARKET })).toEqual({ code: 2106, expected: 1, got: 0 });
  });

  it('a trigger where there is none to be, none where there is one to be: what was expected is named', () => {
    const world = new Ten();
    expect(world.try(ANNA, { lots: 3, price: 50, trigger: 45 })).toEqual({ code: 2104, expected: 0, got: 45 });
    expect(world.try(ANNA, { type: STOP_LIMIT, lots: 3, price: 50 })).toEqual({ code: 2104, expected: 1, got: 0 });
    expect(world.try(ANNA, { lots: 3, price: 0 })).toEqual({ code: 2104, expected: 1, got: 0 });
    expect(world.try(ANNA, { type: MARKET, lots: 3, price: 50 })).toEqual({ code: 2104, expected: 0, got: 50 });
  });

  it('nobody on the other side, before its size is looked at', () => {
    const world = new Ten({ minValue: 100_000 });
    expect(world.try(ANNA, { type: MARKET, lots: 1 })).toEqual({ code: 2111, expected: 1, got: 0 });
  });

  it('a trigger that is reached already: by the index until there was a trade, then by the last price where it says so', () => {
    const world = new Ten();
    world.must(world.ticks([10_000, 5_037]));
    const stop = { type: STOP_MARKET, lots: 3 };
    expect(world.try(ANNA, { ...stop, trigger: 50 })).toEqual({ code: 2206, expected: 50, got: 50 });
    expect(world.try(ANNA, { ...stop, trigger: 50, triggerBy: TRIGGER_BY.last })).toEqual({
      code: 2206,
      expected: 50,
      got: 50,
    });
    expect(world.try(ANNA, { ...stop, trigger: 51, triggerBy: TRIGGER_BY.last }).code).toBe(200);
    world.offer(BEN, 1, 45);
    world.bid(CARL, 1, 45);
    expect(world.try(ANNA, { ...stop, trigger: 45, triggerBy: TRIGGER_BY.last })).toEqual({
      code: 2206,
      expected: 45,
      got: 45,
    });
    expect(world.try(ANNA, { ...stop, trigger: 46, triggerBy: TRIGGER_BY.last }).code).toBe(200);
    // By the index the last price says nothing.
    expect(world.try(ANNA, { ...stop, trigger: 46 })).toEqual({ code: 2206, expected: 46, got: 50 });
    expect(world.try(BEN, { ...stop, side: SELL, trigger: 46, triggerBy: TRIGGER_BY.last })).toMatchObject({
      code: 2206,
      got: 45,
    });
    expect(world.try(BEN, { ...stop, side: SELL, trigger: 46 }).code).toBe(200);
  });

  it('its size at the index, rounded up to a tick, when it goes at the market', () => {
    const world = new Ten({ minValue: 510, maxValue: 1_020 });
    world.offer(BEN, 2, 50);
    expect(world.try(ANNA, { type: MARKET, lots: 1 })).toEqual({ code: 2106, expected: 510, got: 500 });
    world.must(world.ticks([10_000, 5_037]));
    expect(world.try(ANNA, { type: MARKET, lots: 3 })).toEqual({ code: 2107, expected: 1_020, got: 1_530 });
    expect(world.try(ANNA, { type: MARKET, lots: 2 }).code).toBe(200);
    world.offer(BEN, 1, 52);
    expect(world.try(ANNA, { type: MARKET, lots: 1 }).code).toBe(200);
  });

  it('a market that is none, or one of contracts: those have their own orders', () => {
    const world = new ContractWorld();
    for (const market of [COIN, U, 99])
      expect(world.place(ANNA, { market, lots: 3, price: 100 })).toMatchObject({
        code: 2002,
        expected: 0,
        got: market,
      });
    expect(world.place(ANNA, { market: 1, lots: 3, price: 100 }).code).toBe(200);
  });

  it('a full table of orders, and nothing has changed', () => {
    const world = new Ten();
    const { registry } = (world.exchange as unknown as { readonly parts: { readonly registry: Registry } }).parts;
    const orders = registry.tables.find((table) => table.name === 'orders')!;
    orders.full = () => true;
    const before = world.exchange.digest();
    const { code, expected, got } = world.place(ANNA, { ...HERE, lots: 3, price: 50 });
    expect({ code, expected, got }).toEqual({ code: 2110, expected: 4_000_000, got: orders.live });
    expect(world.exchange.digest()).toBe(before);
  });

  it('a stop that would hold more than 2^50 atoms, though its value is within', () => {
    const world = new Ten({ maxValue: MAX_ORDER_ATOMS });
    const lots = Math.floor(MAX_ORDER_ATOMS / 5_000);
    expect(world.try(ANNA, { type: STOP_MARKET, lots, trigger: 500 })).toEqual({
      ...{ code: 2107, expected: MAX_ORDER_ATOMS, got: Math.ceil((lots * 5_000 * 105) / 100) },
    });
    // Exactly as much is not too much: it is only not there.
    const exact = { market: 1, lots: MAX_ORDER_ATOMS / 64, price: 64 };
    expect(world.try(ANNA, exact)).toMatchObject({ code: 3001, expected: MAX_ORDER_ATOMS });
    expect(world.try(ANNA, { ...exact, lots: MAX_ORDER_ATOMS / 64 + 1 })).toEqual({
      ...{ code: 2107, expected: MAX_ORDER_ATOMS, got: MAX_ORDER_ATOMS },
    });
  });

  it('goods of more than 2^50 atoms, however little they are worth', () => {
    const exchange = openExchange();
    // Coins of eight decimals, a lot a whole one: 2^50 atoms are 11,258,999 lots and a bit.
    const genesis = genesisOf({ ...usual, maxValue: 20_000_000_000 }) as unknown as {
      readonly assets: Record<string, number>[];
      readonly markets: Record<string, number>[];
    };
    Object.assign(genesis.assets[0]!, { scale: 8 });
    Object.assign(genesis.markets[0]!, { lotDecimals: 0, atomsPerTickLot: 10, baseAtomsPerLot: 10 ** 8 });
    exchange.advance(NOON);
    const send = (one: Command) => [exchange.apply(encodeCommand(one), 0), exchange.expected, exchange.got];
    expect(send(genesis as unknown as Command)).toEqual([200, 0, 0]);
    send(command('user.open', { referrer: 0 }));
    const ticks = [1, 2].map((instrument) => ({ instrument, price: 10_000, spread: 0, used: 3, total: 3 }));
    expect(send(command('ticks', { ticks, quotes: [] }))[0]).toBe(200);
    const sell = (lots: number) =>
      send(
        command('order.place', {
          ...{ user: 2, ...NO_KEY, market: 1, wallet: 1, side: SELL, type: LIMIT, timeInForce: 1, price: 100, lots },
          ...{ amount: 0, trigger: 0, triggerBy: 1, selfTrade: 1 },
        }),
      );
    expect(sell(11_258_999)).toEqual([3001, 11_258_999 * 10 ** 8, 0]);
    expect(sell(11_259_000)).toEqual([2107, 20_000_000_000, 11_259_000_000]);
  });
});

describe('money §2: what is emitted of orders that fill', () => {
  it('a resting order at each of its fills, with what rests; at the last one it is filled, then closed', () => {
    const world = new Ten();
    const maker = world.offer(BEN, 5, 50);
    expect(world.emitted('order.changed')).toEqual([]);
    world.bid(ANNA, 2, 50);
    const [ofMaker, ofTaker] = world.emitted('order.changed');
    expect(ofMaker).toMatchObject({ order: maker, dealtLots: 2, dealtValue: 1_000, resting: 3, status: 3 });
    expect(ofTaker).toMatchObject({ dealtLots: 2, resting: 0, status: 1 });
    world.bid(CARL, 3, 50);
    expect(world.emitted('order.changed')[0]).toMatchObject({ order: maker, dealtLots: 5, resting: 0, status: 1 });
    expect(world.closed(maker)).toEqual([1, 0]);
  });

  it('an order that meets no other emits no change, whether it rests or closes', () => {
    const world = new Ten();
    world.bid(ANNA, 2, 48);
    expect(world.emitted('order.changed')).toEqual([]);
    world.bid(ANNA, 2, 49, { timeInForce: IOC });
    expect(world.emitted('order.changed')).toEqual([]);
  });

  it('an order amended to where it fills again is emitted with all its fills', () => {
    const world = new Ten();
    const order = world.bid(ANNA, 5, 48);
    world.offer(BEN, 2, 48);
    world.offer(BEN, 1, 50);
    expect(world.amend(ANNA, order, 50, 5).code).toBe(200);
    expect(world.emitted('order.changed').at(-1)).toMatchObject({ order, dealtLots: 3, resting: 2, status: 3 });
    expect(world.held(ANNA, USDT)).toBe(2 * 50 * 10);
  });

  it('a quote that its own other side takes out is emitted as removed', () => {
    const world = new Ten();
    world.quote(2, [[SELL, 51, 5]]);
    world.quote(2, [[BUY, 52, 3]]);
    const gone = world
      .emitted('quote')
      .flatMap(({ levels }) => levels.map(({ side, price, lots }) => [side, price, lots]));
    expect(gone).toEqual([
      [SELL, 51, 0],
      [BUY, 52, 3],
    ]);
    expect(world.audit.book(2, SELL)).toEqual([]);
  });
});
