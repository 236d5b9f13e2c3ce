// Liquidation, step by step (money §3).

import { describe, expect, it } from 'vitest';
import { CLOSE_REASON, MARKET_MAKER } from '../../src/enum/index.ts';
import { activations } from '../../src/index.ts';
import { RULE } from '../../src/rules.ts';
import { USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { CLOSE_LONG, HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U, U_WALLET } from '../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from './kit.ts';

/** Rules under which the fund paid for fills and want of orders led to deleveraging. */
const BEFORE = { rules: RULE.solventWaits - 1 };

describe('money §3 liquidation of an isolated position', () => {
  it('is not touched one cent above its trigger, and is cut at it', () => {
    const world = riskWorld(10_000);
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    const { liquidation, margin } = world.position(ANNA, LONG)!;
    // 500 margin for a cost of 10,000, maintenance 1 % of the value: V = 9,500 ÷ 0.99.
    expect([margin, liquidation]).toEqual([500, 9_595]);
    world.quoteAround(95, 105, 1_000);
    world.index(9_596);
    expect(world.steps()).toEqual([]);
    world.index(9_595);
    expect(world.liquidationSteps()).toEqual([[ANNA, 3, 100, 0]]);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.dealt()).toEqual([[95, 100]]);
  });

  it('equity that equals maintenance to the atom is endangered', () => {
    const world = riskWorld(10_000, {}, BEFORE);
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    world.margin(ANNA, world.position(ANNA, LONG)!.position, 1, 590);
    expect(world.position(ANNA, LONG)!.liquidation).toBe(9_000);
    world.index(9_001);
    expect(world.steps()).toEqual([]);
    world.index(9_000);
    expect(world.steps()[0]).toMatchObject({ user: ANNA, equity: 90, maintenance: 90 });
  });

  it('a short is reached by a rising mark', () => {
    const world = riskWorld(10_000);
    world.isolatedPair(BEN, ANNA, 100, 100, 2);
    world.isolatedPair(CARL, BEN, 20, 100, 2);
    world.leverage(ANNA, 20, ISOLATED);
    const short = world.position(ANNA, SHORT)!;
    // 5,000 of margin at leverage 2; leverage 20 gives what is above a twentieth back.
    const value = ((10_000 + short.margin) * 100) / 101;
    expect(short.liquidation).toBe(Math.ceil(value));
    world.quoteAround(95, 105, 1_000);
    world.index(short.liquidation - 1);
    expect(world.steps()).toEqual([]);
    world.index(short.liquidation);
    expect(world.emitted('liquidation.step').map(({ user }) => user)).toEqual([ANNA]);
    expect(world.position(ANNA, SHORT)).toBeUndefined();
  });

  it('step 1: its opening and closing orders are cancelled, those of other positions stay', () => {
    const world = riskWorld(10_000);
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    const adding = world.go(ANNA, OPEN_LONG, 10, 90, { marginMode: ISOLATED, leverage: 20 });
    const closing = world.go(ANNA, CLOSE_LONG, 10, 104, { marginMode: ISOLATED });
    const other = world.go(ANNA, OPEN_SHORT, 10, 104, { marginMode: ISOLATED, leverage: 20 });
    world.quoteAround(95, 105, 1_000);
    world.index(9_595);
    expect(world.liquidationSteps().map(([, step]) => step)).toEqual([1, 3]);
    expect([world.closed(adding), world.closed(closing), world.closed(other)]).toEqual([
      [2, CLOSE_REASON.liquidation],
      [2, CLOSE_REASON.liquidation],
      undefined,
    ]);
  });

  it('step 3: of a better fill the fund gets at most 0.5 % of its value, the rest stays the user’s', () => {
    const world = riskWorld(10_000);
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    world.go(CARL, OPEN_LONG, 100, 96, { leverage: 2 });
    const before = world.free(ANNA, USDT, U_WALLET);
    world.index(9_595);
    // 9,600 against a bankruptcy value of 9,500: ⌊9,600 ÷ 200⌋ = 48 of 100 to the fund.
    expect(world.steps()).toMatchObject([{ step: 3, bankruptcy: 9_500, insurance: 48 }]);
    expect(world.insurance()).toBe(10_048);
    expect(world.free(ANNA, USDT, U_WALLET) - before).toBe(52);
  });

  it('step 3: a worse one is made good by the fund, the user loses his margin and no more', () => {
    const world = riskWorld(10_000, {}, BEFORE);
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    world.quoteAround(92, 105, 1_000);
    const before = world.free(ANNA, USDT, U_WALLET);
    world.index(9_300);
    expect(world.steps()).toMatchObject([{ step: 3, bankruptcy: 9_500, insurance: -300 }]);
    expect(world.insurance()).toBe(9_700);
    expect(world.free(ANNA, USDT, U_WALLET)).toBe(before);
  });

  it('step 3: no further than 2 % from the mark', () => {
    const world = riskWorld(10_000, {}, { rules: RULE.fundTakesOver - 1 });
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    world.quoteAround(91, 105, 1_000);
    world.index(9_300);
    // 92 would be within 2 % of 93, 91 is not: Ben, who is short, is closed at the bankruptcy price of 95.
    expect(world.liquidationSteps()).toEqual([[ANNA, 4, 100, 0]]);
    expect(world.emitted('deleveraged')).toMatchObject([{ user: BEN, lots: 100, value: 9_500 }]);
    expect(world.position(BEN, SHORT)).toBeUndefined();
  });

  it('step 3: above the first step of maintenance it is cut to the cap of the one below, once a tick', () => {
    const world = riskWorld(10_000, { money: 40_000 });
    world.isolatedPair(ANNA, BEN, 600, 100, 20);
    // 3,000 + V − 60,000 = 0.025 V − 300 (the cumulative amount of the second step).
    expect(world.position(ANNA, LONG)!.liquidation).toBe(Math.floor(56_700 / 0.975 / 6));
    world.quoteAround(95, 105, 10_000);
    world.index(9_692);
    // At 96.92 the first step holds 206 lots.
    expect(world.liquidationSteps()).toEqual([[ANNA, 3, 394, 0]]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 206 });
    world.index(9_692);
    expect(world.liquidationSteps()).toEqual([]);
    world.index(9_400);
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });

  /** Anna long 600 lots, isolated, at 100: 3,000 of margin, so nothing is left of it at 95. */
  function large(rules: number, bids: readonly (readonly [side: number, price: number, lots: number])[]): RiskWorld {
    const world = riskWorld(100_000, { money: 40_000 }, { rules });
    world.isolatedPair(ANNA, BEN, 600, 100, 20);
    world.quote(U, [...bids, [2, 105, 10_000]]);
    return world;
  }

  it('step 3: with equity of 0 or less it is cut until all is closed, in one tick', () => {
    const world = large(RULE.bankruptAtOnce, [[1, 95, 10_000]]);
    // 600 × 4.99 are lost of 3,000: 6 are left.
    world.index(9_501);
    expect(world.steps()).toMatchObject([{ step: 3, lots: 390, equity: 6 }]);
    const bankrupt = large(RULE.bankruptAtOnce, [[1, 95, 10_000]]);
    bankrupt.index(9_500);
    expect(bankrupt.steps()).toMatchObject([
      { step: 3, lots: 390, equity: 0, insurance: 0 },
      { step: 3, lots: 210, equity: 0, insurance: 0 },
    ]);
    expect(bankrupt.position(ANNA, LONG)).toBeUndefined();
  });

  it('step 4: what the book does not take of a bankrupt position is deleveraged in the same tick', () => {
    const world = large(RULE.bankruptAtOnce, [[1, 94, 450]]);
    world.index(9_400);
    // The book takes all of the first cut, the fund pays 1 a lot; the second is of the first step: all the rest.
    expect(world.liquidationSteps()).toEqual([
      [ANNA, 3, 388, -388],
      [ANNA, 3, 62, -62],
      [ANNA, 4, 150, 0],
    ]);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.position(BEN, SHORT)).toMatchObject({ lots: 450 });
  });

  it('a bankrupt wallet is closed in one tick too', () => {
    const world = riskWorld(100_000, { money: 40_000 }, BEFORE);
    world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 3_600);
    world.go(ANNA, OPEN_LONG, 600, 100, { leverage: 20 });
    world.go(BEN, OPEN_SHORT, 600, 100, { leverage: 2 });
    world.quoteAround(92, 105, 10_000);
    world.index(9_350);
    expect(world.steps().map(({ step, equity }) => [step, equity <= 0])).toEqual([
      [3, true],
      [3, true],
    ]);
    expect(world.steps().reduce((sum, { lots }) => sum + lots, 0)).toBe(600);
    expect(world.free(ANNA, USDT, U_WALLET)).toBe(0);
  });

  it('before rules bankruptAtOnce a part stayed open below zero; the first tick under them takes it', () => {
    const world = large(RULE.bankruptAtOnce - 1, [[1, 94, 10_000]]);
    world.index(9_400);
    expect(world.steps()).toMatchObject([{ step: 3, lots: 388, equity: -600 }]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 212 });
    for (const one of activations(RULE.bankruptAtOnce - 1, RULE.bankruptAtOnce)) world.must(one);
    expect(world.steps(), 'activation liquidates nobody').toEqual([]);
    world.index(9_400);
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });

  it('a mark that goes on rising leaves no part of a bankrupt short open (simulator, seed 104708444)', () => {
    const left = [RULE.bankruptAtOnce - 1, RULE.bankruptAtOnce].map((rules) => {
      const world = riskWorld(1_000_000, { money: 40_000 }, { rules });
      world.go(BEN, OPEN_LONG, 600, 100, { marginMode: ISOLATED, leverage: 2 });
      world.go(ANNA, OPEN_SHORT, 600, 100, { marginMode: ISOLATED, leverage: 20 });
      for (const cents of [10_600, 10_700, 10_800, 10_900]) {
        world.quote(U, [[2, Math.ceil(cents / 100), 10_000]]);
        world.time += 1_000;
        world.index(cents);
      }
      return world.position(ANNA, SHORT)?.lots ?? 0;
    });
    expect(left[0]).toBeGreaterThan(0);
    expect(left[1]).toBe(0);
  });

  it('step 3: the fund pays at most a fifth of itself in an hour and market; the rest is deleveraged', () => {
    const world = riskWorld(1_000, {}, BEFORE);
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    world.quote(U, [
      [1, 94, 50],
      [1, 93, 50],
      [2, 105, 10],
    ]);
    world.index(9_300);
    // 50 lots at 94 cost the fund 50 of the 200 it may pay; 50 at 93 another 100; nothing is left to deleverage.
    expect(world.liquidationSteps()).toEqual([[ANNA, 3, 100, -150]]);
    const again = riskWorld(700, {}, BEFORE);
    again.isolatedPair(ANNA, BEN, 100, 100, 20);
    again.quote(U, [
      [1, 94, 50],
      [1, 93, 50],
      [2, 105, 10],
    ]);
    again.index(9_300);
    // A fifth of 700 is 140: the fill at 94 is 50 of it, the one at 93 would be 100.
    expect(again.liquidationSteps()).toEqual([
      [ANNA, 3, 50, -50],
      [ANNA, 4, 50, 0],
    ]);
    expect(again.insurance()).toBe(650);
  });

  it('step 4: the house maker first, then by profit ÷ cost × value ÷ equity', () => {
    const world = riskWorld(0, { money: 30_000 }, BEFORE);
    world.quote(U, [[2, 100, 30]]);
    world.go(ANNA, OPEN_LONG, 30, 100, { marginMode: ISOLATED, leverage: 20 });
    // Ben's short has less equity behind it than Carl's: leverage 10 against 2.
    world.go(BEN, OPEN_SHORT, 50, 100, { marginMode: ISOLATED, leverage: 10 });
    world.go(ANNA, OPEN_LONG, 50, 100, { marginMode: ISOLATED, leverage: 20 });
    world.go(CARL, OPEN_SHORT, 50, 100, { marginMode: ISOLATED, leverage: 2 });
    world.go(ANNA, OPEN_LONG, 50, 100, { marginMode: ISOLATED, leverage: 20 });
    expect(world.house(SHORT)).toBe(30);
    world.index(9_400);
    expect(world.liquidationSteps()).toEqual([[ANNA, 4, 130, 0]]);
    expect(world.emitted('deleveraged').map(({ user, lots, value }) => [user, lots, value])).toEqual([
      [MARKET_MAKER, 30, 2_850],
      [BEN, 50, 4_750],
      [CARL, 50, 4_750],
    ]);
  });

  it('step 4: who has made more of what he put in comes before, as much as is needed of the last', () => {
    const world = riskWorld(0, { money: 30_000 });
    world.isolatedPair(CARL, BEN, 50, 98, 2);
    world.go(ANNA, OPEN_LONG, 40, 102, { marginMode: ISOLATED, leverage: 20 });
    world.go(CARL, OPEN_SHORT, 40, 102, { marginMode: ISOLATED, leverage: 2 });
    world.index(9_500);
    // Carl sold at 102, Ben at 98, both with half of it as margin.
    expect(world.emitted('deleveraged')).toMatchObject([{ user: CARL, lots: 40, value: 3_876 }]);
    expect(world.position(BEN, SHORT)).toMatchObject({ lots: 50 });
  });

  it('step 5: where nobody is left the market becomes reduce-only, the desk is called once, the rest waits', () => {
    const world = riskWorld(0);
    world.go(BEN, OPEN_SHORT, 100, 100);
    world.go(ANNA, OPEN_LONG, 100, 100, { marginMode: ISOLATED, leverage: 50 });
    world.go(CARL, OPEN_SHORT, 100, 50, { market: HOURLY });
    world.go(BEN, OPEN_LONG, 100, 50, { market: HOURLY });
    // Both fall at once: Anna is 1,800 below zero; Ben's wallet, which would have to take her over, is gone elsewhere.
    world.index(8_000, 2_700);
    const state = () => world.contracts.contracts.get(U)!.state;
    expect(world.liquidationSteps()).toEqual([
      [ANNA, 5, 100, 0],
      [BEN, 4, 26, 0],
      // Still below zero, and the second cut finds nobody: his short's other side is Anna, who has nothing.
      [BEN, 5, 100, 0],
    ]);
    expect(state()).toBe(2);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 100 });
    // Orders that open are refused, closing is not; the desk is not called again by the same position.
    expect(world.order2(CARL, OPEN_LONG, 10, 80)).toMatchObject({ code: 2003 });
    world.index(8_000, 2_700);
    expect(world.liquidationSteps().filter(([user]) => user === ANNA)).toEqual([]);
    // Ben's wallet has recovered: Anna's position is his short's other side at last.
    world.index(8_000, 5_000);
    expect(world.liquidationSteps()).toEqual([[ANNA, 4, 100, 0]]);
    expect(world.position(BEN, SHORT)).toBeUndefined();
  });

  it('step 4: who would be below zero by it is passed over, though he is not now', () => {
    const world = riskWorld(0);
    world.go(BEN, OPEN_SHORT, 100, 100);
    world.go(ANNA, OPEN_LONG, 100, 100, { marginMode: ISOLATED, leverage: 50 });
    world.go(CARL, OPEN_SHORT, 100, 50, { market: HOURLY });
    world.go(BEN, OPEN_LONG, 100, 50, { market: HOURLY });
    // Ben has some 700 above zero at the marks of 80 and 29; at Anna's bankruptcy price of 98 he would lose 1,800 of it.
    world.index(8_000, 2_900);
    expect(world.liquidationSteps()).toEqual([[ANNA, 5, 100, 0]]);
    expect(world.position(BEN, SHORT)).toMatchObject({ lots: 100 });
  });

  it('step 4: whose wallet has not what it would cost is passed over, whatever it has not realised elsewhere', () => {
    const world = riskWorld(0);
    world.index(9_000);
    world.go(BEN, OPEN_SHORT, 200, 90, { leverage: 50 });
    world.go(CARL, OPEN_LONG, 200, 90);
    world.go(CARL, OPEN_SHORT, 40, 50, { market: HOURLY, leverage: 2 });
    world.go(BEN, OPEN_LONG, 40, 50, { market: HOURLY, leverage: 50 });
    world.transfer(BEN, U_WALLET, 1, USDT, world.free(BEN, USDT, U_WALLET) - 800);
    expect(world.free(BEN, USDT, U_WALLET)).toBe(800);
    world.index(10_000, 6_000);
    world.go(CARL, CLOSE_LONG, 200, 100);
    world.go(ANNA, OPEN_LONG, 200, 100, { marginMode: ISOLATED, leverage: 50 });
    // Ben sold at 90: at Anna's bankruptcy price of 98 he would owe 1,600.
    world.index(9_700, 6_000);
    expect(world.liquidationSteps()).toEqual([[ANNA, 5, 200, 0]]);
    expect(world.position(BEN, SHORT)).toMatchObject({ lots: 200 });
  });
});
