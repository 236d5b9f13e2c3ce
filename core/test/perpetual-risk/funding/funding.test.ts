// Funding by minutes and intervals (money §3): who pays whom, how much, and what is left of it.

import { describe, expect, it } from 'vitest';
import { intervalRate } from '../../../src/formula/index.ts';
import { decodeEvents, type EventOf, RULE } from '../../../src/index.ts';
import { random } from '../../exchange/small-world.ts';
import { BTC, command, USDT } from '../../kit/genesis.ts';
import { randomTests, runs } from '../../kit/random-tests.ts';
import { ANNA, BEN, CARL, NOON } from '../../kit/world.ts';
import { COIN, CROSS, HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, U, U_WALLET } from '../../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from '../kit.ts';

const { seed } = randomTests(import.meta.url);

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Worlds begin at noon; the interval of 8 h is over at 16:00. */
const END = NOON + 4 * HOUR;

/** Time passes to the end of the interval with an index every second around each minute, so that the minutes count. */
function pass(world: RiskWorld, cents = 10_000, every = MINUTE): void {
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

/** The same from now to the end of the interval that goes on, with both indexes; the payments come with the next batch. */
function toTheEnd(world: RiskWorld, cents: number, second = 5_000): void {
  const end = (Math.floor(world.time / (8 * HOUR)) + 1) * 8 * HOUR;
  for (let minute = (Math.floor(world.time / MINUTE) + 1) * MINUTE; minute < end; minute += MINUTE)
    for (const before of [1_000, 0]) {
      world.time = minute - before;
      world.index(cents, second);
    }
  world.time = end - 500;
  world.index(cents, second);
  world.time = end + 1;
}

/** Rules under which the fund paid for who was short, and no rate but 2 % was too much. */
const BEFORE = { rules: RULE.fundingBounded - 1 };
/** Rules under which each minute's last moment was a sample, and every interval was as long as the first. */
const BY_MINUTE = { rules: RULE.fundingByTime - 1 };
/** Rules under which quotes stand through the minutes between two ticks. */
const STANDING = { rules: RULE.staleQuotes - 1 };

describe('money §3 funding', () => {
  it('longs pay shorts the interest where the premium is small: payers round up, receivers down, the residue stays', () => {
    const world = riskWorld(1_000, {}, STANDING);
    world.go(BEN, OPEN_SHORT, 33, 100);
    world.go(ANNA, OPEN_LONG, 33, 100);
    world.pair(CARL, BEN, 18, 100);
    pass(world);
    const before = [ANNA, BEN, CARL].map((user) => world.wealth(user));
    world.batch([]);
    expect(world.emitted('funding.rate').find(({ market }) => market === U)).toMatchObject({
      rate: 100_000,
      mark: 10_000,
      time: END,
      valid: 240,
      minutes: 240,
    });
    // 0.01 % of 3,300, 1,800 and 5,100 in atoms.
    expect(world.emitted('funding').map(({ user, amount }) => [user, amount])).toEqual([
      [ANNA, -1],
      [CARL, -1],
      [BEN, 0],
    ]);
    expect([ANNA, BEN, CARL].map((user, at) => world.wealth(user) - before[at]!)).toEqual([-1, 0, -1]);
    expect(world.position(ANNA, LONG)).toMatchObject({ fundingProfit: -1 });
  });

  it('under half of the interval’s minutes valid: none', () => {
    const world = riskWorld(1_000, {}, STANDING);
    world.pair(ANNA, BEN, 33, 100);
    // 240 of the 480 minutes would do; two of them have no index.
    world.time = NOON + 2 * MINUTE;
    pass(world);
    world.batch([]);
    const rate = world.emitted('funding.rate').find(({ market }) => market === U)!;
    expect(rate.rate).toBe(0);
    expect(rate.valid).toBeLessThan(240);
    expect(world.emitted('funding')).toEqual([]);
  });

  it('the premium of our own book moves the rate, 2 % at most (before rules fundingBounded)', () => {
    const world = riskWorld(100_000, {}, BEFORE);
    world.go(BEN, OPEN_SHORT, 50, 100, { leverage: 2 });
    world.go(ANNA, OPEN_LONG, 50, 100, { leverage: 2 });
    world.quote(U, [
      [1, 104, 100],
      [2, 105, 100],
    ]);
    pass(world);
    world.batch([]);
    // Impact bid 104 over an index of 100: 4 %, less the clamp, limited.
    expect(world.emitted('funding.rate').find(({ market }) => market === U)).toMatchObject({ rate: 20_000_000 });
    // 2 % of 5,025, for the mark has moved with the book to its bound.
    const paid = Math.ceil(50 * 100.25 * 0.02);
    expect(world.emitted('funding')).toMatchObject([
      { user: ANNA, amount: -paid },
      { user: BEN, amount: paid - 1 },
    ]);
  });

  it('a premium below pays the longs; coin contracts pay in coin (before rules fundingBounded)', () => {
    const world = riskWorld(100_000, {}, BEFORE);
    world.go(BEN, OPEN_SHORT, 200, 100, { leverage: 10, market: COIN });
    world.go(ANNA, OPEN_LONG, 200, 100, { leverage: 10, market: COIN });
    world.quote(COIN, [
      [1, 95, 100],
      [2, 96, 100],
    ]);
    pass(world);
    world.batch([]);
    const rate = world.emitted('funding.rate').find(({ market }) => market === COIN)!;
    expect(rate.rate).toBe(-20_000_000);
    const [short, long] = world.emitted('funding');
    // 200 × 1,000 ÷ 99.75 atoms, 2 % of it.
    expect(short).toMatchObject({ user: BEN, amount: -41 });
    expect(long).toMatchObject({ user: ANNA, amount: 40 });
  });

  it('isolated funding comes from the margin and moves the trigger', () => {
    const world = riskWorld(100_000, {}, STANDING);
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
    // ¾ of 1 % of 10,025.
    expect(after.fundingProfit).toBe(-76);
    expect(after.liquidation).toBeGreaterThan(before.liquidation);
  });

  it('what a payer cannot pay is the fund’s; what the fund has not the receivers go without, by what they would get (before rules fundingBounded)', () => {
    for (const [fund, gets] of [
      [1_000, [66, 134]],
      [0, [65, 133]],
    ] as const) {
      const world = riskWorld(fund, {}, BEFORE);
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
      expect(world.emitted('funding').map(({ user, amount }) => [user, amount])).toEqual([
        [ANNA, -200],
        [BEN, gets[0]],
        [CARL, gets[1]],
      ]);
      expect(world.insurance()).toBe(fund === 0 ? 0 : 999);
      expect(world.position(ANNA, LONG)).toMatchObject({ margin: 0, fundingProfit: -200 });
    }
  });

  it('a price that does not count at the end of the interval: none (W12)', () => {
    const world = riskWorld(1_000, {}, STANDING);
    world.pair(ANNA, BEN, 33, 100);
    pass(world);
    world.time = END;
    world.must(world.ticks([10_000, 5_000], { used: 1, total: 3 }));
    world.time = END + 1;
    world.batch([]);
    expect(world.emitted('funding.rate').find(({ market }) => market === U)).toMatchObject({ rate: 0, valid: 240 });
    expect(world.emitted('funding')).toEqual([]);
  });

  it('the next interval begins anew, eight hours later', () => {
    const world = riskWorld(1_000, {}, STANDING);
    world.pair(ANNA, BEN, 33, 100);
    pass(world);
    world.batch([]);
    expect(world.emitted('funding').length).toBe(2);
    for (let hour = 0; hour < 8; hour += 1) {
      world.time += HOUR;
      world.batch([]);
    }
    const rates = world.risk.rates.filter(({ market }) => market === U);
    expect(rates.map(({ time, rate }) => [time - END, rate])).toEqual([
      [0, 100_000],
      [8 * HOUR, 0],
    ]);
  });

  it('each minute tells the premiums so far, a minute without a price too; they make the rate, and begin anew (before rules fundingByTime)', () => {
    const world = riskWorld(100_000, {}, BY_MINUTE);
    world.pair(ANNA, BEN, 33, 100);
    world.quote(U, [
      [1, 104, 100],
      [2, 105, 100],
    ]);
    const emitted = () => world.risk.minutes.filter(({ market }) => market === U);
    for (let minute = 1; minute <= 2; minute += 1) {
      world.time = NOON + minute * MINUTE - 500;
      world.index(10_000);
      world.time = NOON + minute * MINUTE;
      world.batch([]);
    }
    // The index goes stale: a minute that does not count.
    world.time = NOON + 3 * MINUTE;
    world.batch([]);
    expect(emitted().map(({ valid, minutes }) => [valid, minutes])).toEqual([
      [1, 1],
      [2, 2],
      [2, 3],
    ]);
    // Impact bid 104 over an index of 100: 4 % each.
    expect(emitted().map(({ premium }) => premium)).toEqual([40_000_000, 80_000_000, 80_000_000]);
    // A restart emits the same.
    const seed = [...decodeEvents(world.exchange.seed())];
    expect(
      seed.filter((event): event is EventOf<'funding.minute'> => event.name === 'funding.minute' && event.market === U),
    ).toMatchObject([{ premium: 80_000_000, valid: 2, minutes: 3 }]);
    pass(world);
    world.batch([]);
    const rate = world.emitted('funding.rate').find(({ market }) => market === U)!;
    const { premium, valid, minutes } = emitted().at(-1)!;
    expect([rate.valid, rate.minutes]).toEqual([valid, minutes]);
    expect(rate.rate).toBe(valid * 2 >= 480 ? intervalRate(premium, valid) : 0);
    world.time = END + MINUTE;
    world.batch([]);
    expect(world.emitted('funding.minute').find(({ market }) => market === U)).toMatchObject({ minutes: 1 });
  });
});

describe('money §3 funding never costs the fund (rules fundingBounded)', () => {
  const high = [
    [1, 104, 100],
    [2, 105, 100],
  ] as const;

  it('a payment is at most ¾ of the first maintenance rate, either way, by the hours of the interval', () => {
    for (const [hours, most] of [
      [8, 7_500_000],
      [4, 15_000_000],
      // Of a shorter interval 2 % per 8 h is less.
      [1, 20_000_000],
    ] as const) {
      const world = riskWorld(100_000, { terms: { fundingHours: hours } }, STANDING);
      world.pair(ANNA, BEN, 33, 100);
      world.quote(U, high);
      pass(world);
      world.batch([]);
      expect(world.emitted('funding.rate').find(({ market }) => market === U)?.rate).toBe(most);
    }
    const world = riskWorld(100_000, {}, STANDING);
    world.go(BEN, OPEN_SHORT, 200, 100, { leverage: 10, market: COIN });
    world.go(ANNA, OPEN_LONG, 200, 100, { leverage: 10, market: COIN });
    world.quote(COIN, [
      [1, 95, 100],
      [2, 96, 100],
    ]);
    pass(world);
    world.batch([]);
    expect(world.emitted('funding.rate').find(({ market }) => market === COIN)?.rate).toBe(-7_500_000);
  });

  it('t8: pairs whose long has little margin take nothing from the fund', () => {
    const world = riskWorld(1_000, {}, STANDING);
    world.go(BEN, OPEN_SHORT, 33, 100, { leverage: 2 });
    world.go(CARL, OPEN_SHORT, 67, 100, { leverage: 2 });
    world.go(ANNA, OPEN_LONG, 100, 100, { marginMode: ISOLATED, leverage: 50 });
    world.quote(U, high);
    pass(world);
    const before = world.insurance();
    world.batch([]);
    expect(world.emitted('funding').map(({ user, amount }) => [user, amount])).toEqual([
      [ANNA, -76],
      [BEN, 24],
      [CARL, 50],
    ]);
    expect(world.insurance()).toBe(before);
  });

  it('who is short realises profit of the position: it becomes cost, and equity falls by the payment alone', () => {
    const world = riskWorld(1_000, {}, BY_MINUTE);
    world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2 });
    world.go(ANNA, OPEN_LONG, 100, 100, { marginMode: ISOLATED, leverage: 50 });
    world.indexFor(12_000, 1);
    world.quote(U, [
      [1, 125, 100],
      [2, 126, 100],
    ]);
    // Two payments of 91 out of a margin of 200; the third is more than what is left.
    for (const left of [109, 18]) {
      toTheEnd(world, 12_000);
      world.batch([]);
      expect(world.position(ANNA, LONG)).toMatchObject({ margin: left, cost: 10_000 });
    }
    toTheEnd(world, 12_000);
    const fund = world.insurance();
    const before = world.position(ANNA, LONG)!;
    world.batch([]);
    expect(world.emitted('funding.realised')).toMatchObject([{ user: ANNA, market: U, amount: 73 }]);
    expect(world.emitted('funding').map(({ user, amount }) => [user, amount])).toEqual([
      [ANNA, -91],
      [BEN, 90],
    ]);
    expect(world.position(ANNA, LONG)).toMatchObject({
      ...{ margin: 0, cost: before.cost + 73, lots: 100 },
      ...{ priceProfit: before.priceProfit + 73, fundingProfit: before.fundingProfit - 91 },
    });
    expect(world.insurance()).toBe(fund);
    // A restart has it all.
    world.exchange.audit();
  });

  it('a cross wallet that is short realises the profit of its other positions; an isolated one never pays', () => {
    const world = riskWorld(1_000, {}, BY_MINUTE);
    world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2 });
    world.go(ANNA, OPEN_LONG, 100, 100, { leverage: 50 });
    world.go(BEN, OPEN_SHORT, 10, 50, { leverage: 2, market: HOURLY });
    world.go(ANNA, OPEN_LONG, 10, 50, { leverage: 50, market: HOURLY });
    world.quote(U, high);
    world.indexFor(10_000, 1, 6_000);
    const own = world.position(ANNA, LONG)!;
    // All that may leave.
    for (let most = 16_384; most > 0; most /= 2) world.transfer(ANNA, U_WALLET, 1, USDT, most);
    let fund = world.insurance();
    for (let left = 20; left > 0 && world.emitted('funding.realised').length === 0; left -= 1) {
      toTheEnd(world, 10_000, 6_000);
      fund = world.insurance();
      world.batch([]);
    }
    const realised = world.emitted('funding.realised');
    expect(new Set(realised.map(({ market }) => market))).toEqual(new Set([HOURLY]));
    expect(world.position(ANNA, LONG)!.cost).toBe(own.cost);
    expect(world.position(ANNA, LONG, HOURLY)!.cost).toBe(
      5_000 + realised.reduce((sum, { amount }) => sum + amount, 0),
    );
    expect(world.emitted('funding').find(({ user, market }) => user === ANNA && market === U)!.amount).toBe(-76);
    expect(world.insurance()).toBe(fund);
  });

  it('an interval that goes on when the rules come into force is settled by them', () => {
    const world = riskWorld(1_000, {}, BEFORE);
    world.pair(ANNA, BEN, 33, 100);
    world.quote(U, high);
    pass(world);
    world.time = END - 400;
    world.must(command('rules.activate', { version: RULE.fundingBounded }));
    world.time = END + 1;
    world.batch([]);
    expect(world.emitted('funding.rate').find(({ market }) => market === U)).toMatchObject({
      rate: 7_500_000,
      valid: 240,
    });
  });

  it(`takes nothing from the fund whatever is open, up or down (seed ${seed})`, () => {
    const pick = random(seed);
    for (let run = 0; run < runs(3); run += 1) {
      const world = riskWorld(1_000, { money: 2_000, coins: 40 }, STANDING);
      const modes = [CROSS, ISOLATED];
      for (const market of [U, COIN])
        for (const user of [ANNA, BEN, CARL]) {
          const fields = { market, marginMode: modes[pick(2)]!, leverage: 5 + pick(46) };
          const lots = market === U ? 10 + pick(60) : 20 + pick(150);
          world.order2(user, user === BEN ? OPEN_SHORT : OPEN_LONG, lots, 100, fields);
        }
      const cents = 9_850 + pick(400);
      world.indexFor(cents, 1);
      const bid = 92 + pick(16);
      for (const market of [U, COIN])
        world.quote(market, [
          [1, bid, 200],
          [2, bid + 1, 200],
        ]);
      for (let interval = 0; interval < 3; interval += 1) {
        toTheEnd(world, cents);
        const [fund, coins] = [world.insurance(), world.insurance(BTC)];
        world.batch([]);
        expect([world.insurance(), world.insurance(BTC)]).toEqual([fund, coins]);
        world.exchange.audit();
      }
    }
  });
});
