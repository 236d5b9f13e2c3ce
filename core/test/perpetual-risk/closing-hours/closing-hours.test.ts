// Before a market with hours closes (money §3, issue 13 A.8): closing rates, what is reduced, whose the gap is.
import { describe, expect, it } from 'vitest';
import { activations, encodeCommand, NEWEST_RULES, RULE } from '../../../src/index.ts';
import { agreed } from '../../desk/kit.ts';
import { command, HOURS, USDT } from '../../kit/genesis.ts';
import { ANNA, BEN, CARL, NOON } from '../../kit/world.ts';
import {
  CLOSE_LONG,
  CROSS,
  HOURLY,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from '../../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from '../kit.ts';
import { applyWithSlotEnd } from '../../kit/slots.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DORA = 5;
const BEFORE = RULE.closingHours - 1;

/** Open until NOON + 3 h, then closed for `closed` ms. */
function hoursWorld(closed = 17 * HOUR, rules: number = NEWEST_RULES, fund = 10_000): RiskWorld {
  const world = riskWorld(fund, { users: 5 }, { calendar: HOURS, rules });
  world.must(command('hours.set', { calendar: HOURS, sessions: sessions(closed) }));
  world.index(10_000);
  return world;
}

const CLOSES = NOON + 3 * HOUR;

function sessions(closed: number): { opens: number; closes: number }[] {
  return [
    { opens: NOON - HOUR, closes: CLOSES },
    { opens: CLOSES + closed, closes: CLOSES + closed + 30 * HOUR },
  ];
}

/** To a time, with a price there. */
function at(world: RiskWorld, time: number, second = 5_000): void {
  world.time = time;
  world.index(10_000, second);
}

/** To the last ten minutes: the timer rings, and a tick's work reduces. */
function cut(world: RiskWorld, second = 5_000): ReturnType<typeof world.emitted<'closing.excess'>> {
  at(world, CLOSES - 10 * MINUTE - 1, second);
  world.time = CLOSES - 10 * MINUTE;
  world.batch([]);
  return world.emitted('closing.excess');
}

const hourly = { market: HOURLY, marginMode: ISOLATED };

/** An isolated long and short of HOURLY at 50, each with a leverage. */
function pair(world: RiskWorld, long: number, short: number, lots: number, longs: number, shorts: number): void {
  world.go(short, OPEN_SHORT, lots, 50, { ...hourly, leverage: shorts });
  world.go(long, OPEN_LONG, lots, 50, { ...hourly, leverage: longs });
}

const order = (world: RiskWorld, lots: number, leverage: number) =>
  world.order2(ANNA, OPEN_LONG, lots, 49, { ...hourly, leverage });

const lotsOf = (world: RiskWorld, user: number, side: number) => world.position(user, side, HOURLY)?.lots ?? 0;

describe('issue 13 A.8: closing rates', () => {
  it('a contract with hours is listed with the rate of its class, others with none', () => {
    const world = hoursWorld();
    expect(order(world, 5, 10).code).toBe(200);
    expect(order(world, 5, 11)).toMatchObject({ code: 2203, expected: 10, got: 11 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 99, { leverage: 50 }).code).toBe(200);
  });

  it('two persons change it: at once where it falls, a day later where it rises', () => {
    const world = hoursWorld();
    const rate = (value: number) => command('contract.closingRate', { market: HOURLY, rate: value });
    expect(agreed(world, rate(50_000)).code).toBe(200);
    expect(world.leverage(ANNA, 20, ISOLATED, HOURLY).code).toBe(200);
    expect(world.leverage(ANNA, 21, ISOLATED, HOURLY)).toMatchObject({ code: 2203, expected: 20 });
    expect(agreed(world, rate(200_000)).code).toBe(200);
    expect(world.leverage(ANNA, 20, ISOLATED, HOURLY).code).toBe(200);
    world.wait(24 * HOUR + 1);
    world.index(10_000);
    expect(world.leverage(ANNA, 6, ISOLATED, HOURLY)).toMatchObject({ code: 2203, expected: 5 });
    expect(agreed(world, command('contract.closingRate', { market: U, rate: 50_000 })).code).toBe(400);
    expect(agreed(hoursWorld(17 * HOUR, BEFORE), rate(50_000))).toMatchObject({
      code: 400,
      expected: RULE.closingHours,
    });
  });

  it('from sixty minutes before a close longer than a day an opening needs twice the rate; before, and for a shorter one, the rate', () => {
    for (const [closed, need] of [
      [17 * HOUR, 1_000],
      [25 * HOUR, 2_000],
    ] as const) {
      const world = hoursWorld(closed);
      pair(world, ANNA, BEN, 20, 10, 2);
      expect(world.position(ANNA, LONG, HOURLY)!.margin).toBe(1_000);
      at(world, CLOSES - HOUR - 1);
      pair(world, CARL, DORA, 20, 10, 2);
      expect(world.position(CARL, LONG, HOURLY)!.margin).toBe(1_000);
      at(world, CLOSES - HOUR);
      pair(world, CARL, DORA, 20, 10, 2);
      expect(world.position(CARL, LONG, HOURLY)!.margin).toBe(1_000 + need);
    }
  });

  it('an order that was placed before pays it as it fills, or is cancelled', () => {
    const world = hoursWorld(25 * HOUR);
    const resting = world.go(ANNA, OPEN_LONG, 20, 50, { ...hourly, leverage: 10 });
    at(world, CLOSES - HOUR);
    world.go(BEN, OPEN_SHORT, 20, 50, { ...hourly, leverage: 2 });
    expect(world.closed(resting)).toEqual([1, 0]);
    expect(world.position(ANNA, LONG, HOURLY)!.margin).toBe(2_000);
    // A wallet that had the margin when it ordered, and not what the last hour asks.
    const other = hoursWorld(25 * HOUR);
    other.transfer(CARL, U_WALLET, 1, USDT, other.free(CARL, USDT, U_WALLET) - 1_500);
    const short = other.go(CARL, OPEN_LONG, 20, 50, { ...hourly, leverage: 10 });
    at(other, CLOSES - HOUR);
    other.go(BEN, OPEN_SHORT, 20, 50, { ...hourly, leverage: 2 });
    expect(other.closed(short)).toEqual([2, 7]);
  });

  it('in the last hour an opening far from the index brings its loss as margin, and preview says so (rules `coveredClose`)', () => {
    for (const [rules, margin, left] of [
      [RULE.coveredClose - 1, 1_040, 400],
      [RULE.coveredClose, 1_440, 0],
    ] as const) {
      const world = hoursWorld(17 * HOUR, rules);
      at(world, CLOSES - HOUR);
      const short = { ...hourly, leverage: 2 };
      // 20 lots at 52 are worth 10,400: 400 above the index. 10 % of 10,400 is 1,040.
      world.go(BEN, OPEN_SHORT, 20, 52, short);
      const ask = world.contractOf(ANNA, { direction: OPEN_LONG, lots: 20, price: 52, ...hourly, leverage: 10 });
      const shown = world.exchange.ask(encodeCommand(ask), 0);
      expect(shown.numbers.slice(1, 5)).toEqual([margin, 52, left, 1_492]);
      world.must(ask);
      expect(world.position(ANNA, LONG, HOURLY)!.margin).toBe(margin);
      expect(world.position(BEN, SHORT, HOURLY)!.margin).toBe(5_200);
    }
  });

  it('in the last hour a part closed far from the index leaves the rest what the rate asks for (rules `coveredClose`)', () => {
    for (const [rules, closed] of [
      [RULE.coveredClose - 1, 10],
      [RULE.coveredClose, 0],
    ] as const) {
      const world = hoursWorld(17 * HOUR, rules);
      expect(agreed(world, command('contract.closingRate', { market: HOURLY, rate: 10_000 })).code).toBe(200);
      pair(world, ANNA, BEN, 20, 20, 2);
      at(world, CLOSES - 5 * MINUTE, 4_850);
      // 500 of margin, 300 lost at the index. Ten lots at 47 lose 300 and the fee, 250 of margin are theirs; the rest
      // would keep 26 of the 49 that 1 % of its value is.
      world.go(CARL, OPEN_LONG, 10, 47, { ...hourly, leverage: 2 });
      world.order2(ANNA, CLOSE_LONG, 10, 47, hourly);
      expect(lotsOf(world, ANNA, LONG)).toBe(20 - closed);
      if (closed !== 0) continue;
      // At the index a part closes, and the whole does.
      world.cancelAll(CARL);
      world.go(CARL, OPEN_LONG, 20, 48, { ...hourly, leverage: 2 });
      world.order2(ANNA, CLOSE_LONG, 5, 48, hourly);
      expect(lotsOf(world, ANNA, LONG)).toBe(15);
      world.order2(ANNA, CLOSE_LONG, 15, 48, hourly);
      expect(lotsOf(world, ANNA, LONG)).toBe(0);
    }
  });

  it('in the last hour margin leaves only above the rate, and a higher leverage frees no more', () => {
    const world = hoursWorld(25 * HOUR);
    pair(world, ANNA, BEN, 20, 2, 2);
    const { position, margin } = world.position(ANNA, LONG, HOURLY)!;
    expect(margin).toBe(5_000);
    at(world, CLOSES - HOUR);
    expect(world.leverage(ANNA, 10, ISOLATED, HOURLY).code).toBe(200);
    expect(world.position(ANNA, LONG, HOURLY)!.margin).toBe(2_000);
    expect(world.margin(ANNA, position, 2, 1)).toMatchObject({ code: 2205, expected: 0 });
  });

  it('a break of at most two hours is no close', () => {
    const world = hoursWorld(2 * HOUR);
    pair(world, ANNA, BEN, 20, 10, 2);
    at(world, CLOSES - 30 * MINUTE);
    pair(world, CARL, DORA, 20, 10, 2);
    expect(world.position(CARL, LONG, HOURLY)!.margin).toBe(1_000);
    expect(cut(world, 4_800)).toEqual([]);
    expect(world.emitted('closing.crossed')).toEqual([]);
  });
});

describe('issue 13 A.8: ten minutes before a close', () => {
  it('lots beyond (margin + profit) ÷ rate are crossed long against short, in proportion, at the index, free', () => {
    const world = hoursWorld(25 * HOUR);
    pair(world, ANNA, DORA, 20, 10, 2);
    pair(world, BEN, DORA, 10, 10, 2);
    pair(world, DORA, CARL, 12, 2, 10);
    const wealth = [ANNA, BEN, CARL, DORA].map((user) => world.wealth(user));
    const excess = cut(world);
    // 1,000 and 500 of margin cover 1,000 ÷ (20 % × 500) = 10 lots and 5; of the shorts 600 cover 6 lots.
    expect(excess.map(({ user, step, lots }) => [user, step, lots])).toEqual([
      [ANNA, 1, 10],
      [BEN, 1, 5],
      [CARL, 1, 6],
    ]);
    // Of 15 long lots 6 are crossed: 4 and 2. The book has nobody for the rest.
    expect(
      world
        .emitted('closing.crossed')
        .map(({ longUser, shortUser, lots, value }) => [longUser, shortUser, lots, value]),
    ).toEqual([
      [ANNA, CARL, 4, 2_000],
      [BEN, CARL, 2, 1_000],
    ]);
    expect([lotsOf(world, ANNA, LONG), lotsOf(world, BEN, LONG), lotsOf(world, CARL, SHORT)]).toEqual([16, 8, 6]);
    // The margin stays with what is left, so that it covers it.
    expect(world.position(CARL, SHORT, HOURLY)!.margin).toBe(600);
    expect([ANNA, BEN, CARL, DORA].map((user) => world.wealth(user))).toEqual(wealth);
    expect(world.emitted('liquidation.step')).toEqual([]);
  });

  it('profit and loss at the index count, and what is realised stays in the margin', () => {
    const world = hoursWorld();
    pair(world, ANNA, BEN, 20, 10, 10);
    // 48: the long has 1,000 − 400 for 9,600 of value, the short 1,400.
    const excess = cut(world, 4_800);
    expect(excess.map(({ user, lots, equity }) => [user, lots, equity])).toEqual([[ANNA, 8, 600]]);
    expect(world.emitted('closing.crossed')).toEqual([]);
    expect(lotsOf(world, ANNA, LONG)).toBe(20);
  });

  it('what the crossing leaves is sold within 0.2 % of the index, reduce-only and free of fees; the rest stays', () => {
    const world = hoursWorld(25 * HOUR);
    pair(world, ANNA, DORA, 20, 10, 2);
    world.go(BEN, OPEN_LONG, 4, 50, { ...hourly, leverage: 2 });
    world.go(CARL, OPEN_LONG, 4, 49, { ...hourly, leverage: 2 });
    const wealth = world.wealth(ANNA);
    cut(world);
    expect(world.emitted('closing.excess').map(({ step, lots }) => [step, lots])).toEqual([
      [1, 10],
      [2, 10],
    ]);
    // Four at 50; the bid at 49 is 2 % away.
    expect(lotsOf(world, ANNA, LONG)).toBe(16);
    expect(world.position(ANNA, LONG, HOURLY)!.margin).toBe(1_000);
    expect(world.wealth(ANNA)).toBe(wealth);
    expect(world.emitted('fill').map(({ price, lots, takerFee }) => [price, lots, takerFee])).toEqual([[50, 4, 0]]);
    expect(world.emitted('liquidation.step')).toEqual([]);
  });

  it('margin added before avoids it', () => {
    const world = hoursWorld(25 * HOUR);
    pair(world, ANNA, BEN, 20, 10, 10);
    at(world, CLOSES - 11 * MINUTE);
    world.margin(ANNA, world.position(ANNA, LONG, HOURLY)!.position, 1, 1_000);
    const excess = cut(world);
    expect(excess.map(({ user }) => user)).toEqual([BEN]);
    expect(lotsOf(world, ANNA, LONG)).toBe(20);
  });

  it('without a price that counts it waits for one, and ends with the close', () => {
    const world = hoursWorld(25 * HOUR);
    pair(world, ANNA, BEN, 20, 10, 10);
    world.time = CLOSES - 10 * MINUTE;
    world.batch([]);
    expect(world.emitted('closing.excess')).toEqual([]);
    at(world, CLOSES - 5 * MINUTE);
    expect(world.emitted('closing.crossed').map(({ lots }) => lots)).toEqual([10]);
    const late = hoursWorld(25 * HOUR);
    pair(late, ANNA, BEN, 20, 10, 10);
    late.time = CLOSES - 10 * MINUTE;
    late.batch([]);
    at(late, CLOSES + 25 * HOUR);
    expect([late.emitted('closing.excess'), late.emitted('closing.crossed')]).toEqual([[], []]);
    expect(late.exchange.hasWork()).toBe(false);
  });

  it('goes on behind a snapshot as it would have without one', () => {
    const world = hoursWorld(25 * HOUR);
    pair(world, ANNA, BEN, 20, 10, 10);
    world.time = CLOSES - 10 * MINUTE;
    world.batch([]);
    const twin = world.twin();
    at(world, CLOSES - 5 * MINUTE);
    twin.advance(world.time);
    const words = world.ticks([10_000, 5_000]);
    expect(applyWithSlotEnd(twin, words)).toBe(200);
    expect(twin.digest()).toBe(world.exchange.digest());
    twin.audit();
  });
});

describe('issue 13 A.8: the gap', () => {
  /** Long and short at ten times, reopened 20 % lower; the fund before and after. */
  function gapped(rules: number): { world: RiskWorld; paid: number } {
    const world = hoursWorld(17 * HOUR, rules);
    pair(world, ANNA, BEN, 20, 10, 10);
    // Somebody bids below the bankruptcy price, where the fund would make good the difference.
    world.time = CLOSES + 17 * HOUR;
    const before = world.insurance();
    world.index(10_000, 4_000);
    for (let round = 0; round < 3; round += 1) {
      world.time += 300;
      world.index(10_000, 4_000);
      world.quote(HOURLY, [[1, 40, 100]]);
    }
    return { world, paid: before - world.insurance() };
  }

  it('a loss beyond the margin is never the fund’s: the other side is closed at the bankruptcy price', () => {
    const { world, paid } = gapped(NEWEST_RULES);
    expect(paid).toBeLessThanOrEqual(0);
    expect([lotsOf(world, ANNA, LONG), lotsOf(world, BEN, SHORT)]).toEqual([0, 0]);
    // What the one lost the other gained: the two together are where they began, but for fees.
    expect(world.wealth(ANNA) + world.wealth(BEN)).toBeLessThanOrEqual(40_000);
  });

  it('also where the book would have taken it at the expense of the fund', () => {
    for (const [rules, most] of [
      [BEFORE, -1],
      [NEWEST_RULES, 0],
    ] as const) {
      const world = hoursWorld(17 * HOUR, rules);
      pair(world, ANNA, BEN, 20, 10, 10);
      world.go(CARL, OPEN_LONG, 20, 40, { ...hourly, leverage: 2 });
      const before = world.insurance();
      at(world, CLOSES + 17 * HOUR, 4_000);
      const moved = world.insurance() - before;
      if (most < 0) expect(moved).toBeLessThan(0);
      else expect(moved).toBe(0);
      if (most === 0) expect(world.emitted('gap.borne').map(({ user }) => user)).toEqual([ANNA]);
    }
  });

  it('ten minutes behind the first price the fund pays again, before rules solventWaits', () => {
    const world = hoursWorld(17 * HOUR, RULE.solventWaits - 1);
    pair(world, ANNA, BEN, 20, 10, 10);
    at(world, CLOSES + 17 * HOUR, 5_000);
    world.go(CARL, OPEN_LONG, 20, 40, { ...hourly, leverage: 2 });
    const before = world.insurance();
    at(world, CLOSES + 17 * HOUR + 10 * MINUTE + 1, 4_000);
    expect(world.insurance()).toBeLessThan(before);
  });
});

describe('issue 13 A.8: hours are published a day ahead', () => {
  const set = (world: RiskWorld, ...list: readonly (readonly [opens: number, closes: number])[]) =>
    world.send(command('hours.set', { calendar: HOURS, sessions: list.map(([opens, closes]) => ({ opens, closes })) }));

  it('what is open within 24 h by the calendar stays open: a command that closes earlier is refused', () => {
    const world = hoursWorld();
    const next = CLOSES + 17 * HOUR;
    expect(set(world, [NOON - HOUR, CLOSES - 1])).toMatchObject({ code: 400, got: CLOSES - 1 });
    expect(set(world, [NOON - HOUR, CLOSES], [next + 1, next + HOUR])).toMatchObject({ code: 400, got: next });
    expect(set(world, [NOON - HOUR, CLOSES + HOUR], [next, next + 30 * HOUR]).code).toBe(200);
    // Beyond a day it may change: 13:00 of the next day is 25 h away.
    expect(set(world, [NOON - HOUR, CLOSES + HOUR], [next, NOON + 25 * HOUR]).code).toBe(200);
    expect(set(hoursWorld(17 * HOUR, BEFORE), [NOON - HOUR, CLOSES - 1]).code).toBe(200);
  });
});

describe('issue 13 A.8: when the rule comes into force', () => {
  it('positions stay; orders of more leverage pay the rate as they fill; openings must fit', () => {
    const world = hoursWorld(17 * HOUR, BEFORE);
    pair(world, ANNA, BEN, 20, 50, 2);
    const resting = world.go(CARL, OPEN_LONG, 10, 50, { ...hourly, leverage: 50 });
    for (const one of activations(BEFORE, NEWEST_RULES)) world.must(one);
    world.index(10_000);
    expect(world.position(ANNA, LONG, HOURLY)!.leverage).toBe(50);
    expect(world.order2(ANNA, OPEN_LONG, 5, 49, { ...hourly, leverage: 50 })).toMatchObject({
      code: 2203,
      expected: 10,
    });
    world.go(BEN, OPEN_SHORT, 10, 50, { ...hourly, leverage: 2 });
    expect(world.closed(resting)).toEqual([1, 0]);
    expect(world.position(CARL, LONG, HOURLY)!.margin).toBe(500);
    const excess = cut(world);
    // 200 cover 200 ÷ (10 % × 500) = 4 lots.
    expect(excess.map(({ user, lots }) => [user, lots])).toEqual([[ANNA, 16]]);
  });

  it('before it the last hour bounds the leverage of openings alone', () => {
    const world = hoursWorld(17 * HOUR, BEFORE);
    at(world, CLOSES - 30 * MINUTE);
    expect(order(world, 5, 21)).toMatchObject({ code: 2203, expected: 20 });
    expect(order(world, 5, 20).code).toBe(200);
    expect(cut(world)).toEqual([]);
  });

  it('cross margin stays refused in markets with hours: each position’s excess is its own', () => {
    const world = hoursWorld();
    expect(world.order2(ANNA, OPEN_LONG, 5, 49, { market: HOURLY, marginMode: CROSS, leverage: 5 })).toMatchObject({
      code: 400,
    });
  });
});
