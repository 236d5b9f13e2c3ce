// The liquidation of a margin wallet: calm, called, liquidated; never on a bad price, never by one's own book (money §4).
import { describe, expect, it } from 'vitest';
import { activations } from '../../src/index.ts';
import { STEP } from '../../src/margin/liquidate.ts';
import { RULE } from '../../src/rules.ts';
import { BTC, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, CARL, SELL, STOP_MARKET } from '../kit/world.ts';
import { assetsOf, CROSS, HOUR, INSURANCE, ISOLATED, LENDING, LENT, type MarginShape, MarginWorld } from './kit.ts';

/** Before the bounds of forced orders and of the insurance fund, which are in `forced.test.ts`. */
const BEFORE = RULE.marginForced - 1;

/** Anna borrowed 4,000 on her 1,000 and holds 48 lots and 100: called at 88, liquidated at 86 (10×: 1.08, 1.05). */
function long(shape: MarginShape = {}): MarginWorld {
  const world = new MarginWorld(shape);
  world.put(ANNA, ISOLATED, USDT, 1_000);
  world.must(world.borrowOf(ANNA, ISOLATED, USDT, 4_000));
  world.sell(BEN, 49, 100);
  world.buy(ANNA, 49, 100, { wallet: ISOLATED });
  expect([world.in(ANNA, ISOLATED, BTC), world.in(ANNA, ISOLATED, USDT)]).toEqual([48, 100]);
  return world;
}

describe('money §4 the call', () => {
  it('comes once at the call level, again only after the level was above it', () => {
    const world = long();
    const steps: number[][] = [];
    for (const index of [95, 90, 89, 88, 88, 87, 88, 95, 88, 100]) {
      world.tick(index);
      steps.push(world.steps());
    }
    expect(steps).toEqual([[], [], [], [1], [], [], [], [], [1], []]);
    expect(world.owes(ANNA, ISOLATED, USDT)).toEqual([4_000, 40]);
  });

  /** Anna's stop sells 10 lots at 88 when the index is at 89: called there, calm again at 100. Gives the steps. */
  function stopped(rules: number, cut: boolean): number[] {
    const world = long({ rules });
    world.quote(1, [[BUY, 88, 10]]);
    world.must(
      world.order(ANNA, { wallet: ISOLATED, side: SELL, type: STOP_MARKET, trigger: 89, lots: 10, triggerBy: 1 }),
    );
    const ticks = [89, 100].map((index) => world.ticks([index * 100, 5_000]));
    const steps: number[] = [];
    for (const batch of cut ? ticks.map((one) => [one]) : [ticks]) {
      world.batch(batch);
      steps.push(...world.steps());
      expect(world.exchange.hasWork(), 'work left over').toBe(rules < RULE.workRounds && cut && steps.length === 0);
    }
    expect(world.in(ANNA, ISOLATED, BTC)).toBe(38);
    return steps;
  }

  it('comes with the tick whose stop order filled, wherever batches are cut (core §5)', () => {
    expect(stopped(RULE.workRounds, false)).toEqual([STEP.call]);
    expect(stopped(RULE.workRounds, true)).toEqual([STEP.call]);
  });

  it('before rules workRounds it waited for the next command or batch', () => {
    expect(stopped(RULE.workRounds - 1, false)).toEqual([]);
    expect(stopped(RULE.workRounds - 1, true)).toEqual([STEP.call]);
  });

  it('a wallet that waits when rules workRounds are activated is examined then', () => {
    const world = long({ rules: RULE.workRounds - 1 });
    world.quote(1, [[BUY, 88, 10]]);
    world.must(
      world.order(ANNA, { wallet: ISOLATED, side: SELL, type: STOP_MARKET, trigger: 89, lots: 10, triggerBy: 1 }),
    );
    const activated = activations(RULE.workRounds - 1, RULE.workRounds);
    expect(world.batch([world.ticks([8_900, 5_000]), ...activated]).map(({ code }) => code)).toEqual([200, 200]);
    expect(world.steps()).toEqual([STEP.call]);
    expect(world.exchange.hasWork()).toBe(false);
  });

  it('comes by interest alone, with no tick that moves', () => {
    const world = long();
    const called: number[] = [];
    for (let hour = 1; hour < 20; hour += 1) {
      world.wait(HOUR);
      world.tick();
      if (world.margin.steps.length > called.length) called.push(hour);
    }
    // 4,900 ÷ 1.08 = 4,537: interest of 537 is reached with the 14th hour (and its first tick: prices had been stale).
    // In the 18th it is said that the sale waits: the book is empty.
    expect(called).toEqual([14, 17, 18]);
  });

  it('at exactly a level it is called, liquidated; a hundredth of a tick above it is not', () => {
    const free = { asset: USDT, instrument: 0, rate: 0, factor: 1_000_000, limit: 40_000 };
    const world = new MarginWorld(
      { tiers: [{ volume: 0, maker: 0, taker: 0 }] },
      { assets: assetsOf({ [USDT]: free }) },
    );
    world.put(ANNA, ISOLATED, USDT, 1_000);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 4_000));
    world.sell(BEN, 50, 100);
    world.buy(ANNA, 50, 100, { wallet: ISOLATED });
    world.quote(1, [[BUY, 83, 100]]);
    // 4,000 owed against 50 lots: 4,320 at 86.4, 4,200 at 84.
    const steps = [8_641, 8_640, 8_401, 8_400].map((cents) => {
      world.must(world.ticks([cents, 5_000]));
      return world.steps();
    });
    expect(steps).toEqual([[], [1], [], [2, 3, 4]]);
    expect(world.dealt()).toEqual([[83, 49]]);
    expect([world.in(ANNA, ISOLATED, BTC), world.in(ANNA, ISOLATED, USDT)]).toEqual([1, 67]);
  });
});

describe('money §4 liquidation', () => {
  it('cancels orders, sells within reach what the debt needs, repays interest first; leftovers stay', () => {
    const world = long();
    const order = world.sell(ANNA, 20, 150, { wallet: ISOLATED });
    const spot = world.buy(ANNA, 3, 80);
    world.quote(1, [[BUY, 85, 100]]);
    world.tick(86);
    expect(world.steps()).toEqual([2, 3, 4]);
    expect(world.closed(order)).toEqual([2, 8]);
    expect(world.closed(spot), 'orders of other wallets stay').toBeUndefined();
    expect(world.dealt()).toEqual([[85, 48]]);
    expect(world.owes(ANNA, ISOLATED, USDT)).toEqual([0, 0]);
    // 100 + 48 × 85 − 82 of fee − 4,040.
    expect(world.in(ANNA, ISOLATED, USDT)).toBe(58);
    expect(world.audit.house(LENDING, USDT)).toBe(LENT);
    expect(world.emitted('debt.repaid').map(({ type, interest, principal }) => [type, interest, principal])).toEqual([
      [3, 40, 60],
      [3, 0, 3_940],
    ]);
    expect(world.out(ANNA, ISOLATED, USDT, 58), 'and may leave').toMatchObject({ code: 200 });
  });

  it('sells no more than the debt needs', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, BTC, 100);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 8_000));
    world.must(world.repayOf(ANNA, ISOLATED, USDT, 80));
    world.send(world.order(BEN, { side: SELL, lots: 70, price: 100 }));
    world.buy(ANNA, 70, 100, { wallet: ISOLATED });
    world.quote(1, [[BUY, 44, 1_000]]);
    world.tick(44);
    expect(world.steps()).toEqual([2, 3, 4]);
    // 7,080 short: 7,188 before the fee of 1.5 %, 164 of the 168 lots.
    expect(world.dealt()).toEqual([[44, 164]]);
    expect([world.in(ANNA, ISOLATED, BTC), world.in(ANNA, ISOLATED, USDT)]).toEqual([4, 27]);
  });

  it('what the book does not bring the insurance fund pays, and says what it was worth (before rules marginForced)', () => {
    const world = long({ rules: BEFORE });
    world.quote(1, [[BUY, 79, 100]]);
    world.tick(80);
    expect(world.steps()).toEqual([2, 3, 5]);
    // 4,040 − 100 − 48 × 79 + 76 of fee.
    expect(world.audit.house(INSURANCE, USDT)).toBe(5_000 - 224);
    expect(world.margin.steps.at(-1)).toMatchObject({ step: 5, shortfall: 224 });
    expect(world.owes(ANNA, ISOLATED, USDT)).toEqual([0, 0]);
    expect([world.in(ANNA, ISOLATED, BTC), world.in(ANNA, ISOLATED, USDT)]).toEqual([0, 0]);
  });

  it('what insurance cannot pay stays owed, is emitted, and is taken from what comes later', () => {
    const world = long({ insurance: 100, rules: BEFORE });
    world.quote(1, [[BUY, 79, 100]]);
    world.tick(80);
    expect(world.steps()).toEqual([2, 3]);
    expect(world.audit.house(INSURANCE, USDT)).toBe(0);
    expect(world.owes(ANNA, ISOLATED, USDT)).toEqual([124, 0]);
    expect(world.borrow(ANNA, ISOLATED, USDT, 1)).toMatchObject({ code: 2207 });
    expect(world.place(ANNA, { wallet: ISOLATED, lots: 1, price: 99 })).toMatchObject({ code: 2207 });
    world.tick(80);
    expect(world.events.filter(({ name }) => name === 'debt.changed')).toEqual([]);
    world.put(ANNA, ISOLATED, USDT, 500);
    expect(world.steps(), 'above its level again').toEqual([5]);
    expect(world.repay(ANNA, ISOLATED, USDT)).toMatchObject({ code: 200, result: 124 });
  });

  it('a book too thin: the rest goes on at later ticks, and stops when the level is good again', () => {
    const world = long({ rules: BEFORE });
    world.quote(1, [[BUY, 84, 10]]);
    world.tick(85);
    expect([world.steps(), world.dealt()]).toEqual([[2, 3], [[84, 10]]]);
    world.tick(85);
    expect([world.steps(), world.dealt()]).toEqual([[], []]);
    world.quote(1, [[BUY, 83, 5]]);
    world.tick(85);
    expect([world.steps(), world.dealt()]).toEqual([[3], [[83, 5]]]);
    world.tick(110);
    expect(world.steps()).toEqual([5]);
    expect(world.place(ANNA, { wallet: ISOLATED, side: SELL, lots: 1, price: 110 })).toMatchObject({ code: 200 });
  });

  it('no forced sale further than 5 % from the index, whatever stands there (before rules marginForced)', () => {
    const world = long({ rules: BEFORE });
    world.quote(1, [[BUY, 81, 100]]);
    world.tick(86);
    expect([world.steps(), world.dealt()]).toEqual([[2], []]);
    world.tick(85);
    expect(world.dealt()).toEqual([[81, 48]]);
  });

  it('one who owes the coin: it is bought back when it rises', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, USDT, 1_000);
    world.must(world.borrowOf(ANNA, ISOLATED, BTC, 40));
    world.quote(1, [[BUY, 100, 40]]);
    world.sell(ANNA, 40, 100, { wallet: ISOLATED });
    // 4,000 − 80 of fee + 1,000; owes 40 and 0.28 of interest: 41 lots at 1.05 is 114.3.
    expect(world.in(ANNA, ISOLATED, USDT)).toBe(4_920);
    world.quote(1, [[SELL, 116, 100]]);
    world.tick(112);
    expect(world.steps(), '4,920 ÷ (41 × 112) is 1.071: called').toEqual([1]);
    world.tick(115);
    expect(world.steps()).toEqual([2, 3, 4]);
    // 42 lots bring 41 after a fee of one.
    expect(world.dealt()).toEqual([[116, 42]]);
    expect(world.owes(ANNA, ISOLATED, BTC)).toEqual([0, 0]);
    expect(world.in(ANNA, ISOLATED, USDT)).toBe(4_920 - 42 * 116);
  });

  it('a cross wallet: other coins are sold for what is owed, each in its own market, owed coins bought', () => {
    const world = new MarginWorld({ rules: BEFORE });
    world.put(ANNA, CROSS, ETH, 2_000);
    world.must(world.borrowOf(ANNA, CROSS, USDT, 20_000));
    world.must(world.borrowOf(ANNA, CROSS, BTC, 100));
    world.quote(1, [[BUY, 100, 200]]);
    world.sell(ANNA, 100, 100, { wallet: CROSS });
    world.tick(102, 15);
    expect(world.out(ANNA, CROSS, USDT, 1), 'under 2: nothing leaves').toMatchObject({ code: 3001, got: 0 });
    expect(world.in(ANNA, CROSS, USDT)).toBe(29_800);
    world.quote(1, [[SELL, 106, 500]]);
    world.quote(2, [
      [BUY, 2, 1_000],
      [BUY, 1, 1_000],
    ]);
    // 20,200 and 101 lots owed; at 102 it is 30,502: 1.1 times that is 33,552, and ETH brings 0.8 × 2,000 × index.
    world.tick(102, 3);
    expect(world.margin.steps.map(({ step }) => step)).toEqual([1]);
    world.tick(102, 2);
    expect(world.steps()).toEqual([2, 3, 4]);
    expect(world.emitted('fill').map(({ market, takerSide, price, lots }) => [market, takerSide, price, lots])).toEqual(
      [
        [2, 2, 2, 73],
        [1, 1, 106, 103],
      ],
    );
    expect([world.owes(ANNA, CROSS, USDT), world.owes(ANNA, CROSS, BTC)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(world.in(ANNA, CROSS, ETH)).toBe(2_000 - 73 * 10);
  });
});

describe('failures W10, W12', () => {
  it('W10: the own book 35 % down, the index flat: nobody is called or liquidated', () => {
    const world = long();
    world.tick(90);
    world.buy(BEN, 1, 65);
    world.sell(CARL, 1, 81);
    world.quote(1, [[BUY, 65, 100]]);
    world.sell(BEN, 1, 75);
    world.buy(CARL, 1, 75);
    world.tick(90);
    expect(world.margin.steps).toEqual([]);
  });

  it('W12: the feed stops: no liquidation while the price is stale, at the next good tick there is', () => {
    const world = long({ rules: RULE.marginStale - 1 });
    // A customer's bid: the market maker's quotes leave while the price is stale.
    world.buy(BEN, 100, 85);
    world.wait(11_000);
    // Interest alone would not do it; a tick of too few sources is stale, whatever it says.
    world.must(world.ticks([8_000, 5_000], { used: 1, total: 3 }));
    expect(world.steps()).toEqual([]);
    for (let second = 0; second < 20; second += 1) world.wait(1_000);
    expect(world.margin.steps).toEqual([]);
    world.tick(86);
    expect(world.steps()).toEqual([2, 3, 4]);
  });

  it('W12, since rules marginStale: at the first good tick it begins, at the second it sells', () => {
    const world = long();
    world.buy(BEN, 100, 85);
    world.wait(11_000);
    world.must(world.ticks([8_000, 5_000], { used: 1, total: 3 }));
    for (let second = 0; second < 20; second += 1) world.wait(1_000);
    expect(world.margin.steps, 'it counts at 100, its last index that counted').toEqual([]);
    world.tick(86);
    expect(world.steps()).toEqual([2]);
    world.tick(86);
    expect(world.steps()).toEqual([3, 4]);
  });

  it('W12, before: a wallet with one coin of two whose price is stale waits for that coin, not for the other', () => {
    const world = new MarginWorld({ rules: RULE.marginStale - 1 });
    world.put(ANNA, CROSS, BTC, 100);
    world.put(ANNA, CROSS, ETH, 1_000);
    world.must(world.borrowOf(ANNA, CROSS, USDT, 10_000));
    world.out(ANNA, CROSS, USDT, 10_000);
    const of = (instrument: number, price: number, used = 3): object => ({
      instrument,
      price,
      spread: 0,
      used,
      total: 3,
    });
    const only = (...ticks: object[]): number => world.must({ name: 'ticks', ticks, quotes: [] } as never);
    only(of(2, 100, 1));
    only(of(1, 1_000));
    expect(world.margin.steps).toEqual([]);
    only(of(1, 1_000));
    expect(world.margin.steps).toEqual([]);
    only(of(2, 100));
    expect(world.margin.steps[0]).toMatchObject({ step: 2, user: ANNA });
  });
});
