// Where positions are liquidated: triggers are the last mark at which equity ≤ maintenance, over all steps (money §3).

import { describe, expect, it } from 'vitest';
import { MARKET_TYPE, POSITION_SIDE } from '../../src/enum/index.ts';
import {
  bankruptcyOf,
  bankruptcyOver,
  exact,
  exactSurplus,
  insuranceDelta,
  insuranceOf,
  maintenanceAt,
  nextAmount,
  shownTrigger,
  soundTiers,
  type Terms,
  triggerOf,
  unrealisedAt,
} from '../../src/formula/index.ts';
import { random } from '../exchange/small-world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';

const { seed, usual } = randomTests(import.meta.url);

const { fraction, compare, ceiling, floor, plus } = exact;

/** Steps drawn at random, always sound. */
function anyTerms(pick: (below: number) => number): Terms {
  const inverse = pick(2) === 1;
  const face = inverse ? [1, 10, 100][pick(3)]! : 0;
  const perLot = inverse ? face * [1_000, 100_000, 10_000_000][pick(3)]! : 1 + pick(100);
  const count = 1 + pick(6);
  const tiers = { cap: [] as number[], rate: [] as number[], leverage: [] as number[], amount: [] as number[] };
  let rate = 1_000 * (1 + pick(20));
  let cap = 1_000 * (1 + pick(50));
  for (let row = 0; row < count; row += 1) {
    tiers.amount.push(
      row === 0 ? 0 : nextAmount(tiers.amount[row - 1]!, tiers.cap[row - 1]!, tiers.rate[row - 1]!, rate),
    );
    tiers.cap.push(cap);
    tiers.rate.push(rate);
    tiers.leverage.push(Math.max(1, Math.floor(999_999 / rate / 2)));
    rate = Math.min(450_000, rate + 1_000 * (1 + pick(60)));
    cap += 1_000 * (1 + pick(200));
  }
  return { type: inverse ? MARKET_TYPE.inverse : MARKET_TYPE.linear, perLot, face, tiers, first: 0, count };
}

describe('triggers', () => {
  it(`are the last mark at which equity ≤ maintenance, as direct evaluation finds it (seed ${seed})`, () => {
    const pick = random(seed);
    let tried = 0;
    let without = 0;
    for (let run = 0; run < runs(500); run += 1) {
      const terms = anyTerms(pick);
      if (!soundTiers(terms.tiers, 0, terms.count)) continue;
      const side = 1 + pick(2);
      const lots = 1 + pick(5_000);
      const ticks = 50 + pick(20_000);
      const value =
        terms.type === MARKET_TYPE.linear ? lots * ticks * terms.perLot : Math.ceil((lots * terms.perLot) / ticks);
      const margin = pick(2) === 0 ? pick(value + 1) : pick(Math.ceil(value / 10) + 1);
      const trigger = triggerOf(terms, side, lots, value, margin);
      const bad = (cents: number) => exactSurplus(terms, side, lots, value, margin, cents).num <= 0n;
      tried += 1;
      if (trigger === 0) {
        without += 1;
        for (const cents of [1, 7, ticks * 50, ticks * 100, ticks * 1_000]) expect(bad(cents)).toBe(false);
        continue;
      }
      const step = side === POSITION_SIDE.long ? 1 : -1;
      expect(bad(trigger), 'endangered at its trigger').toBe(true);
      if (trigger + step > 0) expect(bad(trigger + step), 'not a cent further').toBe(false);
      // And so all the way, across the caps of steps.
      for (let probe = 0; probe < 12; probe += 1) {
        const cents = 1 + pick(trigger * 3);
        expect(bad(cents)).toBe(side === POSITION_SIDE.long ? cents <= trigger : cents >= trigger);
      }
      const shown = shownTrigger(terms, side, lots, value, margin);
      expect(side === POSITION_SIDE.long ? shown - trigger : trigger - shown).toBeOneOf([0, 1]);
    }
    if (!usual) return;
    expect(tried).toBeGreaterThan(runs(500) / 2);
    expect(without).toBeLessThan(tried);
  });

  it('move down for a long that adds margin, up for a short', () => {
    const pick = random(seed + 1);
    for (let run = 0; run < runs(200); run += 1) {
      const terms = anyTerms(pick);
      const lots = 1 + pick(1_000);
      const cost =
        terms.type === MARKET_TYPE.linear ? lots * 3_000 * terms.perLot : Math.ceil((lots * terms.perLot) / 3_000);
      let long = Infinity;
      let short = 0;
      for (let margin = 0; margin <= cost; margin += Math.ceil(cost / 7)) {
        const [below, above] = [POSITION_SIDE.long, POSITION_SIDE.short].map((side) =>
          triggerOf(terms, side, lots, cost, margin),
        ) as [number, number];
        expect(below).toBeLessThanOrEqual(long);
        long = below;
        if (above === 0) break;
        expect(above).toBeGreaterThanOrEqual(short);
        short = above;
      }
    }
  });

  it('the whole-number profit and maintenance are the exact ones, rounded against the user', () => {
    const pick = random(seed + 2);
    for (let run = 0; run < runs(500); run += 1) {
      const terms = anyTerms(pick);
      const { type, perLot, face, tiers, count } = terms;
      const side = 1 + pick(2);
      const lots = 1 + pick(3_000);
      const cents = 100 + pick(1_000_000);
      const cost = 1 + pick(100_000);
      const profit = unrealisedAt(type, side, perLot, lots, cost, cents);
      const need = maintenanceAt(type, perLot, face, tiers, 0, count, lots, cents);
      const surplus = exactSurplus(terms, side, lots, cost, 0, cents);
      // profit − need is below the exact surplus by less than both roundings.
      const gap = plus(surplus, fraction(need - profit));
      expect(compare(gap, exact.ZERO)).toBeGreaterThanOrEqual(0);
      expect(compare(gap, fraction(2))).toBe(-1);
    }
  });

  it('an inverse short with as much margin as it cost has none', () => {
    const terms: Terms = {
      type: MARKET_TYPE.inverse,
      perLot: 100_000,
      face: 10,
      tiers: { cap: [1_000], rate: [10_000], leverage: [50], amount: [0] },
      first: 0,
      count: 1,
    };
    expect(triggerOf(terms, POSITION_SIDE.short, 10, 1_000, 1_000)).toBe(0);
    expect(triggerOf(terms, POSITION_SIDE.short, 10, 1_000, 999)).toBeGreaterThan(0);
  });
});

describe('bankruptcy values', () => {
  it('of parts together cost exactly the margin, in whatever parts, and none costs more than what is left of it', () => {
    const pick = random(seed + 3);
    for (let run = 0; run < runs(300); run += 1) {
      for (const type of [MARKET_TYPE.linear, MARKET_TYPE.inverse])
        for (const side of [POSITION_SIDE.long, POSITION_SIDE.short]) {
          const sells = (type === MARKET_TYPE.linear) === (side === POSITION_SIDE.long);
          let lots = 1 + pick(40);
          let cost = 1 + pick(500);
          let margin = pick(cost + 1);
          const [wholeCost, wholeMargin] = [cost, margin];
          let paid = 0;
          while (lots > 0) {
            const part = 1 + pick(lots);
            const value = bankruptcyOf(type, side, cost, fraction(margin), part, lots);
            const share = fraction(cost * part, lots);
            const released = part === lots ? cost : Number(sells ? ceiling(share) : floor(share));
            const profit = sells ? value - released : released - value;
            paid += value;
            margin += profit;
            expect(margin).toBeGreaterThanOrEqual(0);
            cost -= released;
            lots -= part;
          }
          expect(margin).toBe(0);
          expect(paid).toBe(sells ? wholeCost - wholeMargin : wholeCost + wholeMargin);
        }
    }
  });
});

describe('what the exchange keeps in whole atoms', () => {
  it('is the exact value, rounded once', () => {
    const pick = random(seed + 4);
    for (let run = 0; run < runs(500); run += 1) {
      const type = pick(2) === 0 ? MARKET_TYPE.linear : MARKET_TYPE.inverse;
      const side = 1 + pick(2);
      const [cost, margin, value] = [pick(10_000), pick(10_000), 1 + pick(10_000)];
      const lots = 1 + pick(90);
      const part = 1 + pick(lots);
      const own = bankruptcyOver(type, side, cost, margin, part, lots);
      expect(own).toBe(bankruptcyOf(type, side, cost, fraction(margin), part, lots));
      const receives = (type === MARKET_TYPE.linear) === (side === POSITION_SIDE.long);
      const most = pick(10_000);
      const delta = insuranceDelta(receives, fraction(own), fraction(value), fraction(most, 1_000_000));
      expect(insuranceOf(type, side, own, value, most)).toBe(Number(floor(delta)));
    }
  });
});

describe('the insurance fund', () => {
  it('gets the difference of a better fill, at most 0.5 % of it, and makes a worse one good', () => {
    expect(insuranceOf(MARKET_TYPE.linear, POSITION_SIDE.long, 9_900, 10_000, 5_000)).toBe(50);
    expect(insuranceOf(MARKET_TYPE.linear, POSITION_SIDE.long, 9_990, 10_000, 5_000)).toBe(10);
    expect(insuranceOf(MARKET_TYPE.linear, POSITION_SIDE.long, 10_000, 10_000, 5_000)).toBe(0);
    expect(insuranceOf(MARKET_TYPE.linear, POSITION_SIDE.long, 10_070, 10_000, 5_000)).toBe(-70);
    expect(insuranceOf(MARKET_TYPE.linear, POSITION_SIDE.short, 10_070, 10_000, 5_000)).toBe(50);
    expect(insuranceOf(MARKET_TYPE.linear, POSITION_SIDE.short, 9_990, 10_000, 5_000)).toBe(-10);
    expect(insuranceOf(MARKET_TYPE.inverse, POSITION_SIDE.long, 107, 100, 5_000)).toBe(0);
    expect(insuranceOf(MARKET_TYPE.inverse, POSITION_SIDE.long, 999, 1_000, 5_000)).toBe(-1);
    expect(insuranceOf(MARKET_TYPE.inverse, POSITION_SIDE.short, 990, 1_000, 5_000)).toBe(5);
  });
});
