// The strategies of practice traders by themselves: a fixed market and balances, and what each does about them.

import type { Command } from '@vitrine/core';
import { CONTRACT_DIRECTION, MARKET_TYPE, ORDER_TYPE, POSITION_SIDE, SIDE, TIME_IN_FORCE } from '@vitrine/core/enum';
import { describe, expect, it } from 'vitest';

import { drawsOf } from '../../src/markets/index.ts';
import { type CrowdMarket, crowdMarkets, UNIT } from '../../src/practice/markets.ts';
import type { Observer, OwnOrder, OwnPosition } from '../../src/practice/observer.ts';
import { ACTS, REACTIONS } from '../../src/practice/strategy/index.ts';
import { crowdOf, STRATEGIES, type Strategy, type Trader, TRADERS, turnOf } from '../../src/practice/trader.ts';

const NOON = Date.UTC(2026, 10, 18, 12);
const SEED = '5eed';
const CENTS = 11_400_000_0;
const markets = crowdMarkets();
const accounts = new Map(Array.from({ length: TRADERS }, (_, at) => [at + 1, at + 100]));
const crowd = crowdOf(drawsOf(SEED), markets, accounts);

interface Scene {
  readonly cents?: number;
  readonly trend?: number;
  readonly volatility?: number;
  readonly usdt?: number;
  readonly coin?: number;
  readonly orders?: readonly OwnOrder[];
  readonly positions?: readonly OwnPosition[];
  readonly closed?: boolean;
}

/** A market at one price, and a trader with these balances (USDT, whole coins), orders and positions. */
function observing({
  cents = CENTS,
  trend = 0,
  volatility = 0.5,
  usdt = 10_000,
  coin = 0.1,
  ...scene
}: Scene): Observer {
  const balance = (asset: number) => (asset === 1 ? usdt * UNIT : coin * 1e8);
  return {
    take: () => undefined,
    price: () => (scene.closed === true ? undefined : { cents, trend, volatility }),
    free: (_user, _wallet, asset) => balance(asset),
    total: (_user, _wallet, asset) => balance(asset),
    orders: () => scene.orders ?? [],
    positions: () => scene.positions ?? [],
  };
}

function traderOf(strategy: Strategy, keep: (one: Trader) => boolean = () => true): Trader {
  const found = crowd.find((one) => one.strategy === strategy && keep(one));
  if (found === undefined) throw new Error(`expected a ${strategy}`);
  return found;
}

/** What a trader does in many turns in the same scene. */
function turns(trader: Trader, scene: Scene, count = 200, seed = SEED): (readonly Command[])[] {
  const draws = drawsOf(seed);
  return Array.from({ length: count }, (_, at) =>
    ACTS[trader.strategy](turnOf(draws, trader, observing(scene), NOON + at * 1_000)),
  );
}

const contractsOf = (commands: readonly Command[]) => commands.filter((one) => one.name === 'contract.place');
const spotOf = (commands: readonly Command[]) => commands.filter((one) => one.name === 'order.place');
const marketOf = (number: number): CrowdMarket => {
  const found = markets.find(({ market }) => market === number);
  if (found === undefined) throw new Error(`expected market ${number}`);
  return found;
};

describe('practice traders (issue 18 §1)', () => {
  it('are of every strategy, have habits of their own, and the same ones for the same seed', () => {
    expect(new Set(crowd.map(({ strategy }) => strategy))).toEqual(new Set(STRATEGIES));
    expect(crowdOf(drawsOf(SEED), markets, accounts)).toEqual(crowd);
    expect(crowdOf(drawsOf('other'), markets, accounts)).not.toEqual(crowd);
    expect(new Set(crowd.map(({ size }) => size)).size).toBe(crowd.length);
    // An account that is not there yet leaves the habits of the others as they are.
    const without = new Map([...accounts].filter(([number]) => number !== 3));
    expect(crowdOf(drawsOf(SEED), markets, without)).toEqual(crowd.filter(({ number }) => number !== 3));
  });

  it.each(STRATEGIES)('%s: the same draws give the same commands, others do not', (strategy) => {
    const trader = traderOf(strategy);
    const scene = { trend: 0.002 };
    expect(turns(trader, scene)).toEqual(turns(trader, scene));
    if (strategy !== 'grid') expect(turns(trader, scene, 200, 'other')).not.toEqual(turns(trader, scene));
    for (const command of turns(trader, scene).flat()) expect(command).toMatchObject({ user: trader.user });
  });

  it.each(STRATEGIES)('%s: does nothing without a price', (strategy) => {
    expect(turns(traderOf(strategy), { closed: true }).flat()).toEqual([]);
  });

  it.each(STRATEGIES)('%s: orders nothing that it cannot pay', (strategy) => {
    const trader = traderOf(strategy);
    expect(turns(trader, { usdt: 0, coin: 0, trend: 0.002 }).flat()).toEqual([]);
    for (const command of spotOf(turns(trader, { usdt: 500, coin: 0.01 }).flat())) {
      const value = (command.lots * marketOf(command.market).lotWorth(CENTS)) / UNIT;
      expect(value).toBeLessThanOrEqual(command.side === SIDE.buy ? 500 : 0.01 * (CENTS / 1_000));
    }
  });
});

describe('a taker', () => {
  it('trades at once, on both sides, and closes what it holds', () => {
    const trader = traderOf('taker', ({ markets: own }) => own.some(({ type }) => type === MARKET_TYPE.linear));
    const placed = contractsOf(turns(trader, {}).flat());
    expect(placed.length).toBeGreaterThan(50);
    for (const one of placed) expect(one.timeInForce).toBe(TIME_IN_FORCE.ioc);
    const directions = new Set(placed.map(({ direction }) => direction));
    expect(directions).toEqual(new Set([CONTRACT_DIRECTION.openLong, CONTRACT_DIRECTION.openShort]));
    const position = { position: 7, user: trader.user, market: 101, side: POSITION_SIDE.long, lots: 9, canClose: 9 };
    const closed = turns(trader, { positions: [position] }).flat();
    expect(closed.some((one) => one.name === 'position.close' && one.position === 7)).toBe(true);
  });

  it('follows a trend more often than not', () => {
    const trader = traderOf('taker', ({ markets: own }) => own.every(({ type }) => type === MARKET_TYPE.linear));
    const longs = (trend: number) =>
      contractsOf(turns(trader, { trend }, 400).flat()).filter((one) => one.direction === CONTRACT_DIRECTION.openLong)
        .length;
    expect(longs(0.002)).toBeGreaterThan(longs(-0.002) * 1.5);
  });
});

describe('a maker', () => {
  const trader = traderOf('maker', ({ markets: own }) => own[0]?.market === 1);
  const order = (number: number, side: 1 | 2, price: number): OwnOrder => ({
    ...{ order: number, user: trader.user, market: 1, side, direction: 0, price, lots: 500, resting: 500 },
  });
  const index = CENTS / 100;

  it('rests on both sides a tick or a few from the index, and never takes', () => {
    for (const commands of turns(trader, {})) {
      const placed = spotOf(commands);
      expect(placed.map(({ side }) => side).toSorted((a, b) => a - b)).toEqual([SIDE.buy, SIDE.sell]);
      for (const { side, price, type, timeInForce } of placed) {
        expect([type, timeInForce]).toEqual([ORDER_TYPE.limit, TIME_IN_FORCE.postOnly]);
        const away = side === SIDE.buy ? index - price : price - index;
        expect(away).toBeGreaterThanOrEqual(1);
        expect(away).toBeLessThanOrEqual(5);
      }
    }
  });

  it('closes a wide gap around the index from both sides, with the orders that are furthest away', () => {
    const orders = [40, 60, 80, 100, 120].flatMap((away, at) => [
      order(at + 1, 1, index - away),
      order(at + 11, 2, index + away),
    ]);
    for (const commands of turns(trader, { orders })) {
      expect(commands.map((one) => (one.name === 'order.amend' ? one.order : one.name))).toEqual([5, 15]);
      for (const one of commands) {
        if (one.name !== 'order.amend') continue;
        const away = one.order === 5 ? index - one.price : one.price - index;
        expect(away).toBeGreaterThanOrEqual(1);
        expect(away).toBeLessThanOrEqual(3);
      }
    }
  });

  it('follows on the one side when the index has passed the other, and never crosses its own orders', () => {
    const orders = [10, 20, 30, 40, 50].flatMap((away, at) => [
      order(at + 1, 1, index - 60 - away),
      order(at + 11, 2, index - 30 + away),
    ]);
    for (const commands of turns(trader, { orders })) {
      expect(commands).toMatchObject([{ name: 'order.amend', order: 5 }]);
      const [one] = commands;
      expect(one?.name === 'order.amend' && one.price < index - 20 && one.price >= index - 24).toBe(true);
    }
  });

  it('leaves orders that stand well as they are, also where the index has passed them', () => {
    for (const moved of [0, 50, -50]) {
      const orders = [2, 20, 40, 60, 80].flatMap((away, at) => [
        order(at + 1, 1, index + moved - away),
        order(at + 11, 2, index + moved + away),
      ]);
      expect(turns(trader, { orders }).flat()).toEqual([]);
    }
  });
});

describe('a maker with orders on both sides', () => {
  const trader = traderOf('maker', ({ markets: own }) => own[0]?.market === 1);
  const index = CENTS / 100;
  const order = (number: number, side: 1 | 2, price: number): OwnOrder => ({
    ...{ order: number, user: trader.user, market: 1, side, direction: 0, price, lots: 500, resting: 500 },
  });

  it('grows outward: each further order is larger and further away than the one before', () => {
    const mean = (count: number) => {
      const orders = Array.from({ length: count }, (_, at) => [
        order(at + 1, 1, index - 2 - at),
        order(at + 11, 2, index + 2 + at),
      ]).flat();
      const placed = spotOf(turns(trader, { orders, usdt: 1_000_000, coin: 100 }).flat());
      expect(placed.length).toBe(400);
      const sum = (of: (one: (typeof placed)[number]) => number) => placed.reduce((all, one) => all + of(one), 0);
      return { lots: sum(({ lots }) => lots) / 400, away: sum(({ price }) => Math.abs(price - index)) / 400 };
    };
    const [first, second, third, fourth] = [1, 2, 3, 4].map(mean);
    for (const [near, far] of [
      [first, second],
      [second, third],
      [third, fourth],
    ]) {
      expect(far?.lots).toBeGreaterThan((near?.lots ?? 0) * 1.5);
      expect(far?.away).toBeGreaterThan((near?.away ?? 0) * 1.3);
    }
  });

  it('closes its spread at once when a side is swept, and leaves it to its turns else', () => {
    const swept = Array.from({ length: 5 }, (_, at) => order(at + 1, 2, index + 2 + at * 10));
    for (const [at, react] of [REACTIONS.maker, REACTIONS.maker].entries()) {
      const turn = (orders: readonly OwnOrder[]) => turnOf(drawsOf(SEED), trader, observing({ orders }), NOON + at);
      expect(react?.(turn(swept))).toMatchObject([{ name: 'order.place', side: SIDE.buy }]);
      expect(react?.(turn([...swept, order(6, 1, index - 2)]))).toEqual([]);
    }
    expect(Object.keys(REACTIONS)).toEqual(['maker']);
  });

  it('sells half of its coin when it has nothing left to buy with', () => {
    const [first] = spotOf(turns(trader, { usdt: 5, coin: 1 }, 1).flat());
    expect(first).toMatchObject({ side: SIDE.sell, type: ORDER_TYPE.market });
  });
});

describe('a grid', () => {
  const trader = traderOf('grid', ({ markets: own }) => own[0]?.market === 1);

  it('sets buys below and sells above, on lines that do not move with the price', () => {
    const orders: OwnOrder[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const [made] = spotOf(turns(trader, { orders }, 1).flat());
      if (made === undefined) throw new Error('expected an order');
      expect(made.timeInForce).toBe(TIME_IN_FORCE.postOnly);
      expect(made.side === SIDE.buy ? made.price < CENTS / 100 : made.price > CENTS / 100).toBe(true);
      const { price, lots } = made;
      orders.push({
        ...{ order: turn + 1, user: trader.user, market: 1, side: made.side === 1 ? 1 : 2, direction: 0 },
        ...{ price, lots, resting: lots },
      });
    }
    expect(new Set(orders.map(({ price }) => price)).size).toBe(12);
    expect(turns(trader, { orders }).flat()).toEqual([]);
    // A little later at another price it is the same lines.
    const [next] = spotOf(turns(trader, { orders: orders.slice(1), cents: CENTS * 1.000_1 }, 1).flat());
    expect(next?.price).toBe(orders[0]?.price);
  });

  it('gives up what the price has left behind', () => {
    const far = {
      order: 9,
      user: trader.user,
      market: 1,
      side: SIDE.buy,
      direction: 0,
      price: 1_000_000,
      lots: 9,
      resting: 9,
    };
    expect(turns(trader, { orders: [far] }, 1)[0]).toMatchObject([{ name: 'order.cancel', order: 9 }]);
  });
});

describe('a momentum trader', () => {
  const trader = traderOf('momentum');

  it('goes with a clear trend, with a take-profit and a stop-loss on the right sides', () => {
    for (const trend of [0.01, -0.01]) {
      const placed = contractsOf(turns(trader, { trend }).flat());
      expect(placed.length).toBeGreaterThan(100);
      for (const { direction, stopProfit, stopLoss, leverage } of placed) {
        expect(direction).toBe(trend > 0 ? CONTRACT_DIRECTION.openLong : CONTRACT_DIRECTION.openShort);
        expect(Math.sign(stopProfit - CENTS / 100)).toBe(Math.sign(trend));
        expect(Math.sign(stopLoss - CENTS / 100)).toBe(0 - Math.sign(trend));
        expect(leverage).toBe(trader.leverage);
      }
    }
    expect(turns(trader, { trend: 0.000_01 }).flat()).toEqual([]);
  });

  it('leaves when the trend turns', () => {
    const held = { position: 3, user: trader.user, market: 101, side: POSITION_SIDE.long, lots: 5, canClose: 5 };
    expect(turns(trader, { trend: -0.01, positions: [held] }, 1)[0]).toMatchObject([
      { name: 'position.close', position: 3 },
    ]);
  });
});

describe('a hedger', () => {
  const trader = traderOf('hedger', ({ markets: own }) => own[0]?.market === 1);

  it('sells as a contract what it holds on spot, and buys back what is too much', () => {
    const [first] = contractsOf(turns(trader, { coin: 0.02 }, 1).flat());
    expect(first).toMatchObject({ market: 101, direction: CONTRACT_DIRECTION.openShort });
    const worth = ((first?.lots ?? 0) * marketOf(101).lotWorth(CENTS)) / UNIT;
    expect(worth).toBeCloseTo(0.02 * (CENTS / 1_000), -1);
    const short = {
      position: 4,
      user: trader.user,
      market: 101,
      side: POSITION_SIDE.short,
      lots: 4_000,
      canClose: 4_000,
    };
    const [back] = contractsOf(turns(trader, { coin: 0.02, positions: [short] }, 1).flat());
    expect(back).toMatchObject({ direction: CONTRACT_DIRECTION.closeShort, leverage: 0 });
    expect(back?.lots).toBeCloseTo(2_000, -2);
  });
});
