// Orders and positions of contracts as sentences (money §3).
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, GTC } from '../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  COIN,
  COIN_WALLET,
  ContractWorld,
  CROSS,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from './kit.ts';

describe('money §3 opening and closing', () => {
  it('a long and a short of one fill have one value, and clearing stays at nothing', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 50, cost: 5_000, canClose: 50, margin: 0, leverage: 10 });
    expect(world.position(BEN, SHORT)).toMatchObject({ lots: 50, cost: 5_000 });
  });

  it('profit is realised through clearing, less the fee, and both sides together only lose fees', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    const before = world.free(ANNA, USDT, U_WALLET);
    world.tick(104);
    world.go(BEN, CLOSE_SHORT, 50, 104);
    world.go(ANNA, CLOSE_LONG, 50, 104);
    // 50 lots × 4 ticks = 200 atoms, less ⌈5,200 × 0.005⌉.
    expect(world.free(ANNA, USDT, U_WALLET) - before).toBe(200 - 26);
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });

  it('an isolated position has its own margin: initial margin at each fill, its share back at each close', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100, { marginMode: ISOLATED });
    expect(world.position(ANNA, LONG)).toMatchObject({ margin: 500, marginMode: ISOLATED });
    world.go(BEN, CLOSE_SHORT, 20, 99, { marginMode: ISOLATED });
    world.go(ANNA, CLOSE_LONG, 20, 99, { marginMode: ISOLATED });
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 30, cost: 3_000, margin: 300, priceProfit: -20 });
  });

  it('coin contracts settle in the coin: value is contracts × face ÷ price, rounded once against the taker', () => {
    const world = new ContractWorld();
    // 7 × 1,000 ÷ 99: 70.7; a selling taker's rounds up, a buying one's down.
    world.go(BEN, OPEN_SHORT, 7, 99, { market: COIN });
    world.go(ANNA, OPEN_LONG, 7, 99, { market: COIN });
    expect(world.position(ANNA, LONG, COIN)).toMatchObject({ cost: 70 });
    expect(world.position(BEN, SHORT, COIN)).toMatchObject({ cost: 70 });
    world.go(ANNA, CLOSE_LONG, 7, 99, { market: COIN });
    world.go(BEN, CLOSE_SHORT, 7, 99, { market: COIN });
    expect(world.position(ANNA, LONG, COIN)).toBeUndefined();
  });

  it('one long and one short position a user and market, side by side', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 20, 100);
    world.pair(BEN, ANNA, 10, 100);
    expect([world.position(ANNA, LONG)?.lots, world.position(ANNA, SHORT)?.lots]).toEqual([20, 10]);
    expect([world.position(BEN, LONG)?.lots, world.position(BEN, SHORT)?.lots]).toEqual([10, 20]);
  });

  it('closing orders reserve what they close: more is refused with 2202, what is cancelled is free again', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    const first = world.go(ANNA, CLOSE_LONG, 30, 104);
    expect(world.position(ANNA, LONG)?.canClose).toBe(20);
    expect(world.order2(ANNA, CLOSE_LONG, 21, 104)).toMatchObject({ code: 2202, expected: 20, got: 21 });
    world.cancel(ANNA, first);
    expect(world.position(ANNA, LONG)?.canClose).toBe(50);
    expect(world.order2(CARL, CLOSE_LONG, 1, 104)).toMatchObject({ code: 2201 });
  });

  it('quick close closes all at the market; the newest of the own closing orders are cut as it shrinks', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    const old = world.go(ANNA, CLOSE_LONG, 20, 104);
    const young = world.go(ANNA, CLOSE_LONG, 25, 105);
    world.go(CARL, OPEN_LONG, 15, 100);
    world.closePosition(ANNA, world.position(ANNA, LONG)!.position);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 35, canClose: 0 });
    expect(world.audit.orders.get(young)?.lots).toBe(15);
    world.go(CARL, OPEN_LONG, 40, 100);
    world.closePosition(ANNA, world.position(ANNA, LONG)!.position);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect([world.closed(old), world.closed(young)]).toEqual([
      [2, 14],
      [2, 14],
    ]);
  });

  it('the house quotes contracts: it reduces what it has against an order, then opens', () => {
    const world = new ContractWorld();
    world.quote(U, [
      [1, 99, 100],
      [2, 101, 100],
    ]);
    world.go(ANNA, OPEN_LONG, 40, 0);
    expect(world.position(MARKET_MAKER, SHORT)).toMatchObject({ lots: 40, marginMode: CROSS, leverage: 5 });
    world.go(ANNA, CLOSE_LONG, 40, 0);
    expect(world.position(MARKET_MAKER, SHORT)).toBeUndefined();
    expect(world.position(MARKET_MAKER, LONG)).toBeUndefined();
    world.go(ANNA, OPEN_SHORT, 10, 0);
    world.go(BEN, OPEN_LONG, 30, 0);
    expect([world.position(MARKET_MAKER, LONG), world.position(MARKET_MAKER, SHORT)?.lots]).toEqual([undefined, 20]);
  });
});

describe('money §3 what is required', () => {
  it('initial margin, fee and opening loss must be there: 2204 with both numbers', () => {
    const world = new ContractWorld({}, { money: 100 });
    // 10 lots at 100: 1,000 ÷ 10 + ⌈5⌉ = 105.
    expect(world.order2(ANNA, OPEN_LONG, 10, 100)).toMatchObject({ code: 2204, expected: 105, got: 100 });
    expect(world.order2(ANNA, OPEN_LONG, 9, 100)).toMatchObject({ code: 200 });
    expect(world.order2(ANNA, OPEN_SHORT, 9, 100)).toMatchObject({ code: 2204 });
  });

  it('a fill worse than the mark needs the difference too', () => {
    const world = new ContractWorld({}, { money: 149 });
    // 1,040 ÷ 10 + ⌈5.2⌉ + 10 × 4 = 150.
    expect(world.order2(ANNA, OPEN_LONG, 10, 104)).toMatchObject({ code: 2204, expected: 150, got: 149 });
  });

  it('what stands against a wallet may not leave it; profit not realised neither', () => {
    const world = new ContractWorld({}, { money: 1_000 });
    world.pair(ANNA, BEN, 50, 100);
    world.tick(110);
    const free = world.free(ANNA, USDT, U_WALLET);
    // Initial margin at the mark: 5,500 ÷ 10.
    expect(world.transfer(ANNA, U_WALLET, 1, USDT, free - 550 + 1)).toMatchObject({ code: 3001, expected: free - 549 });
    expect(world.transfer(ANNA, U_WALLET, 1, USDT, free - 550)).toMatchObject({ code: 200 });
    // Ben lost 500.
    const bens = world.free(BEN, USDT, U_WALLET);
    expect(bens - 550 - 500).toBeLessThan(0);
    expect(world.transfer(BEN, U_WALLET, 1, USDT, 1)).toMatchObject({ code: 3001, got: 0 });
  });
});

describe('money §3 what an isolated position does to its wallet', () => {
  it('nothing beyond its margin: all that is not there may leave, whatever it has lost', () => {
    const world = new ContractWorld({}, { money: 1_000 });
    world.pair(ANNA, BEN, 50, 100, { marginMode: ISOLATED });
    world.tick(96);
    const free = world.free(ANNA, USDT, U_WALLET);
    expect(free).toBe(1_000 - 500 - 25);
    expect(world.transfer(ANNA, U_WALLET, 1, USDT, free)).toMatchObject({ code: 200 });
  });
});

describe('money §3 wallets of coin contracts', () => {
  it('margin, profit and fees are in the coin', () => {
    const world = new ContractWorld();
    const before = world.wealth(ANNA, COIN_WALLET) + world.wealth(BEN, COIN_WALLET);
    world.pair(ANNA, BEN, 50, 100, { market: COIN, marginMode: ISOLATED });
    expect(world.position(ANNA, LONG, COIN)).toMatchObject({ cost: 500, margin: 50 });
    world.tick(102);
    world.go(ANNA, CLOSE_LONG, 50, 102, { market: COIN, marginMode: ISOLATED, timeInForce: GTC });
    world.go(BEN, CLOSE_SHORT, 50, 102, { market: COIN, marginMode: ISOLATED });
    // ⌊50,000 ÷ 102⌋ = 490: the long gained 10.
    expect(world.position(ANNA, LONG, COIN)).toBeUndefined();
    const fees = before - world.wealth(ANNA, COIN_WALLET) - world.wealth(BEN, COIN_WALLET);
    // 500 USD of turnover made the second taker cheaper: 0.4 % of 490.
    expect(fees).toBe(1 + 3 + 1 + 2);
  });
});
