// Funding by time (money §3, rules `fundingByTime`): what a tick's premium counts, when funding becomes hourly, and back.

import { describe, expect, it } from 'vitest';
import { fundingMost, intervalRate } from '../../../src/formula/index.ts';
import { decodeEvents, RULE } from '../../../src/index.ts';
import { command } from '../../kit/genesis.ts';
import { ANNA, BEN, NOON } from '../../kit/world.ts';
import { OPEN_LONG, OPEN_SHORT, U } from '../../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from '../kit.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Worlds begin at noon; the interval of 8 h is over at 16:00. */
const END = NOON + 4 * HOUR;
const BEFORE = { rules: RULE.fundingByTime - 1 };
/** Rules under which quotes stand through the minutes between two ticks. */
const STANDING = { rules: RULE.staleQuotes - 1 };
/** First maintenance rate of the kit's contract, ppm. */
const FIRST_RATE = 10_000;
/** Best bid and ask: a book 4 % above an index of 100, and one around it. */
const HIGH = [104, 105] as const;
const LEVEL = [99, 101] as const;

const books = new WeakMap<RiskWorld, readonly [bid: number, ask: number]>();

/** The house's book of the market: one bid and one ask, in place of those before. */
function book(world: RiskWorld, [bid, ask]: readonly [bid: number, ask: number]): void {
  const before = books.get(world);
  if (before?.[0] === bid) return;
  const gone =
    before === undefined
      ? []
      : ([
          [1, before[0], 0],
          [2, before[1], 0],
        ] as const);
  for (const levels of [
    gone,
    [
      [1, bid, 100],
      [2, ask, 100],
    ] as const,
  ])
    if (levels.length > 0) expect(world.quote(U, levels).code).toBe(200);
  books.set(world, [bid, ask]);
}

/** To the moment after `end`, with a tick a second before each minute's end and one at it. */
function to(world: RiskWorld, end: number): void {
  for (let minute = (Math.floor(world.time / MINUTE) + 1) * MINUTE; minute <= end; minute += MINUTE)
    for (const before of [1_000, 0]) {
      world.time = minute - before;
      world.index(10_000);
    }
  world.time = end + 1;
  world.batch([]);
}

const average = (world: RiskWorld) => world.risk.averages.findLast(({ market }) => market === U)!;
const rate = (world: RiskWorld) => world.emitted('funding.rate').find(({ market }) => market === U)!;
const pace = (world: RiskWorld) => world.risk.paces.findLast(({ market }) => market === U)!;

/** ANNA long and BEN short 50 lots at 100. */
function opened(world: RiskWorld): RiskWorld {
  world.go(BEN, OPEN_SHORT, 50, 100, { leverage: 2 });
  world.go(ANNA, OPEN_LONG, 50, 100, { leverage: 2 });
  return world;
}

describe('money §3 the premium of an interval is its time-weighted average', () => {
  it('a tick counts until the next one, 2 s at most, and no longer than its minute', () => {
    const world = opened(riskWorld(1_000, {}, STANDING));
    book(world, HIGH);
    world.time = NOON + 10_000;
    world.index(10_000);
    world.time += 500;
    book(world, LEVEL);
    world.index(10_000);
    world.time += 9_000;
    book(world, HIGH);
    world.index(10_000);
    world.time = NOON + MINUTE - 300;
    world.index(10_000);
    world.time = NOON + MINUTE;
    world.batch([]);
    // The tick of the world's start counts 2 s with no premium; 4 % for 500 ms, 0 for 2 s, 4 % for 2 s and for 300 ms.
    expect(average(world)).toMatchObject({ sum: 40_000_000 * 2_800, time: 6_800, valid: 1, minutes: 1 });
    // The rest of its 2 s is in the next minute, which has no tick of its own.
    world.time = NOON + 2 * MINUTE;
    world.batch([]);
    expect(average(world)).toMatchObject({ sum: 40_000_000 * 4_500, time: 8_500, valid: 2, minutes: 2 });
    world.time = NOON + 3 * MINUTE;
    world.batch([]);
    expect(average(world)).toMatchObject({ sum: 40_000_000 * 4_500, time: 8_500, valid: 2, minutes: 3 });
    // A restart emits the same.
    const seed = [...decodeEvents(world.exchange.seed())];
    expect(seed.find((event) => event.name === 'funding.average' && event.market === U)).toEqual(average(world));
    expect(seed.find((event) => event.name === 'funding.pace' && event.market === U)).toMatchObject({
      ...{ hours: 8, next: END, hourly: 0 },
    });
  });

  it('an interval’s end tells the sum that its rate is made of, up to the end itself', () => {
    const world = opened(riskWorld(1_000, {}, STANDING));
    book(world, HIGH);
    to(world, END);
    const emitted = world.emitted('funding.average').filter(({ market }) => market === U);
    expect(emitted).toHaveLength(1);
    const [{ sum, time }] = emitted as [(typeof emitted)[number]];
    expect(rate(world).rate).toBe(intervalRate(sum, time, fundingMost(FIRST_RATE, 8)));
    expect(sum).toBeGreaterThan(0);
  });

  it('a tick that is stale ends the one before and counts for no time; a premium counts as 5 % at most', () => {
    const world = opened(riskWorld(1_000, {}, STANDING));
    book(world, HIGH);
    world.time = NOON + 10_000;
    world.index(9_000);
    world.time += 1_000;
    world.must(world.ticks([10_000, 5_000], { used: 1, total: 3 }));
    world.time = NOON + MINUTE;
    world.batch([]);
    expect(average(world)).toMatchObject({ sum: 50_000_000 * 1_000, time: 3_000 });
  });

  it('t8: a book pushed at the last millisecond of each minute moves no rate; before, it made the whole of it', () => {
    for (const [rules, expected] of [
      [BEFORE, 20_000_000],
      [{}, 100_000],
    ] as const) {
      const world = opened(riskWorld(1_000, { terms: { fundingHours: 1 } }, rules));
      for (let minute = NOON + MINUTE; minute <= NOON + HOUR; minute += MINUTE) {
        book(world, LEVEL);
        world.time = minute - 2_000;
        world.index(10_000);
        world.time = minute - 1;
        book(world, HIGH);
        world.index(10_000);
        world.time = minute;
        // Whoever pushed is away at once.
        book(world, LEVEL);
        world.index(10_000);
      }
      world.time = NOON + HOUR + 1;
      world.batch([]);
      expect(rate(world)).toMatchObject({ rate: expected, valid: 60, minutes: 60 });
    }
  });

  it('an interval without a valid tick pays nothing and says so', () => {
    const world = opened(riskWorld(1_000, {}, STANDING));
    to(world, END);
    world.time = END + 8 * HOUR;
    // The price is good again at the interval's end.
    world.index(10_000);
    world.time += 1;
    world.batch([]);
    // What was left of the last tick of the interval before counts in the first minute.
    expect(rate(world)).toMatchObject({ rate: 0, valid: 1, minutes: 480 });
    expect(world.emitted('funding')).toEqual([]);
  });

  it('an interval under way when the rules come into force keeps its minutes, each as 60 s with its premium', () => {
    const world = opened(riskWorld(1_000, {}, BEFORE));
    book(world, HIGH);
    to(world, NOON + 2 * HOUR);
    const emitted = world.risk.minutes.findLast(({ market }) => market === U)!;
    expect(emitted).toMatchObject({ premium: 120 * 40_000_000, valid: 120, minutes: 120 });
    world.must(command('rules.activate', { version: RULE.fundingByTime }));
    expect(average(world)).toMatchObject({
      ...{ sum: 120 * 40_000_000 * MINUTE, time: 120 * MINUTE, valid: 120, minutes: 120 },
    });
    expect(pace(world)).toMatchObject({ hours: 8, next: END, hourly: 0 });
    book(world, LEVEL);
    to(world, END);
    // 120 minutes of 4 % before, and after it 3 s of each minute around the index.
    expect(average(world)).toMatchObject({ sum: 120 * 40_000_000 * MINUTE, valid: 240, minutes: 240 });
    expect(rate(world)).toMatchObject({ rate: 7_500_000, valid: 240, minutes: 240 });
    world.exchange.audit();
  });
});

describe('money §3 funding is hourly after two capped settlements in a row', () => {
  it('each at most ¼ of the first maintenance rate, until a rate is below the cap of 8 hours; then back to the regular time', () => {
    const world = opened(riskWorld(1_000, {}, STANDING));
    book(world, HIGH);
    to(world, END);
    expect(rate(world)).toMatchObject({ rate: 7_500_000 });
    expect(pace(world)).toMatchObject({ hours: 8, next: END + 8 * HOUR, hourly: 0 });
    to(world, END + 8 * HOUR);
    expect(rate(world)).toMatchObject({ rate: 7_500_000, time: END + 8 * HOUR });
    expect(pace(world)).toMatchObject({ hours: 1, next: END + 9 * HOUR, hourly: 1 });
    expect(decodeEvents(world.exchange.seed())).toContainEqual(pace(world));
    // ¾ of 1 % of 50 × 100.25.
    expect(world.emitted('funding').map(({ user, amount }) => [user, amount])).toEqual([
      [ANNA, -38],
      [BEN, 37],
    ]);
    to(world, END + 9 * HOUR);
    expect(rate(world)).toMatchObject({ rate: 20_000_000, valid: 60, minutes: 60 });
    expect(pace(world)).toMatchObject({ hours: 1, next: END + 10 * HOUR, hourly: 1 });
    // ¼ of 1 %.
    expect(world.emitted('funding').map(({ user, amount }) => [user, amount])).toEqual([
      [ANNA, -13],
      [BEN, 12],
    ]);
    // A premium of 1 %: no more capped hourly, but every 8 hours it would be.
    book(world, [101, 102]);
    world.time += 1_000;
    world.index(10_000);
    const before = world.time;
    to(world, END + 10 * HOUR);
    expect(before).toBeLessThan(world.time);
    const hourly = rate(world).rate;
    expect(hourly).toBeGreaterThanOrEqual(7_500_000);
    expect(hourly).toBeLessThan(20_000_000);
    expect(pace(world)).toMatchObject({ hours: 1, hourly: 1 });
    book(world, LEVEL);
    to(world, END + 11 * HOUR);
    const low = rate(world).rate;
    expect(low).toBeLessThan(7_500_000);
    // 03:00: the next is at 08:00.
    expect(pace(world)).toMatchObject({ hours: 5, next: END + 16 * HOUR, hourly: 0 });
    to(world, END + 16 * HOUR);
    expect(rate(world)).toMatchObject({ rate: 100_000, valid: 300, minutes: 300 });
    // 0.01 % of 5,000 for 5 of 8 hours, rounded up.
    expect(world.emitted('funding').map(({ user, amount }) => [user, amount])).toEqual([
      [ANNA, -1],
      [BEN, 0],
    ]);
    expect(pace(world)).toMatchObject({ hours: 8, next: END + 24 * HOUR, hourly: 0 });
    world.exchange.audit();
  });

  it('one settlement in between that is not capped begins the count anew', () => {
    const world = opened(riskWorld(1_000, { terms: { fundingHours: 4 } }, STANDING));
    for (const [at, prices] of [HIGH, LEVEL, HIGH].entries()) {
      book(world, prices);
      to(world, NOON + (at + 1) * 4 * HOUR);
      expect(pace(world)).toMatchObject({ hours: 4, hourly: 0 });
    }
  });

  it('where hourly payments would admit no more, the pace stays', () => {
    const world = opened(riskWorld(1_000, { terms: { fundingHours: 2 } }, STANDING));
    book(world, HIGH);
    for (let round = 1; round <= 3; round += 1) {
      to(world, NOON + round * 2 * HOUR);
      expect(rate(world)).toMatchObject({ rate: 20_000_000 });
      expect(pace(world)).toMatchObject({ hours: 2, hourly: 0 });
    }
  });
});
