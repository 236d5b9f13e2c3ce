// Margin wallets while a coin's price is stale (money §4, §11; issue 13 A.4): risk only falls, and dust shields nothing. Attackers
// know the true price from elsewhere: Anna's wallet, Ben on the other side.
import { rejects } from '../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { CLOSE_REASON } from '../../src/enum/index.ts';
import { activations, RULE } from '../../src/index.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, FOK, SELL, STOP_MARKET } from '../kit/world.ts';
import { CROSS, INSURANCE, ISOLATED, MarginWorld } from './kit.ts';

const BEFORE = RULE.marginStale - 1;
const SILENCE = 11_000;
const FUND = 100_000;
/** Reason of a cancel: the wallet does not bear it. */

/** A tick of one instrument: the other's feed is silent. */
function only(world: MarginWorld, instrument: number, cents: number, used = 3): void {
  world.must(command('ticks', { ticks: [{ instrument, price: cents, spread: 0, used, total: 3 }], quotes: [] }));
}

/** BTC's feed falls silent at 100, ETH's goes on. */
function silent(world: MarginWorld): void {
  world.time += SILENCE;
  only(world, 2, 5_000);
}

/** Five good ticks of BTC at a price. */
function back(world: MarginWorld, price: number): void {
  for (let at = 0; at < 5; at += 1) {
    world.time += 1_000;
    world.tick(price);
  }
}

const worth = (world: MarginWorld, price: number): number =>
  [ANNA, BEN].reduce((sum, user) => sum + world.owns(user, USDT) + world.owns(user, BTC) * price, 0);

/** Borrowed money buys a coin that is truly at 30 of an accomplice at its last index, 100; somebody bids at 30 later. */
function bought(rules: number, early: boolean): { readonly gain: number; readonly fund: number } {
  const world = new MarginWorld({ rules, insurance: FUND });
  const before = worth(world, 30);
  world.put(ANNA, ISOLATED, USDT, 4_500);
  const borrow = () => world.must(world.borrowOf(ANNA, ISOLATED, USDT, 35_000));
  if (early) borrow();
  silent(world);
  if (!early) borrow();
  world.place(BEN, { side: SELL, lots: 380, price: 100 });
  world.place(ANNA, { wallet: ISOLATED, lots: 380, price: 100 });
  world.buy(CARL, 1_000, 30);
  back(world, 30);
  // What is still owed is not theirs.
  const owed = world.owes(ANNA, ISOLATED, USDT).reduce((sum, one) => sum + one, 0);
  return { gain: worth(world, 30) - owed - before, fund: world.audit.house(INSURANCE, USDT) - FUND };
}

describe('money §11 a stale coin is not bought with borrowed money', () => {
  it.each([false, true])('borrowed before the price was stale: %s', (early) => {
    const was = bought(BEFORE, early);
    expect(was.fund).toBeLessThan(-20_000);
    expect(was.gain).toBeGreaterThan(20_000);
    const is = bought(RULE.marginStale, early);
    expect(is.fund).toBe(0);
    expect(is.gain).toBeLessThanOrEqual(0);
  });

  it('says so: 2005, also for what would rest and for an amend that does more', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, USDT, 4_500);
    const rests = world.buy(ANNA, 10, 90, { wallet: ISOLATED });
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 5_000));
    silent(world);
    for (const price of [90, 100])
      expect(world.place(ANNA, { wallet: ISOLATED, lots: 10, price })).toMatchObject({
        ...{ code: rejects['price.stale'], expected: 1, got: 3 },
      });
    expect(world.amend(ANNA, rests, 91, 10)).toMatchObject({ code: rejects['price.stale'] });
    expect(world.amend(ANNA, rests, 90, 9), 'less').toMatchObject({ code: 200 });
    expect(world.cancel(ANNA, rests)).toMatchObject({ code: 200 });
    expect(world.place(BEN, { lots: 10, price: 90 }), 'who owes nothing trades on').toMatchObject({ code: 200 });
    world.put(BEN, ISOLATED, USDT, 1_000);
    expect(world.place(BEN, { wallet: ISOLATED, lots: 10, price: 90 })).toMatchObject({ code: 200 });
  });

  it('a resting order stays until somebody reaches it; then it is taken out and no fill is left out', () => {
    const story = (rules: number) => {
      const world = new MarginWorld({ rules });
      world.put(ANNA, ISOLATED, USDT, 4_500);
      const rests = world.buy(ANNA, 10, 100, { wallet: ISOLATED });
      world.must(world.borrowOf(ANNA, ISOLATED, USDT, 5_000));
      world.buy(CARL, 10, 99);
      silent(world);
      expect(world.closed(rests)).toBeUndefined();
      world.sell(BEN, 10, 99, { timeInForce: FOK });
      return [world.dealt(), world.closed(rests)];
    };
    expect(story(BEFORE)).toEqual([[[100, 10]], [1, 0]]);
    expect(story(RULE.marginStale)).toEqual([[[99, 10]], [2, CLOSE_REASON.margin]]);
  });
});

/** Anna owes 150 BTC, whose feed is silent, and holds USDT and ETH. */
function besideStale(rules: number): MarginWorld {
  const world = new MarginWorld({ rules, insurance: FUND });
  world.put(ANNA, CROSS, USDT, 35_000);
  world.must(world.borrowOf(ANNA, CROSS, BTC, 150));
  expect(world.out(ANNA, CROSS, BTC, 150).code).toBe(200);
  silent(world);
  return world;
}

describe('money §11 beside a stale coin', () => {
  it('nothing is bought dear of an accomplice in another market', () => {
    const story = (rules: number): readonly unknown[] => {
      const world = besideStale(rules);
      world.place(BEN, { market: 2, side: SELL, lots: 45, price: 60 });
      return [world.place(ANNA, { wallet: CROSS, market: 2, lots: 45, price: 60 }).code, world.dealt()];
    };
    expect(story(BEFORE)).toEqual([200, [[60, 45]]]);
    expect(story(RULE.marginStale)).toEqual([rejects['price.stale'], []]);
  });

  /** Anna owes 5,000 USDT, has 200 ETH at 50, and an atom of BTC, whose feed is silent. */
  function reducing(rules: number): MarginWorld {
    const world = new MarginWorld({ rules });
    world.put(ANNA, CROSS, ETH, 200);
    world.put(ANNA, CROSS, BTC, 1);
    world.must(world.borrowOf(ANNA, CROSS, USDT, 4_000));
    world.out(ANNA, CROSS, USDT, 4_000);
    return world;
  }

  it('what it has is sold for what it owes, no more of it, at most 1 % below the index', () => {
    const world = reducing(RULE.marginStale);
    silent(world);
    only(world, 2, 20_000);
    const sell = (lots: number, price: number) =>
      world.place(ANNA, { wallet: CROSS, market: 2, side: SELL, lots, price, timeInForce: 2 }).code;
    world.buy(BEN, 5, 198, { market: 2 });
    expect(sell(1, 197), '1.5 % below').toBe(rejects['price.stale']);
    expect(sell(3, 198), 'half as much again as is owed').toBe(rejects['price.stale']);
    expect(sell(2, 198)).toBe(200);
    expect(world.dealt()).toEqual([[198, 2]]);
  });

  it('a stop sells down to 1 % below the index; the rest waits', () => {
    const story = (rules: number) => {
      const world = reducing(rules);
      const stop = world.must(
        world.order(ANNA, {
          ...{ wallet: CROSS, market: 2, side: SELL, type: STOP_MARKET, trigger: 49, lots: 8, triggerBy: 1 },
        }),
      );
      world.buy(BEN, 20, 48, { market: 2 });
      silent(world);
      only(world, 2, 4_870);
      const first = [world.dealt(), world.closed(stop)];
      only(world, 2, 4_840);
      return [...first, world.dealt(), world.closed(stop)];
    };
    expect(story(BEFORE)).toEqual([[[48, 8]], [1, 0], [], [1, 0]]);
    // 99 % of 48.7 is 48.2, of 48.4 it is 47.9.
    expect(story(RULE.marginStale)).toEqual([[], undefined, [[48, 8]], [1, 0]]);
  });

  it('nothing is borrowed or moved out; of the stale coin comes in what is owed of it, and all of others', () => {
    const world = besideStale(RULE.marginStale);
    expect(world.borrow(ANNA, CROSS, USDT, 10)).toMatchObject({ code: rejects['price.stale'] });
    expect(world.out(ANNA, CROSS, USDT, 1)).toMatchObject({ code: 3001 });
    expect(world.put(ANNA, CROSS, BTC, 200)).toMatchObject({ code: rejects['price.stale'], expected: 1, got: 3 });
    expect(world.put(ANNA, CROSS, BTC, 100)).toMatchObject({ code: 200 });
    expect(world.put(ANNA, CROSS, BTC, 53)).toMatchObject({ code: rejects['price.stale'] });
    expect(world.put(ANNA, CROSS, ETH, 10)).toMatchObject({ code: 200 });
    expect(world.repay(ANNA, CROSS, BTC, 100)).toMatchObject({ code: 200 });
    expect(besideStale(BEFORE).put(ANNA, CROSS, BTC, 200)).toMatchObject({ code: 200 });
  });
});

/** Anna owes 18,000 USDT on BTC; ETH's feed fails, BTC falls to 40 with somebody who always buys. Gives what the fund paid. */
function shielded(rules: number, dust: number): { readonly steps: number[]; readonly paid: number } {
  const world = new MarginWorld({ rules, insurance: FUND });
  world.put(ANNA, CROSS, USDT, 10_000);
  if (dust > 0) world.put(ANNA, CROSS, ETH, dust);
  world.must(world.borrowOf(ANNA, CROSS, USDT, 18_000));
  world.sell(BEN, 270, 100);
  world.must(world.order(ANNA, { wallet: CROSS, lots: 270, price: 100 }));
  for (let second = 0; second < 11; second += 1) {
    world.time += 1_000;
    only(world, 1, 10_000);
  }
  let bid = 0;
  for (let price = 99; price >= 40; price -= 1) {
    world.time += 1_000;
    if (bid !== 0) world.cancel(CARL, bid);
    bid = world.buy(CARL, 300, price);
    only(world, 1, price * 100);
  }
  const steps = world.margin.steps.map(({ step }) => step);
  back(world, 40);
  return { steps, paid: FUND - world.audit.house(INSURANCE, USDT) };
}

describe('money §4 a stale coin shields nothing', () => {
  it('an atom of it does not keep a wallet from being liquidated', () => {
    expect(shielded(BEFORE, 0)).toEqual({ steps: [1, 2, 3, 4], paid: 0 });
    const was = shielded(BEFORE, 1);
    expect(was.steps).toEqual([]);
    expect(was.paid).toBeGreaterThan(5_000);
    expect(shielded(RULE.marginStale, 1)).toEqual({ steps: [1, 2, 3, 4], paid: 0 });
  });

  /** Anna has 300 BTC, 20 ETH and 1,500 USDT against a debt of 15,000; ETH's feed is silent at 50. */
  function two(rules: number): MarginWorld {
    const world = new MarginWorld({ rules, insurance: FUND });
    world.put(ANNA, CROSS, BTC, 300);
    world.put(ANNA, CROSS, ETH, 20);
    world.must(world.borrowOf(ANNA, CROSS, USDT, 15_000));
    expect(world.out(ANNA, CROSS, USDT, 13_500).code).toBe(200);
    world.time += SILENCE;
    only(world, 1, 10_000);
    return world;
  }

  it('only coins whose price counts are sold; the fund pays nothing while the stale one is left', () => {
    const world = two(RULE.marginStale);
    world.buy(CARL, 400, 10);
    world.buy(CARL, 20, 49, { market: 2 });
    only(world, 1, 1_000);
    expect(world.emitted('fill').map(({ market, lots }) => [market, lots])).toEqual([[1, 300]]);
    expect(world.in(ANNA, CROSS, ETH)).toBe(20);
    expect(world.audit.house(INSURANCE, USDT)).toBe(FUND);
  });

  it('what waited under the rules before is examined at activation', () => {
    const world = two(BEFORE);
    only(world, 2, 5_000, 1);
    world.buy(CARL, 400, 40);
    only(world, 1, 4_000);
    world.time += 1_000;
    only(world, 1, 4_000);
    expect(world.margin.steps).toEqual([]);
    world.time += 1_000;
    world.batch(activations(BEFORE, RULE.marginStale));
    world.time += 1_000;
    only(world, 1, 4_000);
    expect(world.margin.steps.map(({ step }) => step)).toEqual([2, 3]);
    expect(world.in(ANNA, CROSS, ETH)).toBe(20);
  });

  it('after a minute’s dispute the median of the sources left counts', () => {
    const story = (rules: number): number[] => {
      const world = new MarginWorld({ rules });
      world.put(ANNA, ISOLATED, USDT, 1_000);
      world.must(world.borrowOf(ANNA, ISOLATED, USDT, 4_000));
      world.sell(BEN, 49, 100);
      world.buy(ANNA, 49, 100, { wallet: ISOLATED });
      world.buy(CARL, 100, 85);
      for (let second = 0; second < 65; second += 1) {
        world.time += 1_000;
        only(world, 1, 8_600, 1);
      }
      return world.margin.steps.map(({ step }) => step);
    };
    expect(story(BEFORE)).toEqual([]);
    expect(story(RULE.marginStale)).toEqual([2, 3, 4]);
  });
});
