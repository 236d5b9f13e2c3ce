// Contracts with trading hours and while prices are not good, and the market maker's quotes of them (money §3, §11).

import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { NEWEST_RULES, RULE } from '../../src/index.ts';
import { command, HOURS } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, MARKET, NOON, STOP_LIMIT } from '../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  ContractWorld,
  CROSS,
  HOURLY,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
} from './kit.ts';

const HOUR = 3_600_000;

/** A world whose second instrument has hours: open until `closes` ms from now. */
function withHours(closes: number, rules: number = NEWEST_RULES): ContractWorld {
  const world = new ContractWorld({ calendar: HOURS, rules });
  world.must(
    command('hours.set', {
      calendar: HOURS,
      sessions: [
        { opens: NOON - HOUR, closes: NOON + closes },
        { opens: NOON + 24 * HOUR, closes: NOON + 30 * HOUR },
      ],
    }),
  );
  world.tick();
  return world;
}

const hourly = { market: HOURLY, marginMode: ISOLATED, leverage: 10 };

const closing = { market: HOURLY, marginMode: ISOLATED };

describe('money §11 contracts when prices are not good', () => {
  it('aging: all goes; stale: nothing opens, what is open may be closed', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    world.wait(3_000);
    expect(world.order2(ANNA, OPEN_LONG, 5, 99)).toMatchObject({ code: 200 });
    world.wait(9_000);
    expect(world.order2(ANNA, OPEN_LONG, 5, 99)).toMatchObject({ code: 2005 });
    expect(world.order2(BEN, CLOSE_SHORT, 10, 100)).toMatchObject({ code: 200 });
    world.go(ANNA, CLOSE_LONG, 10, 100);
    expect(world.position(ANNA, LONG)?.lots).toBe(40);
  });

  it('closed: reduce-only limits rest until it opens, all else is refused with 2001', () => {
    const world = withHours(2 * HOUR);
    world.pair(ANNA, BEN, 20, 50, hourly);
    world.go(CARL, OPEN_LONG, 5, 49, hourly);
    world.wait(2 * HOUR + 1);
    expect(world.order2(ANNA, OPEN_LONG, 5, 50, hourly)).toMatchObject({ code: 2001 });
    expect(world.order2(ANNA, CLOSE_LONG, 5, 0, closing)).toMatchObject({ code: 2001 });
    expect(world.closePosition(ANNA, world.position(ANNA, LONG, HOURLY)!.position)).toMatchObject({ code: 2001 });
    expect(world.order2(ANNA, CLOSE_LONG, 5, 51, { ...closing, type: STOP_LIMIT, trigger: 51 })).toMatchObject({
      code: 2001,
    });
    // What would take now does not rest either.
    expect(world.order2(ANNA, CLOSE_LONG, 5, 49, closing)).toMatchObject({ code: 2109 });
    const resting = world.go(ANNA, CLOSE_LONG, 5, 51, closing);
    world.time = NOON + 24 * HOUR;
    world.tick();
    world.go(CARL, OPEN_LONG, 5, 51, hourly);
    expect(world.closed(resting)).toEqual([1, 0]);
  });

  it('a market with hours is isolated only, and before rules `closingHours` opens with 20 at most in its last hour', () => {
    const world = withHours(2 * HOUR, RULE.closingHours - 1);
    expect(world.order2(ANNA, OPEN_LONG, 5, 50, { ...hourly, marginMode: CROSS })).toMatchObject({
      code: 400,
      expected: 2,
    });
    expect(world.leverage(ANNA, 10, CROSS, HOURLY)).toMatchObject({ code: 400 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 50, { ...hourly, leverage: 50 })).toMatchObject({ code: 200 });
    world.cancelAll(ANNA);
    world.wait(HOUR);
    world.tick();
    expect(world.order2(ANNA, OPEN_LONG, 5, 50, { ...hourly, leverage: 21 })).toMatchObject({
      ...{ code: 2203, expected: 20, got: 21 },
    });
    expect(world.order2(ANNA, OPEN_LONG, 5, 50, { ...hourly, leverage: 20 })).toMatchObject({ code: 200 });
  });
});

describe('money §3 the house quotes like everyone', () => {
  it('quotes it cannot fund become what it can; a level hit later is checked again', () => {
    const world = new ContractWorld({}, { house: 100 });
    world.quote(U, [[2, 101, 500]]);
    const stands = world.emitted('quote')[0]!.levels[0]!.lots;
    // 101 ÷ 5 a lot, a fee of 0.2 %, no opening loss above the mark: four lots for 100.
    expect(stands).toBe(4);
    world.go(ANNA, OPEN_LONG, 4, 0);
    expect(world.position(MARKET_MAKER, SHORT)?.lots).toBe(4);
    world.quote(U, [[2, 101, 500]]);
    expect(world.emitted('quote')[0]!.levels[0]!.lots).toBe(0);
  });

  it('what stands on a side counts against the next level of it', () => {
    const world = new ContractWorld({}, { house: 100 });
    world.quote(U, [
      [2, 101, 3],
      [2, 102, 4],
      [1, 99, 2],
    ]);
    // Three lots at 101 leave what one at 102 needs; the other side is weighed by itself.
    expect(world.emitted('quote')[0]!.levels.map((one) => one.lots)).toEqual([3, 1, 2]);
  });

  it('it opens no further than the last tier of its leverage', () => {
    const world = new ContractWorld({}, { terms: { tiers: [{ cap: 3_000, rate: 10_000, leverage: 50 }] } });
    world.quote(U, [[2, 101, 50]]);
    expect(world.emitted('quote')[0]!.levels[0]!.lots).toBe(30);
    world.quote(U, [[2, 102, 500]]);
    expect(world.emitted('quote')[0]!.levels[0]!.lots, 'what stands counts').toBe(0);
  });

  it('in a market with hours it is isolated too, and quotes nothing while it is closed', () => {
    const world = withHours(2 * HOUR);
    world.quote(HOURLY, [[2, 51, 50]]);
    world.go(ANNA, OPEN_LONG, 10, 0, { ...hourly, type: MARKET, timeInForce: 2 });
    expect(world.position(MARKET_MAKER, SHORT, HOURLY)).toMatchObject({ marginMode: ISOLATED, leverage: 5, lots: 10 });
    world.wait(3 * HOUR);
    expect(world.quote(HOURLY, [[2, 52, 50]])).toMatchObject({ code: 2001 });
    // Taking away is cancelling, which is always allowed; one row that adds is not.
    world.quote(HOURLY, [[2, 51, 0]]);
    expect(world.emitted('quote')[0]!.levels).toEqual([{ side: 2, price: 51, lots: 0 }]);
    const mixed: [number, number, number][] = [
      [2, 51, 0],
      [2, 53, 1],
    ];
    expect(world.quote(HOURLY, mixed)).toMatchObject({ code: 2001 });
  });
});

describe('money §11 the open of a market with hours', () => {
  it.each([
    ['is passed over and keeps its place', RULE.staleOnlyReduces, [2, 9], []],
    ['was taken out', RULE.first, [2, 4], [{ side: 1, price: 49, lots: 0 }]],
  ])('quotes from before the close do not trade before the first price of the day: %s', (_, rules, end, emitted) => {
    const world = withHours(2 * HOUR, rules);
    world.quote(HOURLY, [
      [1, 49, 50],
      [2, 51, 50],
    ]);
    world.pair(ANNA, BEN, 20, 50, hourly);
    world.wait(2 * HOUR + 1);
    world.time = NOON + 24 * HOUR + 1;
    world.batch([]);
    const order = world.go(ANNA, CLOSE_LONG, 5, 49, { ...closing, timeInForce: 2 });
    expect(world.closed(order)).toEqual(end);
    expect(world.emitted('quote').map((one) => one.levels[0])).toEqual(emitted);
    world.go(BEN, CLOSE_SHORT, 5, 50, closing);
    world.go(ANNA, CLOSE_LONG, 5, 50, closing);
    expect(world.position(ANNA, LONG, HOURLY)?.lots).toBe(15);
  });

  it('an opening that would be endangered at once is refused: what it takes loses more than its margin bears', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_SHORT, 20, 102, { leverage: 50 });
    // 2 % of margin, 2 % lost, 1 % of maintenance.
    expect(world.order2(ANNA, OPEN_LONG, 20, 102, { marginMode: ISOLATED, leverage: 50 })).toMatchObject({
      code: 2204,
    });
    expect(world.order2(ANNA, OPEN_LONG, 20, 102, { marginMode: ISOLATED, leverage: 20 })).toMatchObject({ code: 200 });
  });
});
