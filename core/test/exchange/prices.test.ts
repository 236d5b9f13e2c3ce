// Prices: bands and protection around the index, what each state of it allows, hours (money §2, §11).
import { describe, expect, it } from 'vitest';
import { PRICE_STATE } from '../../src/enum/index.ts';
import { type Command, rejects, RULE } from '../../src/index.ts';
import { command, HOURS } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, CARL, MARKET, SELL, STOP_LIMIT, STOP_MARKET, World } from '../kit/world.ts';

describe('money §2 bands', () => {
  it('a buy to index + 20 %, a sell from index − 20 %: refused a tick further, with the bound', () => {
    const world = new World();
    world.must(world.ticks([10_049, 5_000]));
    expect(world.place(ANNA, { lots: 3, price: 121 })).toMatchObject({ code: 2108, expected: 120, got: 121 });
    expect(world.place(ANNA, { lots: 3, price: 120 }).code).toBe(200);
    expect(world.place(BEN, { lots: 3, price: 80, side: SELL })).toMatchObject({ code: 2108, expected: 81, got: 80 });
    expect(world.place(BEN, { lots: 3, price: 81, side: SELL }).code).toBe(200);
  });

  it('the far side rests from a tenth to ten times the index', () => {
    const world = new World();
    expect(world.place(ANNA, { lots: 3, price: 9 })).toMatchObject({ code: 2108, expected: 10 });
    expect(world.place(ANNA, { lots: 3, price: 10 }).code).toBe(200);
    expect(world.place(ANNA, { lots: 3, price: 1_001, side: SELL })).toMatchObject({ code: 2108, expected: 1_000 });
    expect(world.place(ANNA, { lots: 3, price: 1_000, side: SELL }).code).toBe(200);
  });

  it('and never beyond 2^24 − 1 ticks', () => {
    const world = new World({ maxValue: 2 ** 40 });
    world.must(world.ticks([2 ** 24 * 100 - 100, 5_000]));
    expect(world.place(ANNA, { lots: 1, price: 2 ** 24 - 1, side: SELL }).code).toBe(200);
    expect(world.place(ANNA, { lots: 1, price: 2 ** 24, side: SELL }).code).toBe(400);
  });

  it('triggers stand between the far bounds', () => {
    const world = new World();
    expect(world.place(ANNA, { type: STOP_MARKET, lots: 3, trigger: 1_001 }).code).toBe(2108);
    expect(world.place(ANNA, { type: STOP_MARKET, lots: 3, trigger: 9, side: SELL }).code).toBe(2108);
  });

  it('a limit behind a trigger may be far when placed; at its trigger the band of then refuses it (before `RULE.stops`)', () => {
    const world = new World({ rules: RULE.first });
    const order = world.must(world.order(ANNA, { type: STOP_LIMIT, lots: 3, price: 180, trigger: 140 }));
    world.tick(140);
    expect(world.closed(order)).toEqual([5, 6]);
    const good = world.must(world.order(ANNA, { type: STOP_LIMIT, lots: 3, price: 180, trigger: 160 }));
    world.tick(160);
    expect(world.closed(good)).toBeUndefined();
    expect(world.audit.book(1, BUY)).toEqual([[180, 3]]);
  });
});

describe('money §2 protection of market orders', () => {
  it('stops 5 % beyond the first touch; the rest is cancelled', () => {
    const world = new World();
    world.sell(BEN, 2, 100);
    world.sell(BEN, 2, 105);
    world.sell(BEN, 2, 106);
    const order = world.buy(ANNA, 6, 0, { type: MARKET });
    expect(world.dealt()).toEqual([
      [100, 2],
      [105, 2],
    ]);
    expect(world.closed(order)![0]).toBe(2);
    world.buy(CARL, 2, 100);
    world.buy(CARL, 2, 95);
    world.buy(CARL, 2, 94);
    world.sell(ANNA, 6, 0, { type: MARKET });
    expect(world.dealt()).toEqual([
      [100, 2],
      [95, 2],
    ]);
  });

  it('or at the band, where that is nearer', () => {
    const world = new World();
    world.sell(BEN, 2, 118);
    world.sell(BEN, 2, 120);
    world.sell(BEN, 2, 121);
    world.buy(ANNA, 6, 0, { type: MARKET });
    expect(world.dealt()).toEqual([
      [118, 2],
      [120, 2],
    ]);
    const far = new World();
    far.sell(BEN, 3, 121);
    expect(far.place(ANNA, { type: MARKET, lots: 3 }).code).toBe(2111);
  });
});

describe('money §11 states of the index', () => {
  const states = (world: World): number[] =>
    world
      .emitted('price.state')
      .filter((event) => event.instrument === 1)
      .map((event) => event.state);
  const stateOf = (world: World, instrument = 1): number => world.audit.instruments.get(instrument)!.state;

  it('aging after 2 s, stale after 10 s: a tick brings it back at once', () => {
    const world = new World();
    world.wait(2_000);
    expect(stateOf(world)).toBe(PRICE_STATE.valid);
    world.wait(1);
    expect(states(world)).toEqual([PRICE_STATE.aging]);
    world.wait(8_000);
    expect(states(world)).toEqual([PRICE_STATE.stale]);
    world.tick();
    expect(world.emitted('tick')[0]!.state).toBe(PRICE_STATE.valid);
    world.wait(20_000);
    expect(states(world), 'an outage over both').toEqual([PRICE_STATE.aging, PRICE_STATE.stale]);
  });

  it('sources apart by more than 1 %: aging; fewer than half of them: stale', () => {
    const world = new World();
    world.must(world.ticks([10_000, 5_000], { spread: 100 }));
    expect(stateOf(world)).toBe(PRICE_STATE.valid);
    world.must(world.ticks([10_000, 5_000], { spread: 101 }));
    expect(stateOf(world)).toBe(PRICE_STATE.aging);
    world.must(world.ticks([10_000, 5_000], { used: 2, total: 4 }));
    expect(stateOf(world)).toBe(PRICE_STATE.valid);
    world.must(world.ticks([10_000, 5_000], { used: 2, total: 5 }));
    expect(stateOf(world)).toBe(PRICE_STATE.stale);
    expect(world.send(world.ticks([10_000, 5_000], { used: 4, total: 3 })).code).toBe(400);
  });

  it('aging: all of spot goes on. Stale: limit orders only, cancel always', () => {
    const world = new World();
    world.sell(BEN, 9, 100);
    world.wait(3_000);
    expect(world.place(ANNA, { type: MARKET, lots: 2 }).code).toBe(200);
    world.wait(10_000);
    expect(world.place(ANNA, { type: MARKET, lots: 2 }).code).toBe(2005);
    expect(world.place(ANNA, { type: STOP_MARKET, lots: 2, trigger: 105 }).code).toBe(2005);
    const order = world.buy(ANNA, 2, 99);
    expect(world.amend(ANNA, order, 100, 0).code).toBe(200);
    expect(world.dealt()).toEqual([[100, 2]]);
    expect(world.cancelAll(BEN).result).toBe(1);
    expect(world.place(ANNA, { lots: 2, price: 121 }).code, 'the band stands on the last index').toBe(2108);
  });

  it('no trigger by index fires on a stale one', () => {
    const world = new World();
    world.sell(BEN, 9, 100);
    world.must(world.order(ANNA, { type: STOP_LIMIT, lots: 2, price: 105, trigger: 104 }));
    world.must(world.ticks([10_500, 5_000], { used: 1 }));
    expect(world.emitted('order.triggered')).toEqual([]);
    world.must(world.ticks([10_500, 5_000]));
    expect(world.emitted('order.triggered')).toHaveLength(1);
  });

  it('a market whose index never came takes no order', () => {
    const world = new World();
    const fresh = new World({ calendar: HOURS });
    expect(fresh.place(ANNA, { market: 2, lots: 3, price: 50 }).code).toBe(rejects['market.closed']);
    expect(world.place(ANNA, { market: 7, lots: 3, price: 50 }).code).toBe(2002);
    fresh.must(hours([[fresh.time, fresh.time + 5_000]]));
    // Its tick of before made no mark (rules `openingMark`).
    expect(stateOf(fresh, 2)).toBe(PRICE_STATE.stale);
    fresh.tick();
    expect(fresh.place(ANNA, { market: 2, lots: 3, price: 50 }).code).toBe(200);
    expect(stateOf(fresh, 2)).toBe(PRICE_STATE.valid);
  });

  it('ticks of an instrument nobody listed are refused, all of the slot', () => {
    const world = new World();
    const before = world.exchange.digest();
    expect(world.send(world.ticks([10_100, 5_100, 1_000])).code).toBe(404);
    expect(world.exchange.digest()).toBe(before);
    expect(world.emitted('tick')).toEqual([]);
  });
});

function hours(sessions: readonly (readonly [opens: number, closes: number])[], calendar: number = HOURS): Command {
  return command('hours.set', { calendar, sessions: sessions.map(([opens, closes]) => ({ opens, closes })) });
}

describe('money §11 hours', () => {
  const open = (world: World): boolean => world.audit.instruments.get(2)!.state !== PRICE_STATE.closed;

  it('open from the first millisecond of a session, closed from the last; both are emitted, with what is next', () => {
    const world = new World({ calendar: HOURS });
    const [from, to] = [world.time + 1_000, world.time + 2_000];
    world.must(
      hours([
        [from, to],
        [to + 500, to + 900],
      ]),
    );
    expect(world.audit.instruments.get(2)).toMatchObject({ state: PRICE_STATE.closed, opensAt: from });
    world.wait(999);
    expect(open(world)).toBe(false);
    world.wait(1);
    expect(open(world)).toBe(true);
    expect(world.audit.instruments.get(2)).toMatchObject({ opensAt: 0, closesAt: to });
    world.wait(999);
    expect(open(world)).toBe(true);
    world.wait(1);
    expect(world.audit.instruments.get(2)).toMatchObject({ state: PRICE_STATE.closed, opensAt: to + 500, closesAt: 0 });
    world.wait(10_000);
    expect(world.audit.instruments.get(2)).toMatchObject({ state: PRICE_STATE.closed, opensAt: 0, closesAt: 0 });
  });

  it('a closed market takes nothing new; what rests stays, and can be cancelled', () => {
    const world = new World({ calendar: HOURS });
    world.must(hours([[world.time, world.time + 1_000]]));
    const order = world.buy(ANNA, 3, 49, { market: 2 });
    world.wait(1_000);
    expect(world.place(ANNA, { market: 2, lots: 3, price: 49 }).code).toBe(2001);
    expect(world.place(ANNA, { market: 2, type: MARKET, lots: 3 }).code).toBe(2001);
    expect(world.amend(ANNA, order, 48, 0).code).toBe(2001);
    expect(world.quote(2, [[BUY, 49, 5]]).code).toBe(2001);
    world.tick(100, 49);
    expect(world.emitted('order.triggered')).toEqual([]);
    expect(world.audit.book(2, BUY)).toEqual([[49, 3]]);
    expect(world.cancel(ANNA, order).code).toBe(200);
  });

  it('one session may follow the other: the later end is emitted (found by stories)', () => {
    const world = new World({ calendar: HOURS });
    const middle = world.time + 1_000;
    world.must(
      hours([
        [world.time, middle],
        [middle, middle + 5_000],
      ]),
    );
    world.wait(1_500);
    expect(world.audit.instruments.get(2)!.closesAt).toBe(middle + 5_000);
  });

  it('a calendar holds 2,000 sessions; those that are over free capacity', () => {
    const world = new World({ calendar: HOURS });
    const sessions = (from: number, count: number): (readonly [number, number])[] =>
      Array.from({ length: count }, (_, n) => [world.time + from + n * 10, world.time + from + n * 10 + 5] as const);
    world.must(hours(sessions(0, 2_000)));
    expect(world.send(hours(sessions(20_000, 1)))).toMatchObject({ code: 400, expected: 2_000, got: 2_001 });
    expect(world.send(hours(sessions(19_990, 1))).code, 'in the place of the last').toBe(200);
    world.wait(100);
    expect(world.send(hours(sessions(20_000, 10))).code).toBe(200);
    expect(world.send(hours(sessions(21_000, 1))).code).toBe(400);
  });

  it('new sessions replace the old from their first on; out of order they are refused', () => {
    // Since rules `closingHours` what is open within a day stays open.
    const world = new World({ calendar: HOURS, rules: RULE.closingHours - 1 });
    world.must(hours([[world.time, world.time + 9_000]]));
    world.must(hours([[world.time + 100, world.time + 200]]));
    expect(world.audit.instruments.get(2)!.closesAt).toBe(world.time + 100);
    world.wait(200);
    expect(open(world)).toBe(false);
    for (const wrong of [
      [[50, 40]],
      [[50, 50]],
      [
        [50, 70],
        [60, 80],
      ],
    ] as const)
      expect(world.send(hours(wrong)).code).toBe(400);
  });
});
