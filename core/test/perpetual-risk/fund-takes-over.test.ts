// What is bankrupt is taken over by the insurance fund at its bankruptcy value within bounds, and unwound in slices (issue 13
// A.2; money §3).

import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { activations, RULE } from '../../src/index.ts';
import { agreed } from '../desk/kit.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  CROSS,
  HOURLY,
  ISOLATED,
  listOf,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from '../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from './kit.ts';
import { FUND, held, MINUTE, open, pass, world } from './takeover-kit.ts';

const BEFORE = RULE.fundTakesOver - 1;

const HOUR = 3_600_000;

const bankrupt = (side: number): number => (side === LONG ? 9_450 : 10_550);

describe('A.2 the fund takes over what has no equity left', () => {
  it.each([
    { name: 'an isolated long', side: LONG, mode: ISOLATED },
    { name: 'an isolated short', side: SHORT, mode: ISOLATED },
    { name: 'a cross long', side: LONG, mode: CROSS },
    { name: 'a cross short', side: SHORT, mode: CROSS },
  ])('$name at its bankruptcy value: nobody is deleveraged, no money of the fund moves', ({ side, mode }) => {
    const made = world();
    open(made, side, 100, mode);
    made.index(bankrupt(side));
    expect(made.emitted('deleveraged')).toEqual([]);
    expect(made.position(ANNA, side)).toBeUndefined();
    expect(made.position(BEN, 3 - side)).toMatchObject({ lots: 100 });
    const value = side === LONG ? 9_500 : 10_500;
    expect(made.emitted('fund.takeover')).toMatchObject([
      { user: ANNA, side, lots: 100, value, index: bankrupt(side), loss: 50, netted: 0, insurance: 0 },
    ]);
    expect(held(made)).toEqual([side, 100, value, side === LONG ? 9_450 : 10_550]);
    expect(made.insurance()).toBe(FUND);
  });

  it('under the rules before it is deleveraged', () => {
    const made = world(FUND, BEFORE);
    open(made, LONG);
    made.index(9_450);
    expect(made.emitted('deleveraged')).toMatchObject([{ user: BEN, lots: 100 }]);
    expect(made.emitted('fund.takeover')).toEqual([]);
  });

  it('takes only what the book leaves, and what a customer then closes against others balances', () => {
    const made = world();
    open(made, LONG);
    made.quote(U, [[1, 95, 40]]);
    made.index(9_450);
    expect(made.liquidationSteps()).toEqual([[ANNA, 3, 40, 0]]);
    expect(made.emitted('fund.takeover')).toMatchObject([{ lots: 60 }]);
    made.quote(U, [[2, 95, 100]]);
    made.go(BEN, CLOSE_SHORT, 100, 95, { marginMode: ISOLATED });
    expect(made.position(BEN, SHORT)).toBeUndefined();
    expect(made.house(SHORT)).toBe(60);
  });
});

describe('A.2 bounds of takeovers', () => {
  it('at most 10 % of the fund in a market; the rest is deleveraged at the same value', () => {
    const made = world(50_000);
    open(made, LONG);
    made.index(9_450);
    // 5,000 at 94.5 a lot.
    expect(made.emitted('fund.takeover')).toMatchObject([{ lots: 52 }]);
    expect(made.emitted('deleveraged')).toMatchObject([{ user: BEN, lots: 48, value: 4_560 }]);
    expect(made.liquidationSteps()).toEqual([[ANNA, 4, 48, 0]]);
  });

  it('at most 50 % of the fund in all markets', () => {
    const made = world(80_000);
    const markets = [U, 110, 111, 112, 113, 114];
    for (const market of markets.slice(1)) agreed(made, listOf({ market }));
    made.tick();
    markets.forEach((market, at) => open(made, LONG, 100, ISOLATED, market, 2 + (at % 3), 5 + (at % 3)));
    made.index(9_450);
    const taken = made.emitted('fund.takeover').map(({ market, lots }) => [market, lots]);
    // 84 lots at 94.5 are 7,938; five of them leave 310, three lots.
    expect(taken.map(([, lots]) => lots).toSorted((a, b) => a! - b!)).toEqual([3, 84, 84, 84, 84, 84]);
  });

  it('losses of at most 2 % of the fund by market and hour', () => {
    const made = world(100_000);
    open(made, LONG);
    // 55 a lot lost: 2,000 are 36 lots.
    made.index(4_000);
    expect(made.emitted('fund.takeover')).toMatchObject([{ lots: 36, loss: 1_980 }]);
    expect(made.emitted('deleveraged')).toMatchObject([{ user: BEN, lots: 64 }]);
    expect(made.contracts.fund.bounds.get(U)).toMatchObject({ used: 1_980, hour: 2_000, dayUsed: 1_980, day: 10_000 });
    // The next one of the same hour has 20 left, and none of it fits; the next hour has its own.
    made.index(10_000);
    open(made, LONG, 100, ISOLATED, U, CARL, 5);
    made.index(4_000);
    expect(made.emitted('fund.takeover')).toEqual([]);
    made.time += HOUR;
    made.index(10_000);
    open(made, LONG, 100, ISOLATED, U, 6, 7);
    made.index(4_000);
    expect(made.emitted('fund.takeover')).toMatchObject([{ user: 6 }]);
  });

  it('losses of at most 10 % of the fund by day over all markets', () => {
    const made = world(30_000);
    let lost = 0;
    for (let hour = 0; hour < 8; hour += 1) {
      for (const market of [U]) {
        made.index(10_000);
        open(made, LONG, 20, ISOLATED, market, 2 + (hour % 3), 5 + (hour % 3));
        made.index(4_000);
        for (const { loss } of made.emitted('fund.takeover')) lost += loss;
      }
      made.time += HOUR;
    }
    const bounds = made.contracts.fund.bounds.get(U)!;
    expect(bounds.dayUsed).toBe(lost);
    expect(bounds.dayUsed).toBeLessThanOrEqual(3_000);
    expect(bounds.dayUsed).toBeGreaterThan(2_800);
  });

  it('nothing whose other side the same person has', () => {
    const made = world();
    // Anna has both sides: 100 long that will be bankrupt, 40 short.
    open(made, LONG, 100, ISOLATED, U, ANNA, CARL);
    made.go(5, OPEN_LONG, 40, 100, { leverage: 2, marginMode: ISOLATED });
    made.go(ANNA, OPEN_SHORT, 40, 100, { leverage: 20, marginMode: ISOLATED });
    made.index(9_450);
    expect(made.emitted('fund.takeover')).toMatchObject([{ user: ANNA, lots: 60 }]);
    expect(made.emitted('deleveraged')).toMatchObject([{ user: ANNA, lots: 40 }]);
    expect(made.position(CARL, SHORT)).toMatchObject({ lots: 100 });
  });

  it('nothing of the market maker', () => {
    const made = riskWorld(FUND, { money: 30_000, house: 5_000 }, { rules: RULE.fundTakesOver });
    made.quote(U, [[1, 100, 400]]);
    made.go(ANNA, OPEN_SHORT, 400, 100, { leverage: 2, marginMode: ISOLATED });
    const lots = made.house(LONG);
    expect(lots).toBeGreaterThan(0);
    made.index(7_900);
    expect(made.emitted('fund.takeover')).toEqual([]);
    expect(made.emitted('deleveraged')[0]).toMatchObject({ user: ANNA });
    expect(made.position(MARKET_MAKER, LONG)?.lots ?? 0).toBeLessThan(lots);
  });

  it('nothing whose other side a linked account has', () => {
    const made = world();
    agreed(made, command('account.link', { user: ANNA, other: BEN }));
    made.time += 24 * HOUR;
    made.tick();
    open(made, LONG);
    made.index(9_450);
    expect(made.emitted('fund.takeover')).toEqual([]);
    expect(made.emitted('deleveraged')).toMatchObject([{ user: BEN, lots: 100 }]);
  });
});

describe('A.2 opposite takeovers net at the index', () => {
  it('the fund keeps none of either side; what both realise is the difference of the bankruptcy values', () => {
    const made = world();
    open(made, LONG);
    made.index(9_450);
    expect(held(made)).toEqual([LONG, 100, 9_500, 9_450]);
    // Carl is short from 95 with 5 %: bankrupt at 99.75.
    made.go(5, OPEN_LONG, 120, 95, { leverage: 2, marginMode: ISOLATED });
    made.go(CARL, OPEN_SHORT, 120, 95, { leverage: 20, marginMode: ISOLATED });
    made.index(9_980);
    expect(made.emitted('fund.takeover')).toMatchObject([
      { user: CARL, side: SHORT, lots: 100, value: 9_975, netted: 1, profit: 475, loss: 5 },
      { user: CARL, side: SHORT, lots: 20, value: 1_995, netted: 0, profit: 0, loss: 1 },
    ]);
    expect(made.insurance()).toBe(FUND + 475);
    expect(held(made)).toEqual([SHORT, 20, 1_995, 1_996]);
  });
});

describe('A.2 funding of what the fund holds', () => {
  it('pays like any holder, within its bounds, and gets like any', () => {
    const shape = { money: 30_000, users: 6, terms: { fundingHours: 1 } };
    const hour = (made: RiskWorld, cents: number): void => {
      for (let half = 0; half < 122; half += 1) {
        made.time += MINUTE / 2;
        made.index(cents);
      }
    };
    // Without a book the rate is the interest, 0.01 % per 8 h, which longs pay: of 400 lots less than an atom an hour.
    const made = riskWorld(FUND, shape, { rules: RULE.fundTakesOver });
    open(made, LONG, 400, ISOLATED, U, ANNA, BEN);
    made.index(9_450);
    hour(made, 9_450);
    expect(made.contracts.fund.payments).toMatchObject([{ market: U, owed: 1, amount: -1 }]);
    expect(made.insurance()).toBe(FUND - 1);
    expect(made.contracts.fund.bounds.get(U)).toMatchObject({ used: 1 });
    // Bids above the index are a premium; the fund is short and receives.
    const short = riskWorld(FUND, shape, { rules: RULE.fundTakesOver });
    open(short, SHORT, 400, ISOLATED, U, ANNA, BEN);
    short.index(10_550);
    short.go(CARL, OPEN_LONG, 100, 107, { leverage: 5, marginMode: ISOLATED });
    short.go(5, OPEN_SHORT, 100, 108, { leverage: 5, marginMode: ISOLATED });
    hour(short, 10_550);
    const [payment] = short.contracts.fund.payments;
    expect(payment!.amount).toBeGreaterThan(0);
    expect(short.insurance()).toBe(FUND + payment!.amount);
  });
});

describe('A.2 at the activation', () => {
  it('nothing is converted: what waits for the desk is taken over by the next tick', () => {
    const made = world(FUND, BEFORE);
    made.index(9_000);
    made.go(BEN, OPEN_SHORT, 200, 90, { leverage: 50 });
    made.go(CARL, OPEN_LONG, 200, 90);
    made.go(CARL, OPEN_SHORT, 40, 50, { market: HOURLY, leverage: 2 });
    made.go(BEN, OPEN_LONG, 40, 50, { market: HOURLY, leverage: 50 });
    made.transfer(BEN, U_WALLET, 1, USDT, made.free(BEN, USDT, U_WALLET) - 800);
    made.index(10_000, 6_000);
    made.go(CARL, CLOSE_LONG, 200, 100);
    made.go(ANNA, OPEN_LONG, 200, 100, { marginMode: ISOLATED, leverage: 50 });
    made.index(9_700, 6_000);
    expect(made.steps()).toMatchObject([{ user: ANNA, step: 5 }]);
    for (const one of activations(BEFORE, RULE.fundTakesOver)) made.must(one);
    expect(made.emitted('fund.takeover')).toEqual([]);
    made.index(9_700, 6_000);
    expect(made.emitted('fund.takeover')).toMatchObject([{ user: ANNA, lots: 200 }]);
    expect(made.contracts.contracts.get(U)!.state, 'the desk opens the market').toBe(2);
  });
});

describe('A.2 a liquidation that waits for orders emits an event', () => {
  it('once, and again after a pause', () => {
    const made = world();
    open(made, LONG);
    made.index(9_555);
    expect(made.emitted('liquidation.waits')).toMatchObject([{ user: ANNA, lots: 100, equity: 55, index: 9_555 }]);
    pass(made, 120, 9_555);
    expect(made.contracts.fund.waits).toHaveLength(1);
    made.index(9_700);
    pass(made, 120, 9_700);
    made.index(9_555);
    expect(made.contracts.fund.waits).toHaveLength(2);
  });
});

describe('A.2 trading with oneself takes no more than the bounds from the fund (t1, t1b, t1c)', () => {
  /**
   * Pairs of accounts of one person that the desk has not linked, long and short against each other, 50 times. No one else
   * quotes, the index jumps over the bankruptcy price of the shorts by `beyond` ticks, and then stands. Gives what the fund
   * has lost when all it took over is unwound against an accomplice, who sells as dear as a slice buys.
   */
  function attack(pairs: number, beyond: number): { readonly lost: number; readonly held: number } {
    const made = riskWorld(FUND, { money: 30_000, users: 2 * pairs + 1 }, { rules: RULE.fundTakesOver });
    for (let pair = 0; pair < pairs; pair += 1) {
      made.go(3 + 2 * pair, OPEN_LONG, 150, 100, { leverage: 2, marginMode: ISOLATED });
      made.go(2 + 2 * pair, OPEN_SHORT, 150, 100, { leverage: 50, marginMode: ISOLATED });
    }
    // 50 times: nothing is left at 102.
    const index = (102 + beyond) * 100;
    made.time += 500;
    made.index(index);
    const held = Number(made.contracts.fund.held.get(U)?.lots ?? 0n);
    for (let pair = 0; pair < pairs; pair += 1) {
      const long = made.position(3 + 2 * pair, LONG);
      if (long !== undefined) made.go(3 + 2 * pair, CLOSE_LONG, long.lots, 102 + beyond, { marginMode: ISOLATED });
    }
    pass(made, 3 * 60 * 60, index);
    return { lost: FUND - made.insurance(), held };
  }

  it('a jump of 1 % past the bankruptcy price: at most 1 % of 10 % of the fund, however many pairs', () => {
    const { lost, held: lots } = attack(12, 1);
    // 10 % of the fund are 970 lots at 103.
    expect(lots).toBe(970);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(970);
  });

  it('a jump of 50 %: at most 2 % of the fund in the hour', () => {
    const { lost } = attack(12, 50);
    expect(lost).toBeLessThanOrEqual(20_000);
  });
});
