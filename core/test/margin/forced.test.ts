// Forced orders of margin wallets (money §4; issue 13 A.2): nobody is sold out below what is owed while anything is left, no order
// goes further than 2 % from the index, and the insurance fund pays within its bounds.
import { describe, expect, it } from 'vitest';
import { RULE } from '../../src/index.ts';
import { BTC, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, CARL, SELL } from '../kit/world.ts';
import { assetsOf, HOUR, INSURANCE, ISOLATED, MarginWorld } from './kit.ts';

const BEFORE = RULE.marginForced - 1;
const FUND = 10_000_000;
const DEBT = 9_000_000;

/** Large sums at index 1,000: fees of 0.08 % and 0.1 %, interest next to none. */
function large(rules: number): MarginWorld {
  const asset = { rate: 10, limit: 1_000_000_000 };
  const world = new MarginWorld(
    {
      ...{ rules, practice: [10_000_000, 10_000_000, 100_000_000], house: 1_000_000_000, maxValue: 1_000_000_000 },
      ...{ lending: 1_000_000_000, insurance: FUND, tiers: [{ volume: 0, maker: 800, taker: 1_000 }] },
    },
    { assets: assetsOf({ [BTC]: asset, [ETH]: asset, [USDT]: asset }) },
  );
  world.tick(1_000);
  return world;
}

/** Anna owes nine times what is hers and holds 9,900 lots that she bought of `from`. */
function tenfold(world: MarginWorld, from: number, wallet?: number): void {
  world.put(ANNA, ISOLATED, USDT, DEBT / 9);
  world.must(world.borrowOf(ANNA, ISOLATED, USDT, DEBT));
  world.sell(from, 9_900, 1_000, wallet === undefined ? {} : { wallet });
  world.must(world.order(ANNA, { wallet: ISOLATED, lots: 9_900, price: 1_000 }));
}

const paid = (world: MarginWorld): number => FUND - world.audit.house(INSURANCE, USDT);
const fell = (world: MarginWorld): boolean => world.margin.steps.some(({ step }) => step >= 2);

describe('money §4 a forced sale', () => {
  /** The index comes down in steps of 0.1 %; an accomplice's bid 5 % below it is the only one. */
  function below(rules: number): number {
    const world = large(rules);
    tenfold(world, BEN);
    for (let price = 999; price >= 900; price -= 1) {
      const bid = world.buy(BEN, 10_000, Math.ceil(price * 0.95));
      world.tick(price);
      if (world.dealt().length > 0) break;
      world.cancel(BEN, bid);
    }
    expect(fell(world)).toBe(true);
    return paid(world);
  }

  it('is not filled by who bids 5 % below: the fund pays nothing', () => {
    expect(below(BEFORE)).toBe(27_663);
    expect(below(RULE.marginForced)).toBe(0);
  });

  it('stops where nothing is left of the wallet, fee included; what is not filled waits, and goes on', () => {
    const world = large(RULE.marginForced);
    tenfold(world, BEN);
    // 9,890 lots after the fee, 100,000 USDT: 8,900,001 are owed beyond them, 900.8 a lot after 0.1 %.
    world.quote(1, [[BUY, 899, 20_000]]);
    world.tick(915);
    expect([world.steps(), world.dealt()]).toEqual([[2], []]);
    world.quote(1, [[BUY, 901, 5_000]]);
    world.tick(915);
    expect([world.steps(), world.dealt()]).toEqual([[3], [[901, 5_000]]]);
    world.tick(915);
    expect([world.steps(), world.dealt()]).toEqual([[], []]);
    world.tick(1_000);
    expect(world.steps(), 'above its level again').toEqual([5]);
    expect(paid(world)).toBe(0);
  });

  it('says once that it waits, since rules `marginWaits`, and again only after it went on', () => {
    const world = large(RULE.marginWaits);
    const stepsAt = (price: number): number[] => {
      world.tick(price);
      return world.steps();
    };
    tenfold(world, BEN);
    world.quote(1, [[BUY, 899, 20_000]]);
    expect([stepsAt(915), stepsAt(915), stepsAt(915)]).toEqual([[2], [6], []]);
    world.quote(1, [[BUY, 901, 5_000]]);
    expect([stepsAt(915), stepsAt(915), stepsAt(915)]).toEqual([[3, 6], [], []]);
    expect(stepsAt(1_000), 'above its level again').toEqual([5]);
    world.quote(1, [[BUY, 850, 20_000]]);
    expect([stepsAt(930), stepsAt(930)], 'another one').toEqual([[2], [6]]);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });

  it('says nothing of it before', () => {
    const world = large(RULE.marginWaits - 1);
    tenfold(world, BEN);
    for (let tick = 0; tick < 3; tick += 1) world.tick(915);
    expect(world.margin.steps.map(({ step }) => step)).toEqual([2]);
  });

  it('without equity goes 2 % from the index and no further', () => {
    const world = large(RULE.marginForced);
    tenfold(world, BEN);
    world.quote(1, [[BUY, 881, 20_000]]);
    world.tick(899);
    expect([world.steps(), world.dealt()]).toEqual([[2], []]);
    world.quote(1, [[BUY, 882, 20_000]]);
    world.tick(899);
    expect(world.dealt().every(([price]) => price === 882)).toBe(true);
    expect(world.dealt()).not.toEqual([]);
  });

  it('of one who owes the coin: bought at 102 % at most, and at what is left', () => {
    const story = (ask: number, index: number): readonly (readonly number[])[] => {
      const world = large(RULE.marginForced);
      world.put(BEN, ISOLATED, USDT, 1_000_000);
      world.must(world.borrowOf(BEN, ISOLATED, BTC, 9_000));
      world.quote(1, [[BUY, 1_000, 9_000]]);
      world.sell(BEN, 9_000, 1_000, { wallet: ISOLATED });
      // 9,991,000 USDT after the fee; 9,011 lots buy back what is owed: 1,108.7 a lot.
      world.tick(index);
      world.quote(1, [[SELL, ask, 20_000]]);
      world.tick(index);
      return world.dealt();
    };
    expect(story(1_109, 1_090)).toEqual([]);
    expect(story(1_108, 1_090)).toEqual([[1_108, 9_011]]);
    expect(story(1_123, 1_100)).toEqual([]);
    expect(story(1_144, 1_120), 'without equity: 102 % of the index is 1,142.4').toEqual([]);
    expect(story(1_142, 1_120)).not.toEqual([]);
  });

  it('waits for the tick behind the first one after a silence, when quotes are back', () => {
    const story = (rules: number) => {
      const world = large(rules);
      tenfold(world, CARL);
      world.quoteAround(1, 1_000, 20_000);
      world.wait(11_000);
      world.buy(BEN, 10_000, Math.ceil(940 * 0.95));
      world.tick(940);
      const first = world.dealt();
      world.quoteAround(1, 940, 20_000);
      world.time += 250;
      world.tick(940);
      return { first, second: world.dealt(), paid: paid(world), left: world.in(ANNA, ISOLATED, USDT) };
    };
    expect(story(BEFORE)).toEqual({ first: [[893, 9_890]], second: [], paid: 77_063, left: 0 });
    const is = story(RULE.marginForced);
    expect(is.first).toEqual([]);
    expect(is.second).toEqual([[939, 9_488]]);
    expect(is.paid).toBe(0);
  });
});

describe('money §4 what the insurance fund pays of margin', () => {
  /** Long and short at once, with nobody else in the book while the index falls by 30 %: then the accomplice bids. */
  function pair(rules: number): MarginWorld {
    const world = large(rules);
    world.put(BEN, ISOLATED, USDT, 10_000_000);
    world.must(world.borrowOf(BEN, ISOLATED, BTC, 9_900));
    tenfold(world, BEN, ISOLATED);
    for (let price = 990; price >= 700; price -= 10) world.tick(price);
    world.buy(BEN, 10_000, 686, { wallet: ISOLATED });
    world.tick(700);
    return world;
  }

  it('is at most 2 % of itself an hour; the rest stays owed and waits', () => {
    expect(paid(pair(BEFORE))).toBeGreaterThan(2_000_000);
    const world = pair(RULE.marginForced);
    expect(world.dealt()).toEqual([[686, 9_890]]);
    expect(paid(world)).toBe(FUND / 50);
    const owed = world.owes(ANNA, ISOLATED, USDT)[0];
    world.tick(700);
    expect(paid(world)).toBe(FUND / 50);
    expect(world.owes(ANNA, ISOLATED, USDT)[0]).toBe(owed);
    world.wait(HOUR);
    world.tick(700);
    expect(paid(world)).toBe(FUND / 50 + (FUND - FUND / 50) / 50);
  });

  it('and 10 % on a day, with all else that it loses', () => {
    const world = pair(RULE.marginForced);
    // Eleven hours to midnight, 2 % of what is left in each: less than a tenth after five.
    for (let hour = 0; hour < 8; hour += 1) {
      world.wait(HOUR);
      world.tick(700);
      world.tick(700);
    }
    expect(paid(world)).toBe(FUND / 10);
    for (let hour = 0; hour < 5; hour += 1) {
      world.wait(HOUR);
      world.tick(700);
    }
    expect(paid(world), 'the next day').toBeGreaterThan(FUND / 10);
  });

  it('is nothing while equity is above 0, though less than a lot is left', () => {
    const story = (rules: number): readonly unknown[] => {
      const world = new MarginWorld({ rules, tiers: [{ volume: 0, maker: 0, taker: 0 }] });
      world.put(ANNA, ISOLATED, ETH, 9, 2);
      world.put(ANNA, ISOLATED, USDT, 20, 2);
      world.must(world.borrowOf(ANNA, ISOLATED, USDT, 480, 2));
      world.sell(BEN, 1, 50, { market: 2 });
      world.must(world.order(ANNA, { wallet: ISOLATED, market: 2, lots: 1, price: 50 }));
      world.quote(2, [[BUY, 26, 5]]);
      // 19 of the coin, a lot is 10: 260 of 485 are repaid, 225 are left, 9 at 26 are worth 234.
      for (let time = 0; time < 2; time += 1) world.tick(100, 26);
      return [world.owes(ANNA, ISOLATED, USDT, 2)[0], world.in(ANNA, ISOLATED, ETH, 2)];
    };
    expect(story(BEFORE)).toEqual([0, 9]);
    expect(story(RULE.marginForced)).toEqual([225, 9]);
  });

  it('debts and wallets of before are under the bounds from the activation on', () => {
    const world = large(BEFORE);
    tenfold(world, BEN);
    world.tick(880);
    expect(world.steps()).toEqual([2]);
    world.buy(BEN, 10_000, 836);
    world.batch([{ name: 'rules.activate', version: RULE.marginForced }]);
    world.tick(880);
    expect(world.dealt()).toEqual([]);
    world.buy(CARL, 10_000, 863);
    world.tick(880);
    expect(world.dealt()).toEqual([[863, 9_890]]);
    expect(paid(world)).toBe(FUND / 50);
  });
});
