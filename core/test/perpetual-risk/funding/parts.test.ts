// The parts of funding by themselves, against models that count lot by lot (money §3): impact prices, the pace, what an
// interval's average is made of, and how much of an inventory fits a bound.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Side } from '../../../src/book/index.ts';
import { MARKET_TYPE, SIDE } from '../../../src/enum/index.ts';
import { PREMIUM_MOST } from '../../../src/formula/index.ts';
import type { PerpetualContext } from '../../../src/perpetual/context.ts';
import { impactPrice } from '../../../src/perpetual/funding/impact.ts';
import { Paces } from '../../../src/perpetual/funding/pace.ts';
import { Premiums } from '../../../src/perpetual/funding/premium.ts';
import { fitting } from '../../../src/perpetual/insurance/inventory.ts';
import { EventBuffer, Registry } from '../../../src/state/index.ts';
import { randomTests } from '../../kit/random-tests.ts';

const { rounds } = randomTests(import.meta.url);
const M = 1;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Runs a property with the seed it prints. */
function property<T>(one: fc.IProperty<T>): void {
  fc.assert(one, rounds(200));
}

/** Price and lots of each level of one side, best first. */
type Levels = readonly (readonly [price: number, lots: number])[];

/** What impact prices read of a market: its terms and its book. */
function marketOf(type: number, terms: { impact: number; perLot: number; face: number }, levels: Levels) {
  const at = (price: number): number => levels.findIndex(([one]) => one === price);
  const book = {
    best: () => levels[0]?.[0] ?? 0,
    worse: (_side: Side, price: number) => levels[at(price) + 1]?.[0] ?? 0,
    lotsAt: (_side: Side, price: number) => levels[at(price)]?.[1] ?? 0,
  };
  const rows = { type: [0, type], impact: [0, terms.impact], perLot: [0, terms.perLot], face: [0, terms.face] };
  return { contracts: { rows }, markets: { book: () => book } } as unknown as PerpetualContext;
}

const level = fc.record({ gap: fc.integer({ min: 1, max: 9 }), lots: fc.integer({ min: 1, max: 40 }) });
const levelsOf = (side: Side, gaps: readonly { gap: number; lots: number }[]): Levels => {
  let price = 500;
  return gaps.map(({ gap, lots }) => [(price += side === SIDE.buy ? -gap : gap), lots]);
};

describe('§3 the impact price', () => {
  for (const side of [SIDE.buy, SIDE.sell] as const) {
    it(`of a linear contract is the average of the fewest lots worth the notional (side ${side})`, () => {
      property(
        fc.property(
          fc.array(level, { maxLength: 30 }),
          fc.integer({ min: 1, max: 60_000 }),
          fc.integer({ min: 1, max: 7 }),
          (gaps, impact, perLot) => {
            const levels = levelsOf(side, gaps);
            let [lots, value] = [0, 0];
            for (const price of levels.flatMap(([one, count]) => Array<number>(count).fill(one))) {
              if (value >= impact) break;
              lots += 1;
              value += price * perLot;
            }
            const average = (value * 100) / (lots * perLot);
            const due = value < impact ? 0 : side === SIDE.buy ? Math.floor(average) : Math.ceil(average);
            expect(impactPrice(marketOf(MARKET_TYPE.linear, { impact, perLot, face: 0 }, levels), M, side)).toBe(due);
          },
        ),
      );
    });

    it(`of an inverse contract is that of what its contracts cost in coin (side ${side})`, () => {
      property(
        fc.property(
          fc.array(level, { maxLength: 30 }),
          fc.integer({ min: 1, max: 3_000 }),
          fc.integer({ min: 1, max: 7 }),
          (gaps, impact, face) => {
            const levels = levelsOf(side, gaps);
            const contracts = Math.ceil(impact / face);
            const prices = levels.flatMap(([one, count]) => Array<number>(count).fill(one)).slice(0, contracts);
            const coin = prices.reduce((sum, price) => sum + 1 / price, 0);
            const got = impactPrice(marketOf(MARKET_TYPE.inverse, { impact, perLot: 1, face }, levels), M, side);
            const average = prices.length < contracts ? 0 : (contracts * 100) / coin;
            // A whole cent below it for buyers, above it for sellers.
            const worse = side === SIDE.buy ? average - got : got - average;
            expect(got === 0).toBe(average === 0);
            expect(worse).toBeGreaterThan(-0.001);
            expect(worse).toBeLessThan(1.001);
          },
        ),
      );
    });
  }

  it('takes no lot more than the notional needs, and is exact where nothing is rounded', () => {
    const asks: Levels = [
      [100, 1],
      [110, 5],
    ];
    // 210 is one lot of each: 105.00; a third would make it 106.67.
    const linear = (impact: number): number =>
      impactPrice(marketOf(MARKET_TYPE.linear, { impact, perLot: 1, face: 0 }, asks), M, SIDE.sell);
    expect([linear(100), linear(210), linear(211)]).toEqual([10_000, 10_500, 10_667]);
    const even: Levels = [[512, 9]];
    for (const side of [SIDE.buy, SIDE.sell] as const)
      expect(impactPrice(marketOf(MARKET_TYPE.inverse, { impact: 30, perLot: 1, face: 10 }, even), M, side)).toBe(
        51_200,
      );
  });

  it('walks 500 levels and no more', () => {
    const deep = (count: number): Levels => Array.from({ length: count }, (_, at) => [1_000 + at, 1]);
    const terms = { impact: 500, perLot: 1, face: 1 };
    const worth = (count: number): number => deep(count).reduce((sum, [price]) => sum + price, 0);
    for (const [type, notional] of [
      [MARKET_TYPE.linear, worth],
      [MARKET_TYPE.inverse, (count: number) => count],
    ] as const) {
      expect(impactPrice(marketOf(type, { ...terms, impact: notional(500) }, deep(600)), M, SIDE.sell)).toBeGreaterThan(
        0,
      );
      expect(impactPrice(marketOf(type, { ...terms, impact: notional(501) }, deep(600)), M, SIDE.sell)).toBe(0);
      expect(impactPrice(marketOf(type, terms, []), M, SIDE.sell)).toBe(0);
    }
  });
});

/** A market of a first maintenance rate (ppm) and an interval, with nothing but that. */
function contextOf(rate: number, hours: number) {
  const out = new EventBuffer();
  const contracts = {
    rows: { fundingHours: [0, hours], nextFunding: [0, 0] },
    tiers: { rate: [0, rate] },
    firstTier: () => 1,
  };
  return { registry: new Registry(), contracts, out } as unknown as PerpetualContext;
}

describe('§3 the pace of funding', () => {
  // 0.5 %: at most 0.375 % a payment of 8 h; hourly 1 % per 8 h.
  const CAP = 3_750_000;
  const HOURLY = 10_000_000;

  it('is hourly after two capped settlements in a row, either way, until a rate is below the cap', () => {
    for (const sign of [1, -1]) {
      const paces = new Paces(contextOf(5_000, 8));
      const start = 16 * HOUR;
      expect([paces.hours(M), paces.most(M)]).toEqual([8, CAP]);
      expect(paces.settled(M, start, sign * CAP)).toBe(start + 8 * HOUR);
      expect([paces.hours(M), paces.most(M)]).toEqual([8, CAP]);
      expect(paces.settled(M, start + 8 * HOUR, sign * (CAP - 1)), 'not in a row').toBe(start + 16 * HOUR);
      expect(paces.settled(M, start + 16 * HOUR, sign * CAP)).toBe(start + 24 * HOUR);
      expect(paces.settled(M, start + 24 * HOUR, sign * CAP)).toBe(start + 25 * HOUR);
      expect([paces.hours(M), paces.most(M)]).toEqual([1, HOURLY]);
      for (let hour = 25; hour < 30; hour += 1)
        expect(paces.settled(M, start + hour * HOUR, sign * CAP)).toBe(start + (hour + 1) * HOUR);
      expect(paces.settled(M, start + 30 * HOUR, sign * (CAP - 1)), 'to the next regular time').toBe(start + 32 * HOUR);
      expect([paces.hours(M), paces.most(M)]).toEqual([2, CAP]);
      expect(paces.settled(M, start + 32 * HOUR, sign * CAP), 'counted anew').toBe(start + 40 * HOUR);
      expect(paces.hours(M)).toBe(8);
    }
  });

  it('stays where an hourly quarter admits no more than the interval’s own cap', () => {
    const paces = new Paces(contextOf(5_000, 1));
    for (let hour = 0; hour < 5; hour += 1) expect(paces.settled(M, hour * HOUR, 2 ** 40)).toBe((hour + 1) * HOUR);
    expect(paces.most(M)).toBe(20_000_000);
    // A quarter of the rate an hour is three quarters of it in three.
    const even = new Paces(contextOf(5_000, 3));
    for (let turn = 0; turn < 5; turn += 1)
      expect(even.settled(M, turn * 3 * HOUR, HOURLY)).toBe((turn + 1) * 3 * HOUR);
  });

  it('of a market that never settled is its own, also beside one that did', () => {
    const context = contextOf(5_000, 8);
    const paces = new Paces(context);
    paces.settled(M, 0, CAP);
    (context.contracts.rows.fundingHours as unknown as number[])[2] = 4;
    expect([paces.hours(2), paces.most(2)]).toEqual([4, 2 * CAP]);
  });
});

describe('§3 the average of an interval', () => {
  it('takes over minutes of 60 s each, at most 5 % each, and begins anew', () => {
    for (const sign of [1, -1]) {
      const premiums = new Premiums(contextOf(5_000, 8));
      expect(premiums.rate(M, 10 ** 9), 'no time counts').toBe(0);
      premiums.convert(M, sign * 3 * 20_000_000, 3);
      // 2 % less what the interest clamp gives: 0.05 %.
      expect(premiums.rate(M, 10 ** 9)).toBe(sign * 20_000_000 - sign * 500_000);
      expect(premiums.rate(M, 1_000_000)).toBe(sign * 1_000_000);
      premiums.convert(M, sign * 2 ** 50, 2);
      expect(premiums.rate(M, 10 ** 9), 'as 5 %').toBe(sign * 49_500_000);
      premiums.emit(M, 2, 9);
      premiums.clear(M);
      expect(premiums.rate(M, 10 ** 9)).toBe(0);
      expect(PREMIUM_MOST).toBe(50_000_000);
    }
  });

  it('counts a tick up to its end once, and says whether a minute had any', () => {
    const premiums = new Premiums(contextOf(5_000, 8));
    expect(premiums.minute(M, MINUTE)).toBe(false);
    premiums.convert(M, 1_000, 1);
    premiums.count(M, 10 * MINUTE);
    expect(premiums.minute(M, 10 * MINUTE), 'published with the conversion').toBe(false);
  });
});

describe('§3 how much of an inventory fits', () => {
  it('is the most lots, or within a few of rounding of it, and never beyond the bound', () => {
    property(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 1, max: 300 }),
        (lots, most, beside, tenths) => {
          const value = (count: number): number => Math.ceil((count * tenths) / 10);
          const got = fitting(lots, most, beside, value);
          let best = 0;
          while (best < lots && value(beside + best + 1) <= most) best += 1;
          expect(got).toBeLessThanOrEqual(best);
          expect(value(beside + got) <= most || got === 0).toBe(true);
          if (best === lots) expect(got).toBe(lots);
          // Two values, each rounded up, may be an atom above that of both together.
          expect(value(beside + got + 1) + 2 * value(1) > most || got === lots).toBe(true);
        },
      ),
    );
  });

  it('is nothing where the bound is used up, and stops after a few tries', () => {
    expect(fitting(10, 5, 5, (lots) => lots)).toBe(0);
    expect(fitting(10, 4, 5, (lots) => lots)).toBe(0);
    expect(fitting(10, 6, 5, (lots) => lots)).toBe(1);
    expect(fitting(10, 10, 0, (lots) => lots)).toBe(10);
    // A value that jumps: proportion has it far too high.
    let asked = 0;
    const jumps = (lots: number): number => {
      asked += 1;
      return lots > 1 ? 1_000 : lots;
    };
    expect(fitting(1_000, 500, 0, jumps)).toBe(0);
    expect(asked).toBeLessThan(15);
  });
});
