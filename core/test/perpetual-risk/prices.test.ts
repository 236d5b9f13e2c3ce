// Marks, and the prices nobody may be liquidated on (money §3, §11; failures W10, W12, W15).

import { MARKET_MAKER } from '../../src/enum/index.ts';
import { RULE } from '../../src/rules.ts';
import { describe, expect, it } from 'vitest';
import { command, HOURS, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NOON } from '../kit/world.ts';
import { agreed } from '../desk/kit.ts';
import { HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, TIERS, U, U_WALLET } from '../perpetual/kit.ts';
import { riskWorld } from './kit.ts';

/** Rules under which the fund paid for fills and want of orders led to deleveraging. */
const BEFORE = { rules: RULE.solventWaits - 1 };

const HOUR = 3_600_000;

describe('money §3 mark = index + basis', () => {
  it('is the index while a side lacks the impact notional, then follows the book by dt ÷ 60 s, within its bound', () => {
    const world = riskWorld(0);
    world.quote(U, [
      [1, 101, 10],
      [2, 103, 100],
    ]);
    world.indexFor(10_000, 3);
    // 10 lots at 101 are not the published 5,000.
    expect(world.emitted('mark')).toEqual([]);
    // Customers' orders: those of the market maker beyond the index would leave with the next tick.
    world.quote(U, [[2, 103, 0]]);
    world.go(ANNA, OPEN_LONG, 100, 101, { leverage: 2 });
    world.go(BEN, OPEN_SHORT, 100, 103, { leverage: 2 });
    world.time += 1_000;
    world.index(10_000);
    // Impact mid 102: (200 − 0) × 1,000 ÷ 60,000 = 3.3 cents.
    expect(world.emitted('mark')).toMatchObject([{ market: U, mark: 10_003, basis: 3 }]);
    world.indexFor(10_000, 60);
    // ¼ of the least of 1 %, 2.5 %, 5 %.
    expect(world.contracts.marks.get(U)).toBe(10_025);
    world.time += 1_000;
    world.index(20_000);
    // The sample is far below by now, the bound moves with the index.
    expect(world.contracts.marks.get(U)).toBe(20_000 - 50);
  });

  it('W10: our own book 35 % down with the index where it was liquidates nobody', () => {
    const world = riskWorld(0);
    // Bids at 34, asks as low as they may be: the impact mid is at 65.
    world.isolatedPair(ANNA, BEN, 100, 100, 50);
    world.go(CARL, OPEN_LONG, 20, 100, { leverage: 50 });
    world.go(ANNA, OPEN_SHORT, 20, 100, { leverage: 50 });
    world.quote(U, [
      [1, 34, 1_000],
      [2, 96, 1_000],
    ]);
    for (let second = 0; second < 600; second += 1) {
      world.time += 1_000;
      world.index(10_000);
      expect(world.steps()).toEqual([]);
    }
    expect(world.contracts.marks.get(U)).toBe(9_975);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 100 });
  });

  it('after an outage one sample of the book counts for two seconds, not for the outage', () => {
    const world = riskWorld(0, {}, { rules: RULE.staleQuotes - 1 });
    world.quote(U, [
      [1, 99, 100],
      [2, 101, 100],
    ]);
    world.indexFor(10_000, 2);
    world.time += 3_600_000;
    world.quote(U, [
      [1, 99, 0],
      [2, 101, 0],
      [1, 104, 100],
      [2, 106, 100],
    ]);
    world.index(10_000);
    expect(world.contracts.marks.get(U)).toBe(10_000 + Math.trunc((500 * 2_000) / 60_000));
  });
});

describe('money §11 and W12: prices that do not count', () => {
  it('a stale price liquidates nobody: not by time, not by a tick of too few sources', () => {
    const world = riskWorld(10_000);
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    world.quoteAround(70, 105, 1_000);
    world.wait(60_000);
    expect(world.steps()).toEqual([]);
    world.must(world.ticks([5_000, 5_000], { used: 1, total: 3 }));
    expect(world.steps()).toEqual([]);
    expect(world.emitted('mark')).toEqual([]);
    world.wait(1_000);
    expect(world.steps()).toEqual([]);
    // Aging (sources apart by more than 1 %) counts for liquidation.
    world.must(world.ticks([9_500, 5_000], { spread: 200 }));
    expect(world.steps().length).toBeGreaterThan(0);
  });

  it('a wallet with one price that does not count waits for it, and is found by its next tick', () => {
    const world = riskWorld(10_000);
    world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 1_200);
    world.go(ANNA, OPEN_LONG, 100, 100, { leverage: 20 });
    world.go(BEN, OPEN_SHORT, 100, 100);
    world.go(ANNA, OPEN_LONG, 10, 50, { leverage: 20, market: HOURLY });
    world.go(BEN, OPEN_SHORT, 10, 50, { market: HOURLY });
    world.quoteAround(80, 110, 1_000);
    const only = (instrument: number, price: number, used = 3) =>
      command('ticks', { ticks: [{ instrument, price, spread: 0, used, total: 3 }], quotes: [] });
    world.must(only(2, 5_000, 1));
    world.must(only(1, 8_500));
    world.must(only(1, 8_400));
    expect(world.steps()).toEqual([]);
    world.must(only(2, 5_000));
    // The other market answers for its own loss (rules `fairDeleverage`), so an atom is left: it waits for orders.
    expect(world.emitted('liquidation.waits')).toMatchObject([{ user: ANNA, market: HOURLY, equity: 1 }]);
  });
});

describe('money §11: a market that is closed', () => {
  it('liquidates nobody, makes no mark and settles no funding until it opens', () => {
    const world = riskWorld(10_000, {}, { calendar: HOURS });
    const sessions = [
      { opens: NOON - HOUR, closes: NOON + HOUR },
      { opens: NOON + 20 * HOUR, closes: NOON + 28 * HOUR },
    ];
    world.must(command('hours.set', { calendar: HOURS, sessions }));
    world.index(10_000);
    world.isolatedPair(ANNA, BEN, 20, 50, 10, HOURLY);
    const { liquidation } = world.position(ANNA, LONG, HOURLY)!;
    world.time = NOON + HOUR + 1;
    world.index(10_000, liquidation - 100);
    expect([world.steps(), world.emitted('mark').filter(({ market }) => market === HOURLY)]).toEqual([[], []]);
    world.time = NOON + 4 * HOUR + 1;
    world.index(10_000, liquidation - 100);
    expect(world.emitted('funding.rate').find(({ market }) => market === HOURLY)!.rate).toBe(0);
    expect(world.steps()).toEqual([]);
    world.time = NOON + 20 * HOUR + 1;
    world.index(10_000, liquidation - 100);
    expect(world.steps()[0]).toMatchObject({ user: ANNA, market: HOURLY });
  });
});

describe('money §1, §3: new steps of maintenance', () => {
  const steps = (rate: number) => TIERS.map((tier, at) => (at === 0 ? { ...tier, rate } : tier));
  const change = (rate: number) => command('contract.change', { market: U, impact: 5_000, tiers: steps(rate) });

  it('looser ones move every trigger at once', () => {
    const world = riskWorld(10_000, {}, BEFORE);
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    expect(world.position(ANNA, LONG)!.liquidation).toBe(9_595);
    expect(agreed(world, change(5_000)).code).toBe(200);
    // 9,500 ÷ 0.995.
    expect(world.position(ANNA, LONG)!.liquidation).toBe(9_547);
    world.index(9_548);
    expect(world.steps()).toEqual([]);
    world.index(9_547);
    expect(world.steps().length).toBeGreaterThan(0);
  });

  it('stricter ones hold a day later; who is endangered by them then is found at the next tick', () => {
    const world = riskWorld(10_000, {}, BEFORE);
    world.isolatedPair(ANNA, BEN, 100, 100, 20);
    world.go(CARL, OPEN_LONG, 20, 100, { leverage: 50 });
    world.go(ANNA, OPEN_SHORT, 20, 100, { leverage: 50 });
    world.index(9_650);
    expect(agreed(world, change(18_000)).code).toBe(200);
    expect(world.position(ANNA, LONG)!.liquidation).toBe(9_595);
    world.wait(24 * HOUR - 1);
    expect(world.position(ANNA, LONG)!.liquidation).toBe(9_595);
    world.wait(2);
    // 9,500 ÷ 0.982.
    expect(world.position(ANNA, LONG)!.liquidation).toBe(9_674);
    expect(world.steps()).toEqual([]);
    world.index(9_650);
    expect(world.steps()[0]).toMatchObject({ user: ANNA });
  });
});

describe('W15: a gap of −30 % at full open interest', () => {
  it('costs the fund no more than its published bound, and nobody without a position in that market anything', () => {
    const world = riskWorld(50_000, { money: 30_000, house: 900_000 }, BEFORE);
    world.quote(U, [[2, 100, 5_000]]);
    for (const user of [ANNA, BEN]) world.go(user, OPEN_LONG, 190, 100, { marginMode: ISOLATED, leverage: 50 });
    world.quote(U, [
      [2, 100, 0],
      [1, 69, 100],
    ]);
    const carl = world.wealth(CARL);
    const shorts = world.position(MARKET_MAKER, SHORT)!.lots;
    world.indexFor(7_000, 5);
    // A fifth of 50,000 in this market and hour.
    expect(50_000 - world.insurance()).toBeLessThanOrEqual(10_000);
    expect(50_000 - world.insurance()).toBeGreaterThan(0);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.position(BEN, LONG)).toBeUndefined();
    expect(world.wealth(CARL)).toBe(carl);
    expect(world.house(SHORT)).toBeLessThan(shorts);
    for (const user of [ANNA, BEN]) expect(world.wealth(user)).toBeGreaterThan(0);
  });
});
