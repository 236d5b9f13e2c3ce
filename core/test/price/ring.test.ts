// The last ticks of an instrument by their number, and the last valid one (money §5, §8).
import { describe, expect, it } from 'vitest';
import { Clock, Timers } from '../../src/clock/index.ts';
import { PRICE_STATE } from '../../src/enum/index.ts';
import { Prices, RING } from '../../src/price/index.ts';
import { EventBuffer, Registry } from '../../src/state/index.ts';

const START = 1_800_000_000_000;
const CALENDAR = 1;

interface Feed {
  readonly registry: Registry;
  readonly prices: Prices;
  tick(ms: number, price: number, spread?: number, used?: number): void;
}

function feed(calendar = 0): Feed {
  const registry = new Registry();
  const clock = new Clock(registry);
  const prices = new Prices(registry, new EventBuffer(), clock, new Timers(registry, clock));
  clock.now = START;
  prices.list(1, 1, 1, 1, calendar, 2);
  prices.list(2, 1, 1, 1, 0, 2);
  return {
    registry,
    prices,
    tick: (ms, price, spread = 0, used = 3) => {
      clock.now = START + ms;
      prices.tick(1, price, spread, used, 3);
    },
  };
}

const last = ({ prices }: Feed): number[] => {
  const { kept } = prices.ring;
  return [kept.validNumber[1]!, kept.validPrice[1]!, kept.validTime[1]! - START];
};

describe('money §8 the ring of ticks', () => {
  it('gives price, time and state of a tick by its number, for 64 ticks: 16 s of four a second', () => {
    const one = feed();
    one.prices.ring.keep(1);
    for (let n = 1; n <= 200; n += 1) one.tick(n * 250, 1_000 + n);
    const { rows } = one.prices.ring;
    for (let n = 200 - RING + 1; n <= 200; n += 1) {
      const slot = one.prices.tickOf(1, n);
      expect([rows.number[slot], rows.price[slot], rows.time[slot], rows.state[slot]]).toEqual([
        n,
        1_000 + n,
        START + n * 250,
        PRICE_STATE.valid,
      ]);
    }
    expect(RING * 250).toBeGreaterThanOrEqual(10_000);
    for (const gone of [200 - RING, 1, 0, -1, 201, 200 + RING, 2 ** 52]) expect(one.prices.tickOf(1, gone)).toBe(0);
  });

  it('keeps an instrument from when a product asks for it, and asks for nothing before', () => {
    const one = feed();
    const tables = (): number[] =>
      one.registry.tables.filter(({ name }) => name === 'kept' || name === 'ring').map(({ top }) => top);
    one.tick(0, 1_000);
    expect(tables()).toEqual([0, 0]);
    expect(one.prices.tickOf(1, 1)).toBe(0);
    one.prices.ring.keep(1);
    expect(one.prices.tickOf(1, 1)).toBe(0);
    one.tick(250, 1_001);
    expect(one.prices.tickOf(1, 2)).toBeGreaterThan(0);
    const before = tables();
    one.prices.ring.keep(1);
    expect(tables(), 'asking again makes nothing').toEqual(before);
    expect(one.prices.tickOf(1, 2)).toBeGreaterThan(0);
    expect(one.prices.tickOf(2, 1)).toBe(0);
    expect(one.prices.tickOf(3, 1)).toBe(0);
  });

  it('two instruments stand apart', () => {
    const one = feed();
    one.prices.ring.keep(2);
    one.prices.ring.keep(1);
    one.tick(0, 1_000);
    one.prices.tick(2, 7_000, 0, 3, 3);
    const { rows } = one.prices.ring;
    expect(rows.price[one.prices.tickOf(1, 1)]).toBe(1_000);
    expect(rows.price[one.prices.tickOf(2, 1)]).toBe(7_000);
  });
});

describe('money §11 the last valid tick', () => {
  it('is the last whose state was valid when sequenced: sources apart, too few, closed do not count', () => {
    const one = feed(CALENDAR);
    one.prices.ring.keep(1);
    one.tick(0, 1_000);
    expect(last(one), 'closed').toEqual([0, 0, 0 - START]);
    one.prices.setHours(CALENDAR, Float64Array.of(START, START + 1_000), 0, 1);
    expect(one.prices.state(1)).toBe(PRICE_STATE.valid);
    expect(last(one), 'opening makes no tick valid').toEqual([0, 0, 0 - START]);
    one.tick(100, 1_001);
    expect(last(one)).toEqual([2, 1_001, 100]);
    one.tick(200, 1_002, 500);
    expect(one.prices.state(1)).toBe(PRICE_STATE.aging);
    one.tick(300, 1_003, 0, 1);
    expect(one.prices.state(1)).toBe(PRICE_STATE.stale);
    expect(last(one)).toEqual([2, 1_001, 100]);
    one.tick(999, 1_004);
    expect(last(one)).toEqual([5, 1_004, 999]);
    one.tick(1_000, 1_005);
    expect(one.prices.state(1)).toBe(PRICE_STATE.closed);
    expect(last(one)).toEqual([5, 1_004, 999]);
    const { rows } = one.prices.ring;
    expect([2, 3, 4, 5, 6].map((n) => rows.state[one.prices.tickOf(1, n)])).toEqual([
      PRICE_STATE.valid,
      PRICE_STATE.aging,
      PRICE_STATE.stale,
      PRICE_STATE.valid,
      PRICE_STATE.closed,
    ]);
  });
});

describe('money §5 hours', () => {
  it('a calendar is open through a span when no break falls into it; sessions that follow upon each other are one', () => {
    const { calendars } = ((): Prices => {
      const one = feed(CALENDAR);
      one.prices.setHours(CALENDAR, Float64Array.of(...[0, 10, 10, 20, 25, 30].map((ms) => START + ms)), 0, 3);
      return one.prices;
    })();
    const open = (from: number, to: number): boolean => calendars.openThrough(CALENDAR, START + from, START + to);
    expect([open(0, 9), open(0, 10), open(0, 19), open(5, 5)]).toEqual([true, true, true, true]);
    expect([open(0, 20), open(0, 26), open(20, 21), open(19, 25), open(29, 30), open(-1, 5)]).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([open(25, 29), calendars.openThrough(0, 1, 2 ** 50), calendars.openThrough(9, START, START)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
