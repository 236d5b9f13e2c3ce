// Funding by minutes and intervals (money §3): who pays whom, how much, and what is left of it.

import { describe, expect, it } from 'vitest';
import { intervalRate } from '../../src/formula/index.ts';
import { decodeEvents, type EventOf } from '../../src/index.ts';
import { ANNA, BEN, CARL, NOON } from '../kit/world.ts';
import { COIN, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, U } from '../perpetual/kit.ts';
import { ladderWorld, type LadderWorld } from './kit.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Worlds begin at noon; the interval of 8 h is over at 16:00. */
const END = NOON + 4 * HOUR;

/** Time passes to the end of the interval with an index every second around each minute, so that the minutes count. */
function pass(world: LadderWorld, cents = 10_000, every = MINUTE): void {
  // A tick each 59.5 s past the minute would age; one just before each minute keeps the index valid at it.
  while (world.time < END - every) {
    world.time += every - 1_000;
    world.index(cents);
    world.time += 1_000;
    world.index(cents);
  }
  world.time = END - 500;
  world.index(cents);
  world.time = END + 1;
}

describe('money §3 funding', () => {
  it('longs pay shorts the interest where the premium is small: payers round up, receivers down, the residue stays', () => {
    const world = ladderWorld(1_000);
    world.go(BEN, OPEN_SHORT, 33, 100);
    world.go(ANNA, OPEN_LONG, 33, 100);
    world.pair(CARL, BEN, 18, 100);
    pass(world);
    const before = [ANNA, BEN, CARL].map((user) => world.wealth(user));
    world.batch([]);
    expect(world.told('funding.rate').find(({ market }) => market === U)).toMatchObject({
      rate: 100_000,
      mark: 10_000,
      time: END,
      valid: 240,
      minutes: 240,
    });
    // 0.01 % of 3,300, 1,800 and 5,100 in atoms.
    expect(world.told('funding').map(({ user, amount }) => [user, amount])).toEqual([
      [ANNA, -1],
      [CARL, -1],
      [BEN, 0],
    ]);
    expect([ANNA, BEN, CARL].map((user, at) => world.wealth(user) - before[at]!)).toEqual([-1, 0, -1]);
    expect(world.position(ANNA, LONG)).toMatchObject({ fundingProfit: -1 });
  });

  it('under half of the interval’s minutes valid: none', () => {
    const world = ladderWorld(1_000);
    world.pair(ANNA, BEN, 33, 100);
    // 240 of the 480 minutes would do; two of them have no index.
    world.time = NOON + 2 * MINUTE;
    pass(world);
    world.batch([]);
    const rate = world.told('funding.rate').find(({ market }) => market === U)!;
    expect(rate.rate).toBe(0);
    expect(rate.valid).toBeLessThan(240);
    expect(world.told('funding')).toEqual([]);
  });

  it('the premium of our own book moves the rate, 2 % at most', () => {
    const world = ladderWorld(100_000);
    world.go(BEN, OPEN_SHORT, 50, 100, { leverage: 2 });
    world.go(ANNA, OPEN_LONG, 50, 100, { leverage: 2 });
    world.quote(U, [
      [1, 104, 100],
      [2, 105, 100],
    ]);
    pass(world);
    world.batch([]);
    // Impact bid 104 over an index of 100: 4 %, less the clamp, limited.
    expect(world.told('funding.rate').find(({ market }) => market === U)).toMatchObject({ rate: 20_000_000 });
    // 2 % of 5,025, for the mark has moved with the book to its bound.
    const paid = Math.ceil(50 * 100.25 * 0.02);
    expect(world.told('funding')).toMatchObject([
      { user: ANNA, amount: -paid },
      { user: BEN, amount: paid - 1 },
    ]);
  });

  it('a premium below pays the longs; coin contracts pay in coin', () => {
    const world = ladderWorld(100_000);
    world.go(BEN, OPEN_SHORT, 200, 100, { leverage: 10, market: COIN });
    world.go(ANNA, OPEN_LONG, 200, 100, { leverage: 10, market: COIN });
    world.quote(COIN, [
      [1, 95, 100],
      [2, 96, 100],
    ]);
    pass(world);
    world.batch([]);
    const rate = world.told('funding.rate').find(({ market }) => market === COIN)!;
    expect(rate.rate).toBe(-20_000_000);
    const [short, long] = world.told('funding');
    // 200 × 1,000 ÷ 99.75 atoms, 2 % of it.
    expect(short).toMatchObject({ user: BEN, amount: -41 });
    expect(long).toMatchObject({ user: ANNA, amount: 40 });
  });

  it('isolated funding comes from the margin and moves the trigger', () => {
    const world = ladderWorld(100_000);
    world.isolatedPair(ANNA, BEN, 100, 100, 10);
    world.quote(U, [
      [1, 104, 100],
      [2, 105, 100],
    ]);
    pass(world);
    const before = world.position(ANNA, LONG)!;
    world.batch([]);
    const after = world.position(ANNA, LONG)!;
    expect(after.margin - before.margin).toBe(after.fundingProfit);
    expect(after.fundingProfit).toBe(-201);
    expect(after.liquidation).toBeGreaterThan(before.liquidation);
  });

  it('what a payer cannot pay is the fund’s; what the fund has not the receivers go without, by what they would get', () => {
    for (const [fund, gets] of [
      [1_000, [66, 134]],
      [0, [65, 133]],
    ] as const) {
      const world = ladderWorld(fund);
      world.go(BEN, OPEN_SHORT, 33, 100, { leverage: 2 });
      world.go(CARL, OPEN_SHORT, 67, 100, { leverage: 2 });
      world.go(ANNA, OPEN_LONG, 100, 100, { marginMode: ISOLATED, leverage: 50 });
      world.quote(U, [
        [1, 104, 100],
        [2, 105, 100],
      ]);
      pass(world);
      world.batch([]);
      // 201 are owed, 200 are all her margin.
      expect(world.told('funding').map(({ user, amount }) => [user, amount])).toEqual([
        [ANNA, -200],
        [BEN, gets[0]],
        [CARL, gets[1]],
      ]);
      expect(world.insurance()).toBe(fund === 0 ? 0 : 999);
      expect(world.position(ANNA, LONG)).toMatchObject({ margin: 0, fundingProfit: -200 });
    }
  });

  it('a price that does not count at the end of the interval: none (W12)', () => {
    const world = ladderWorld(1_000);
    world.pair(ANNA, BEN, 33, 100);
    pass(world);
    world.time = END;
    world.must(world.ticks([10_000, 5_000], { used: 1, total: 3 }));
    world.time = END + 1;
    world.batch([]);
    expect(world.told('funding.rate').find(({ market }) => market === U)).toMatchObject({ rate: 0, valid: 240 });
    expect(world.told('funding')).toEqual([]);
  });

  it('the next interval begins anew, eight hours later', () => {
    const world = ladderWorld(1_000);
    world.pair(ANNA, BEN, 33, 100);
    pass(world);
    world.batch([]);
    expect(world.told('funding').length).toBe(2);
    for (let hour = 0; hour < 8; hour += 1) {
      world.time += HOUR;
      world.batch([]);
    }
    const rates = world.care.rates.filter(({ market }) => market === U);
    expect(rates.map(({ time, rate }) => [time - END, rate])).toEqual([
      [0, 100_000],
      [8 * HOUR, 0],
    ]);
  });

  it('each minute tells the premiums so far, a minute without a price too; they make the rate, and begin anew (money §3)', () => {
    const world = ladderWorld(100_000);
    world.pair(ANNA, BEN, 33, 100);
    world.quote(U, [
      [1, 104, 100],
      [2, 105, 100],
    ]);
    const told = () => world.care.minutes.filter(({ market }) => market === U);
    for (let minute = 1; minute <= 2; minute += 1) {
      world.time = NOON + minute * MINUTE - 500;
      world.index(10_000);
      world.time = NOON + minute * MINUTE;
      world.batch([]);
    }
    // The index goes stale: a minute that does not count.
    world.time = NOON + 3 * MINUTE;
    world.batch([]);
    expect(told().map(({ valid, minutes }) => [valid, minutes])).toEqual([
      [1, 1],
      [2, 2],
      [2, 3],
    ]);
    // Impact bid 104 over an index of 100: 4 % each.
    expect(told().map(({ premium }) => premium)).toEqual([40_000_000, 80_000_000, 80_000_000]);
    // A restart is told the same.
    const seed = [...decodeEvents(world.exchange.seed())];
    expect(
      seed.filter((event): event is EventOf<'funding.minute'> => event.name === 'funding.minute' && event.market === U),
    ).toMatchObject([{ premium: 80_000_000, valid: 2, minutes: 3 }]);
    pass(world);
    world.batch([]);
    const rate = world.told('funding.rate').find(({ market }) => market === U)!;
    const { premium, valid, minutes } = told().at(-1)!;
    expect([rate.valid, rate.minutes]).toEqual([valid, minutes]);
    expect(rate.rate).toBe(valid * 2 >= 480 ? intervalRate(premium, valid) : 0);
    world.time = END + MINUTE;
    world.batch([]);
    expect(world.told('funding.minute').find(({ market }) => market === U)).toMatchObject({ minutes: 1 });
  });
});
