// The edges of what an order of contracts may say and be, each refused with the numbers behind it (money §3, calls §9).
import { describe, expect, it } from 'vitest';
import { encodeCommand, RULE } from '../../src/index.ts';
import { Perpetual } from '../../src/perpetual/index.ts';
import { command } from '../kit/genesis.ts';
import { partsOf } from '../kit/spoil.ts';
import { ANNA, BEN, CARL, FOK, IOC, MARKET, NO_KEY, POST_ONLY, STOP_LIMIT, STOP_MARKET } from '../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  COIN,
  ContractWorld,
  CROSS,
  HOURLY,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  type Terms,
  U,
} from './kit.ts';

const at = (world: ContractWorld, terms: Terms) => world.send(world.contractOf(ANNA, { lots: 5, ...terms }));

describe('§3 the form of an order', () => {
  const world = new ContractWorld();
  it.each([
    ['no lots', { lots: 0, price: 100 }, { code: 2106, expected: 1, got: 0 }],
    ['a limit without a price', { price: 0 }, { code: 2104, expected: 1, got: 0 }],
    [
      'a market order with a price',
      { type: MARKET, timeInForce: IOC, price: 100 },
      { code: 2104, expected: 0, got: 100 },
    ],
    ['a stop without a trigger', { type: STOP_LIMIT, price: 100 }, { code: 2104, expected: 1, got: 0 }],
    ['a limit with a trigger', { price: 100, trigger: 101 }, { code: 2104, expected: 0, got: 101 }],
    ['an opening without leverage', { price: 100, leverage: 0 }, { code: 400, expected: 1, got: 0 }],
    ['a closing with leverage', { direction: CLOSE_LONG, price: 100, leverage: 3 }, { code: 400, expected: 0, got: 3 }],
    [
      'a closing with a stop-profit',
      { direction: CLOSE_LONG, price: 100, stopProfit: 104 },
      { code: 400, expected: 0, got: 1 },
    ],
    [
      'a closing with a stop-loss',
      { direction: CLOSE_LONG, price: 100, stopLoss: 96 },
      { code: 400, expected: 0, got: 1 },
    ],
    [
      'a market order that only makes',
      { type: MARKET, timeInForce: POST_ONLY, price: 0 },
      { code: 400, expected: 1, got: POST_ONLY },
    ],
  ] as const)('refuses %s', (_, terms, refusal) => {
    expect(at(world, terms)).toMatchObject(refusal);
  });

  it('a stop order with its trigger is taken; hit already, it is not', () => {
    expect(at(world, { type: STOP_LIMIT, price: 103, trigger: 102 }).code).toBe(200);
    expect(at(world, { type: STOP_LIMIT, price: 103, trigger: 100 })).toMatchObject({
      code: 2206,
      expected: 100,
      got: 100,
    });
  });

  it('says a mark between two ticks as the tick below it', () => {
    const half = new ContractWorld();
    half.must(half.ticks([10_050, 5_000]));
    half.wait(1);
    expect(at(half, { type: STOP_LIMIT, price: 103, trigger: 100 })).toMatchObject({
      code: 2206,
      expected: 100,
      got: 100,
    });
  });
});

describe('§3 stop-profit and stop-loss of an order', () => {
  it('are weighed against its price, or where it is triggered', () => {
    const world = new ContractWorld();
    const stop = { type: STOP_MARKET, timeInForce: IOC, price: 0, trigger: 104 };
    expect(at(world, { ...stop, stopProfit: 104 })).toMatchObject({ code: 2206, expected: 104, got: 104 });
    expect(at(world, { ...stop, stopProfit: 105 }).code).toBe(200);
    expect(at(world, { price: 98, stopProfit: 99 }).code).toBe(200);
    expect(at(world, { price: 98, stopLoss: 98 })).toMatchObject({ code: 2206, expected: 98, got: 98 });
    expect(at(world, { price: 98, stopLoss: 97 }).code).toBe(200);
  });

  it.each([
    ['stopProfit', { stopProfit: 104 }],
    ['stopLoss', { stopLoss: 96 }],
  ] as const)('only %s: one guard, none of the other kind', (_, guard) => {
    const world = new ContractWorld();
    world.go(ANNA, OPEN_LONG, 10, 100, guard);
    world.go(BEN, OPEN_SHORT, 10, 100);
    expect(world.emitted('contract.opened').filter((one) => one.guard > 0)).toHaveLength(1);
  });

  it('none: no guard', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 10, 100);
    expect(world.emitted('contract.opened').filter((one) => one.guard > 0)).toHaveLength(0);
  });
});

describe('§3 size', () => {
  it('a value of exactly the most is taken, one more is not; of coin contracts it counts their face', () => {
    const world = new ContractWorld({}, { terms: { maxValue: 1_000 } });
    expect(at(world, { lots: 10, price: 100 }).code).toBe(200);
    expect(at(world, { lots: 11, price: 100 })).toMatchObject({ code: 2107, expected: 1_000, got: 1_100 });
    expect(at(world, { market: COIN, lots: 10_001, price: 100 })).toMatchObject({
      code: 2107,
      expected: 100_000,
      got: 100_010,
    });
  });

  it('of a market order it counts the price above the mark', () => {
    const world = new ContractWorld({}, { terms: { maxValue: 1_010 } });
    world.go(BEN, OPEN_SHORT, 10, 101);
    world.must(world.ticks([10_050, 5_000]));
    const market = { type: MARKET, timeInForce: IOC, price: 0 };
    expect(at(world, { ...market, lots: 11 })).toMatchObject({ code: 2107, expected: 1_010, got: 1_111 });
    expect(at(world, { ...market, lots: 10 }).code).toBe(200);
  });

  it('with 200 orders standing, what cannot rest is still taken', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_SHORT, 10, 101);
    world.batch(Array.from({ length: 200 }, () => world.contractOf(ANNA, { lots: 1, price: 96 })));
    expect(at(world, { price: 96 })).toMatchObject({ code: 2110, expected: 200, got: 200 });
    expect(at(world, { price: 101, timeInForce: IOC }).code).toBe(200);
  });

  it('fill or kill takes all or nothing, and says how much there is', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_SHORT, 3, 100);
    expect(at(world, { price: 100, timeInForce: FOK })).toMatchObject({ code: 2111, expected: 5, got: 3 });
    world.go(CARL, OPEN_SHORT, 2, 100);
    expect(at(world, { price: 100, timeInForce: FOK }).code).toBe(200);
    expect(world.position(ANNA, LONG)?.lots).toBe(5);
  });

  it('the best of the other side is that of the side that is met', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_SHORT, 5, 101);
    const market = { type: MARKET, timeInForce: IOC, price: 0 };
    expect(at(world, { ...market, direction: OPEN_SHORT })).toMatchObject({ code: 2111, expected: 1, got: 0 });
    expect(at(world, market).code).toBe(200);
  });
});

describe('§3 who is being liquidated', () => {
  /** What the exchange would answer while a position or a wallet waits for its liquidation. */
  function asked(where: 'position' | 'contract wallet', terms: Terms): number {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 10, 100);
    const { context } = partsOf(world.exchange).domains.find((one) => one instanceof Perpetual)!;
    const { rows, contractWallets, holdings } = context.positions;
    const holding = context.positions.holding(ANNA, U);
    const slot = holdings.long[holding]!;
    (where === 'position' ? rows.endangered : contractWallets.endangered)[
      where === 'position' ? slot : rows.contractWallet[slot]!
    ] = 1;
    return world.exchange.ask(encodeCommand(world.contractOf(ANNA, { lots: 5, price: 100, ...terms })), 0).code;
  }

  it.each(['position', 'contract wallet'] as const)('neither opens more nor closes by itself: %s', (where) => {
    expect(asked(where, { direction: OPEN_LONG })).toBe(2207);
    expect(asked(where, { direction: CLOSE_LONG, leverage: 0 })).toBe(2207);
  });

  it('a short of the same wallet does not wait with its long position, but with its wallet', () => {
    expect(asked('position', { direction: OPEN_SHORT })).toBe(200);
    expect(asked('contract wallet', { direction: OPEN_SHORT })).toBe(2207);
  });

  /** What the exchange would answer to an amend of a resting order of Anna. */
  function amended(where: 'position' | 'contract wallet', direction: number, rules?: number): number {
    const world = new ContractWorld(rules === undefined ? {} : { rules });
    world.pair(ANNA, BEN, 10, 100);
    const price = direction === OPEN_LONG || direction === CLOSE_SHORT ? 96 : 104;
    const order = world.go(ANNA, direction, 5, price);
    const { context } = partsOf(world.exchange).domains.find((one) => one instanceof Perpetual)!;
    const { rows, contractWallets, holdings } = context.positions;
    const slot = holdings.long[context.positions.holding(ANNA, U)]!;
    (where === 'position' ? rows.endangered : contractWallets.endangered)[
      where === 'position' ? slot : rows.contractWallet[slot]!
    ] = 1;
    const amend = command('order.amend', { user: ANNA, ...NO_KEY, order, price: 0, lots: 3 });
    return world.exchange.ask(encodeCommand(amend), 0).code;
  }

  it('nor amends an order (issue 13 A.11): of the position or, with the wallet, of any', () => {
    for (const direction of [OPEN_LONG, CLOSE_LONG]) {
      expect(amended('position', direction)).toBe(2207);
      expect(amended('contract wallet', direction)).toBe(2207);
      expect(amended('position', direction, RULE.amendLiquidating - 1), 'as it was before').toBe(200);
    }
    expect(amended('position', OPEN_SHORT)).toBe(200);
    expect(amended('contract wallet', OPEN_SHORT)).toBe(2207);
  });
});

describe('§3 leverage and mode of what is open', () => {
  it('orders that wait bind the leverage as positions do', () => {
    const world = new ContractWorld();
    world.go(ANNA, OPEN_SHORT, 5, 104, { leverage: 7 });
    expect(at(world, { price: 96, leverage: 8 })).toMatchObject({ code: 2203, expected: 7, got: 8 });
    expect(at(world, { price: 96, leverage: 8, market: HOURLY })).toMatchObject({ code: 2108 });
    expect(at(world, { price: 96, leverage: 7 }).code).toBe(200);
    world.cancelAll(ANNA);
    expect(at(world, { price: 96, leverage: 8, marginMode: CROSS }).code, 'nothing is open any more').toBe(200);
  });

  it('a tier takes exactly its cap', () => {
    const world = new ContractWorld();
    // Its cap is 20,000 at a mark of 100: 200 lots fit, if only the wallet had them; 201 do not.
    expect(at(world, { lots: 200, price: 100, leverage: 50 }).code).not.toBe(2203);
    expect(at(world, { lots: 201, price: 100, leverage: 50 })).toMatchObject({ code: 2203, expected: 20, got: 50 });
  });
});
