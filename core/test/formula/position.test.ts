// What is shown of a position: worked by hand, and against what it means, for random positions (money §3).

import { describe, expect, it } from 'vitest';
import { MARGIN_MODE, MARKET_TYPE, POSITION_SIDE } from '../../src/enum/index.ts';
import {
  averagePrice,
  breakEvenPrice,
  exact,
  fillValue,
  maintenanceAt,
  positionFigures,
  type PositionWords,
  standingAt,
  type Terms,
  triggerOf,
  unrealisedAt,
  valueAt,
} from '../../src/formula/index.ts';
import { UP } from '../../src/number/index.ts';
import { random } from '../exchange/small-world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';

const { seed } = randomTests(import.meta.url);

const { ceiling, floor, fraction, minus, over, plus, times } = exact;

/** BTC/USDT: tick 0.1, lot 0.001, six decimals: 100 atoms a lot and tick. Maintenance 0.5 % up to 50,000 USDT. */
const linear: Terms = {
  type: MARKET_TYPE.linear,
  perLot: 100,
  face: 0,
  tiers: {
    cap: [50_000_000_000, 250_000_000_000],
    rate: [5_000, 10_000],
    leverage: [100, 50],
    amount: [0, 250_000_000],
  },
  first: 0,
  count: 2,
};
/** BTC coin contract: 100 USD, eight decimals, tick 0.1. */
const inverse: Terms = {
  type: MARKET_TYPE.inverse,
  perLot: 100 * 10 ** 9,
  face: 100,
  tiers: { cap: [100_000, 500_000], rate: [5_000, 10_000], leverage: [100, 50], amount: [0, 500] },
  first: 0,
  count: 2,
};

const flat = { priceProfit: 0, feeProfit: 0, fundingProfit: 0, liquidation: 0 };

describe('figures of a position', () => {
  it('isolated long, linear: 0.1 BTC bought at 100,000 with leverage 20, mark 99,000', () => {
    const words: PositionWords = {
      ...flat,
      side: POSITION_SIDE.long,
      marginMode: MARGIN_MODE.isolated,
      leverage: 20,
      lots: 100,
      cost: 10_000_000_000,
      margin: 500_000_000,
      feeProfit: -5_000_000,
      fundingProfit: -1_000_000,
      priceProfit: 2_000_000,
    };
    expect(positionFigures(linear, words, 99_000_000, 99_000_000, 500, undefined)).toEqual({
      value: 9_900_000_000,
      unrealised: -100_000_000,
      margin: 500_000_000,
      required: 495_000_000,
      maintenance: 49_500_000,
      equity: 400_000_000,
      ratio: 123_750,
      average: 100_000_000,
      priceProfit: -98_000_000,
      feeProfit: -5_000_000,
      fundingProfit: -1_000_000,
      profit: -104_000_000,
      // (10,000 + 4) ÷ 0.9995 ÷ 0.1 = 100,090.0450225…, a long's rounded up to a hundredth of a tick.
      breakEven: 100_090_046,
      // (10,000 − 500) ÷ (0.1 × 0.995) = 95,477.386934…, shown no later than it happens.
      liquidation: 95_477_387,
    });
  });

  it('isolated short, inverse: 50 contracts of 100 USD sold at 100,000 with leverage 10, mark 110,000', () => {
    const words: PositionWords = {
      ...flat,
      side: POSITION_SIDE.short,
      marginMode: MARGIN_MODE.isolated,
      leverage: 10,
      lots: 50,
      cost: 5_000_000,
      margin: 500_000,
      feeProfit: -2_500,
    };
    // Value 5,000 ÷ 110,000 = 0.04545454… BTC. A short of coin loses as the coin rises.
    expect(positionFigures(inverse, words, 110_000_000, 110_000_000, 500, undefined)).toMatchObject({
      value: 4_545_455,
      unrealised: -454_546,
      maintenance: 22_728,
      equity: 45_454,
      ratio: 500_023,
      average: 100_000_000,
      profit: -457_046,
      // 5,000 × 0.9995 ÷ 0.050025 = 99,900.0499…, a short's rounded down.
      breakEven: 99_900_049,
      // 5,000 × (−1 + 0.005) ÷ (0.005 − 0.05) = 110,555.5555…, a short's rounded down.
      liquidation: 110_555_555,
    });
  });

  it('cross: margin is what it requires, equity and ratio are the wallet’s', () => {
    const words = {
      ...flat,
      side: POSITION_SIDE.long,
      marginMode: MARGIN_MODE.cross,
      leverage: 25,
      lots: 100,
      cost: 10_000_000_000,
      margin: 0,
    };
    const wallet = { balance: 900_000_000, unrealised: -100_000_000, maintenance: 250_000_000 };
    expect(
      positionFigures(linear, { ...words, liquidation: 91_234_567 }, 99_000_000, 99_000_000, 0, wallet),
    ).toMatchObject({
      margin: 396_000_000,
      required: 396_000_000,
      equity: 800_000_000,
      ratio: 312_500,
      liquidation: 91_234_567,
    });
    const lost = { ...wallet, balance: 350_000_000 };
    expect(positionFigures(linear, words, 99_000_000, 99_000_000, 0, lost).ratio).toBe(1_000_000);
    expect(positionFigures(linear, words, 99_000_000, 99_000_000, 0, { ...lost, balance: 0 }).ratio).toBe(1_000_000);
  });

  it('without a mark there is no value and no ratio; without lots no price', () => {
    const words = {
      ...flat,
      side: POSITION_SIDE.long,
      marginMode: MARGIN_MODE.isolated,
      leverage: 20,
      lots: 100,
      cost: 10_000_000_000,
      margin: 7,
    };
    expect(positionFigures(linear, words, 0, 0, 500, undefined)).toMatchObject({
      value: undefined,
      unrealised: 0,
      maintenance: 0,
      ratio: undefined,
      required: 500_000_000,
      equity: 7,
      average: 100_000_000,
    });
    const gone = { ...words, lots: 0, cost: 0, margin: 0, priceProfit: 5 };
    expect(positionFigures(linear, gone, 99_000_000, 99_000_000, 500, undefined)).toMatchObject({
      value: 0,
      unrealised: 0,
      required: 0,
      maintenance: 0,
      ratio: undefined,
      average: 0,
      breakEven: 0,
      liquidation: 0,
      profit: 5,
    });
  });

  it('there is no break-even where every price, or none, leaves a profit', () => {
    const long = { ...flat, side: POSITION_SIDE.long, lots: 100, cost: 10_000_000_000 };
    expect(breakEvenPrice(linear, { ...long, priceProfit: 10_000_000_000 }, 500)).toBe(0);
    expect(breakEvenPrice(linear, { ...long, priceProfit: 9_999_999_999 }, 0)).toBe(1);
    expect(breakEvenPrice(linear, { ...long, side: POSITION_SIDE.short, priceProfit: -10_000_000_000 }, 500)).toBe(0);
    expect(
      breakEvenPrice(
        inverse,
        { ...flat, side: POSITION_SIDE.long, lots: 50, cost: 5_000_000, feeProfit: -5_000_000 },
        0,
      ),
    ).toBe(0);
    // It takes all but an atom: the price lies beyond what a mark may be.
    expect(
      breakEvenPrice(inverse, { ...flat, side: POSITION_SIDE.long, lots: 50_000, cost: 2, feeProfit: -1 }, 0),
    ).toBe(0);
  });
});

describe('figures of random positions', () => {
  it(`say what they mean (seed ${seed})`, () => {
    const pick = random(seed);
    for (let run = 0; run < runs(1_000); run += 1) {
      const terms = pick(2) === 0 ? linear : inverse;
      const side = 1 + pick(2);
      const lots = 1 + pick(2_000);
      const ticks = 100_000 + pick(2_000_000);
      const cost = Math.max(1, fillValue(terms.type, terms.perLot, lots, ticks, pick(2) === 1) - pick(3));
      const margin = 1 + pick(cost);
      const mark = 10_000_000 + pick(200_000_000);
      const rate = pick(2_000);
      const words: PositionWords = {
        side,
        marginMode: MARGIN_MODE.isolated,
        leverage: 1 + pick(100),
        lots,
        cost,
        margin,
        priceProfit: pick(cost) - (cost >> 1),
        feeProfit: -pick(1 + cost),
        fundingProfit: pick(1_000) - 500,
        liquidation: 0,
      };
      const emitted = positionFigures(terms, words, mark, mark, rate, undefined);
      const { type, perLot } = terms;

      // The three numbers are the whole of its result; no more than its value is ever lost by price.
      expect(emitted.profit).toBe(emitted.priceProfit + emitted.feeProfit + emitted.fundingProfit);
      expect(emitted.unrealised).toBe(unrealisedAt(type, side, perLot, lots, cost, mark));
      expect(emitted.value).toBe(valueAt(type, perLot, lots, mark, UP));
      expect(emitted.required * words.leverage).toBeGreaterThanOrEqual(emitted.value ?? 0);
      expect((emitted.required - 1) * words.leverage).toBeLessThan(emitted.value ?? 0);
      expect(standingAt(terms, words, mark)).toEqual({
        unrealised: emitted.unrealised,
        maintenance: emitted.maintenance,
      });
      const { tiers, first, count, face } = terms;
      expect(emitted.maintenance).toBe(maintenanceAt(type, perLot, face, tiers, first, count, lots, mark));
      // 1 where it is endangered; else maintenance by equity, rounded up.
      const { ratio, equity, maintenance } = emitted;
      if (equity <= maintenance) expect(ratio).toBe(1_000_000);
      else expect(BigInt(ratio ?? -1)).toBe(ceiling(fraction(BigInt(maintenance) * 1_000_000n, equity)));

      // The trigger is the last mark that liquidates; what is shown is that one or the cent before it.
      const trigger = triggerOf(terms, side, lots, cost, margin);
      if (trigger !== 0)
        expect(emitted.liquidation - trigger).toBeGreaterThanOrEqual(side === POSITION_SIDE.long ? 0 : -1);
      if (trigger !== 0) expect(emitted.liquidation - trigger).toBeLessThanOrEqual(side === POSITION_SIDE.long ? 1 : 0);

      // A position opened at its average has cost no less (long) and brought no more (short), a cent away it has.
      const average = averagePrice(type, perLot, side, lots, cost);
      const size = fraction(BigInt(lots) * BigInt(perLot));
      const mean =
        type === MARKET_TYPE.linear
          ? over(fraction(cost * 100), size)
          : over(times(size, fraction(100)), fraction(cost));
      expect(BigInt(average)).toBe(side === POSITION_SIDE.long ? ceiling(mean) : floor(mean));

      // At its break-even price closing leaves no loss, a cent worse it does.
      const price = emitted.breakEven;
      if (price <= 1) continue;
      const left = (cents: number) => {
        const value =
          type === MARKET_TYPE.linear
            ? over(times(size, fraction(cents)), fraction(100))
            : over(times(size, fraction(100)), fraction(cents));
        const gain =
          (type === MARKET_TYPE.linear) === (side === POSITION_SIDE.long)
            ? minus(value, fraction(cost))
            : minus(fraction(cost), value);
        const realised = fraction(words.priceProfit + words.feeProfit + words.fundingProfit);
        return minus(plus(gain, realised), times(value, fraction(rate, 1_000_000)));
      };
      expect(left(price).num >= 0n).toBe(true);
      expect(left(side === POSITION_SIDE.long ? price - 1 : price + 1).num < 0n).toBe(true);
    }
    expect(averagePrice(MARKET_TYPE.linear, 100, POSITION_SIDE.long, 0, 5)).toBe(0);
  });
});
