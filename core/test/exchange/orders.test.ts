// Orders: every type with every time in force; what is held; how they change and end (money §2).
import { describe, expect, it } from 'vitest';
import { BTC, USDT } from '../kit/genesis.ts';
import {
  ANNA,
  BEN,
  BUY,
  CARL,
  FOK,
  GTC,
  HOUSE,
  IOC,
  MARKET,
  POST_ONLY,
  PROFIT_LIMIT,
  PROFIT_MARKET,
  SELL,
  STOP_LIMIT,
  STOP_MARKET,
  World,
} from '../kit/world.ts';

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
  it('a sell holds its coins', () => {
    const world = new World();
    world.sell(ANNA, 10, 105);
    expect(world.held(ANNA, BTC)).toBe(10);
  });
});
