// Liquidation of wallets that several positions share (money §3).

import { describe, expect, it } from 'vitest';
import { RULE } from '../../src/rules.ts';
import { agreed } from '../desk/kit.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  COIN,
  COIN_WALLET,
  HOURLY,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from '../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from './kit.ts';

/** Rules under which the fund paid for fills and want of orders led to deleveraging. */
const BEFORE = { rules: RULE.solventWaits - 1 };

const LEVERAGE = { leverage: 20 } as const;

/** Anna's wallet 2 has `money`; Ben's, the other side of all she does, what he moved there. */
function poor(money: number, insurance = 10_000): RiskWorld {
  const world = riskWorld(insurance, {}, BEFORE);
  world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - money);
  return world;
}

describe('money §3 steps 1 and 2', () => {
  it('opening orders are cancelled and both sides of a market netted at the index, free; that may be enough', () => {
    const world = poor(1_000);
    world.go(ANNA, OPEN_LONG, 100, 100, LEVERAGE);
    world.go(BEN, OPEN_SHORT, 100, 100);
    world.go(ANNA, OPEN_SHORT, 60, 100, LEVERAGE);
    world.go(CARL, OPEN_LONG, 60, 100);
    const resting = world.go(ANNA, OPEN_LONG, 10, 95, LEVERAGE);
    expect(world.free(ANNA, USDT, U_WALLET)).toBe(974);
    // 974 − 40 × (100 − x) against 1.6 x: 134 and 126.4 at 79, 94 and 124.8 at 78.
    world.index(7_900);
    expect(world.steps()).toEqual([]);
    world.index(7_800);
    expect(world.liquidationSteps()).toEqual([
      [ANNA, 1, 0, 0],
      [ANNA, 2, 60, 0],
    ]);
    expect(world.steps()[1]).toMatchObject({ equity: 94, maintenance: 125, mark: 7_800 });
    expect(world.closed(resting)).toEqual([2, 8]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 40, priceProfit: -1_320, feeProfit: -20 });
    expect(world.position(ANNA, SHORT)).toBeUndefined();
    expect(world.free(ANNA, USDT, U_WALLET)).toBe(974);
    // Above maintenance again: nothing more, until the next endangers it.
    world.index(7_700);
    expect(world.steps()).toEqual([]);
  });

  it('equal sides have no lower trigger: a hedged wallet is liquidated on the way up', () => {
    const world = poor(300);
    world.go(ANNA, OPEN_LONG, 20, 100, LEVERAGE);
    world.go(BEN, OPEN_SHORT, 20, 100);
    world.go(ANNA, OPEN_SHORT, 20, 100, LEVERAGE);
    world.go(CARL, OPEN_LONG, 20, 100);
    for (const cents of [7_000, 4_000, 2_000]) {
      world.index(cents);
      expect(world.steps()).toEqual([]);
    }
    const long = world.position(ANNA, LONG)!;
    expect(long.liquidation).toBeGreaterThan(10_000);
    world.index(90_000);
    expect(world.liquidationSteps()).toEqual([[ANNA, 2, 20, 0]]);
  });
});

describe('money §3 step 3', () => {
  it('the position with the greatest maintenance goes first, one a tick', () => {
    const world = poor(900);
    world.go(ANNA, OPEN_LONG, 50, 100, LEVERAGE);
    world.go(BEN, OPEN_SHORT, 50, 100);
    world.go(ANNA, OPEN_LONG, 20, 50, { ...LEVERAGE, market: HOURLY });
    world.go(BEN, OPEN_SHORT, 20, 50, { market: HOURLY });
    world.quoteAround(93, 110, 1_000);
    world.quoteAround(47, 60, 1_000, HOURLY);
    // 900 − 30 − 250 − 500 = 120, against 47.5 + 95.
    world.index(9_500, 4_750);
    expect(world.steps()).toMatchObject([{ market: HOURLY, step: 3, lots: 20 }]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 50 });
    expect(world.position(ANNA, LONG, HOURLY)).toBeUndefined();
  });

  it('where the wallet could not pay the loss, the position that brings it most goes first', () => {
    const world = poor(1_200);
    world.go(ANNA, OPEN_LONG, 120, 100, LEVERAGE);
    world.go(BEN, OPEN_SHORT, 120, 100, { leverage: 2 });
    world.go(ANNA, OPEN_SHORT, 20, 50, { ...LEVERAGE, market: HOURLY });
    world.go(CARL, OPEN_LONG, 20, 50, { market: HOURLY, leverage: 2 });
    world.index(9_000, 4_500);
    world.quoteAround(78, 110, 1_000);
    world.quoteAround(30, 43, 1_000, HOURLY);
    // 1,156 − 2,520 + 1,500 = 136 against 94.8 + 85; the long would cost more than the wallet has.
    world.index(7_900, 4_250);
    expect(world.steps()).toMatchObject([{ market: HOURLY, step: 3, lots: 20 }]);
    world.index(7_900, 4_250);
    expect(world.steps()).toMatchObject([{ market: U, step: 3 }]);
    expect(world.free(ANNA, USDT, U_WALLET)).toBeGreaterThanOrEqual(0);
  });

  it('a wallet far below zero loses what it has and no more; the fund and the other side bear the rest', () => {
    const world = poor(1_200, 100_000);
    world.go(ANNA, OPEN_LONG, 120, 100, LEVERAGE);
    world.go(BEN, OPEN_SHORT, 120, 100, { leverage: 2 });
    world.quoteAround(69, 110, 1_000);
    world.index(7_000);
    const fund = world.insurance();
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.free(ANNA, USDT, U_WALLET)).toBe(0);
    // 12,000 less what the wallet had is the bankruptcy value; the book gave 120 × 69.
    expect(100_000 - fund).toBe(12_000 - 1_176 - 8_280);
  });

  it('a wallet below zero loses all its positions in one tick; above zero one a tick', () => {
    const closed = [9_500, 9_300].map((first) => {
      const world = poor(900);
      world.go(ANNA, OPEN_LONG, 50, 100, LEVERAGE);
      world.go(BEN, OPEN_SHORT, 50, 100);
      world.go(ANNA, OPEN_LONG, 20, 50, { ...LEVERAGE, market: HOURLY });
      world.go(BEN, OPEN_SHORT, 20, 50, { market: HOURLY });
      world.quoteAround(92, 110, 1_000);
      world.quoteAround(47, 60, 1_000, HOURLY);
      // 870 − 250 − 500 at 95 and 47.50, 870 − 350 − 600 at 93 and 47.
      world.index(first, first === 9_500 ? 4_750 : 4_700);
      return world.steps().map(({ market, step, equity }) => [market, step, equity > 0]);
    });
    expect(closed).toEqual([
      [[HOURLY, 3, true]],
      [
        [HOURLY, 3, false],
        [U, 3, false],
      ],
    ]);
  });

  it('a coin wallet is liquidated by its coin contract, inverse to the letter', () => {
    const world = riskWorld(10_000, {}, BEFORE);
    world.transfer(ANNA, COIN_WALLET, 1, BTC, world.free(ANNA, BTC, COIN_WALLET) - 60);
    world.go(ANNA, OPEN_LONG, 100, 100, { ...LEVERAGE, market: COIN });
    world.go(BEN, OPEN_SHORT, 100, 100, { market: COIN, leverage: 4 });
    world.quoteAround(94, 130, 1_000, COIN);
    // 100 contracts of 10 USD: cost 1,000 atoms. Wallet 58 + 1,000 − 100,000 ÷ x against 1,000 ÷ x.
    const trigger = Math.floor(10_100_000 / 1_058);
    expect(world.position(ANNA, LONG, COIN)!.liquidation).toBe(trigger);
    world.index(trigger + 1);
    expect(world.steps()).toEqual([]);
    world.index(trigger);
    expect(world.steps()).toMatchObject([{ market: COIN, step: 3, lots: 100 }]);
    expect(world.position(ANNA, LONG, COIN)).toBeUndefined();
    expect(world.free(ANNA, BTC, COIN_WALLET)).toBeGreaterThanOrEqual(0);
  });
});

describe('money §3 step 5 of a wallet', () => {
  it('where the first position finds nobody, another that does is closed at once; the desk is called once', () => {
    const world = poor(1_200, 0);
    world.go(BEN, OPEN_SHORT, 100, 100);
    world.go(ANNA, OPEN_LONG, 100, 100, LEVERAGE);
    world.go(CARL, OPEN_SHORT, 102, 50, { market: HOURLY });
    world.go(BEN, OPEN_LONG, 100, 50, { market: HOURLY });
    world.go(ANNA, OPEN_LONG, 2, 50, { ...LEVERAGE, market: HOURLY });
    // Ben would be below zero by taking over what Anna has of the first; Carl can take the second.
    world.index(8_000, 2_900);
    expect(world.liquidationSteps()).toEqual([
      [ANNA, 5, 100, 0],
      [ANNA, 4, 2, 0],
    ]);
    expect(world.position(ANNA, LONG, HOURLY)).toBeUndefined();
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 100 });
    const state = () => world.contracts.contracts.get(U)!.state;
    expect(state()).toBe(2);
    // The desk opens it again, knowing of the wallet that waits: it is not stopped anew for the same one.
    const open = { market: U, state: 1, minValue: 0, maxValue: 0 };
    expect(agreed(world, command('market.change', open)).code).toBe(200);
    world.index(8_000, 2_900);
    expect(world.liquidationSteps()).toEqual([]);
    expect(state()).toBe(1);
  });
});

describe('money §3 the liquidation price of both sides of a market', () => {
  it('is one, and a fill of one side emits that of the other, once', () => {
    const world = poor(1_000);
    world.go(ANNA, OPEN_LONG, 100, 100, LEVERAGE);
    world.go(BEN, OPEN_SHORT, 100, 100);
    // 980 − 100 × (100 − x) = x.
    expect(world.position(ANNA, LONG)?.liquidation).toBe(9_111);
    world.go(ANNA, OPEN_SHORT, 60, 100, LEVERAGE);
    world.go(CARL, OPEN_LONG, 60, 100);
    // 974 − 40 × (100 − x) = 1.6 x.
    expect([LONG, SHORT].map((side) => world.position(ANNA, side)?.liquidation)).toEqual([7_880, 7_880]);
    const emitted = world.emitted('position.changed').filter(({ user, side }) => user === ANNA && side === LONG);
    expect(emitted.map(({ lots, liquidation }) => [lots, liquidation])).toEqual([[100, 7_880]]);
    // Without the other side, and its fee of 24: 950 − 100 × (100 − x) = x.
    world.go(CARL, CLOSE_LONG, 60, 100, { leverage: 0 });
    world.go(ANNA, CLOSE_SHORT, 60, 100, { leverage: 0 });
    expect(world.position(ANNA, SHORT)).toBeUndefined();
    expect(world.position(ANNA, LONG)?.liquidation).toBe(9_141);
  });
});

describe('money §3 who is looked at', () => {
  it('a wallet that lost by a fill, by a transfer or by another market is found at the next tick', () => {
    const world = poor(1_000);
    world.go(ANNA, OPEN_LONG, 100, 100, LEVERAGE);
    world.go(BEN, OPEN_SHORT, 100, 100);
    world.index(9_800);
    world.go(BEN, CLOSE_SHORT, 1, 97, { leverage: 0 });
    // What is not needed may leave; the wallet's bounds are made anew.
    const left = world.free(ANNA, USDT, U_WALLET) - 200 - 490;
    expect(world.transfer(ANNA, U_WALLET, 1, USDT, left).code).toBe(200);
    world.quoteAround(93, 110, 1_000);
    // 690 − 100 × (100 − x) ≤ x at 94.04.
    world.index(9_405);
    expect(world.steps()).toEqual([]);
    world.index(9_404);
    expect(world.steps()).toMatchObject([{ step: 3, user: ANNA }]);
  });
});
