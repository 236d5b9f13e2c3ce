// A swap as an order (money §8, since rules swapSpread): done at ticks nobody knew when it was placed, at a spread of flow
// and range that anyone can work out again; what refuses it gives its money back.
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { swapAt, swapHalf, type SwapLeg, swapRange, swapWorth } from '../../src/formula/index.ts';
import { type Command, encodeCommand, openExchange } from '../../src/index.ts';
import { activations, RULE } from '../../src/rules.ts';
import { agreed, operatorOf, SUPPORT } from '../desk/kit.ts';
import { random } from '../exchange/small-world.ts';
import { BTC, command, ETH, genesisOf, type Shape, USDT, usual } from '../kit/genesis.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { ANNA, BEN, CARL, NO_KEY, NOON, type World } from '../kit/world.ts';
import { ask, placed, restored, swap, swapped, swaps, walletWorld } from './kit.ts';

const { seed } = randomTests(import.meta.url);

/** Enough of everything to come to every limit: D of BTC and ETH is 100,000 USDT, 10^7 atoms. */
const RICH: Partial<Shape> = { practice: [1_000_000, 10_000_000, 2 ** 31], house: 2 ** 40 };
const DEPTH = 10_000_000;
const MILLION = 1_000_000;

/** The index of the small world's BTC, with 10 USDT; and USDT. */
const btc = (cents: number, half: number): SwapLeg => ({ cents, parts: 1_000, unit: 10, half });
const usdt: SwapLeg = { cents: 1, parts: 1, unit: 100, half: 0 };

/** Time passes, and then there are ticks, in cents. */
function ticked(world: World, ms: number, cents: readonly number[] = [10_000, 5_000]): void {
  world.time += ms;
  world.must(world.ticks(cents));
}

function balances(world: World, user: number): readonly number[] {
  return [world.free(user, BTC), world.free(user), world.owns(user, BTC), world.owns(user, USDT)];
}

describe('money §8 the price of a swap, by examples', () => {
  it('the half-spread is h₀ × (1 + q ÷ D) + r ÷ 2, each part rounded up', () => {
    const majors = 100_000 * MILLION;
    // A major: 0.05 % with no flow, 0.075 % with half of D, 0.3 % with 5 D; an index that ranged 0.2 % adds 0.1 %.
    expect(swapHalf(1_000, 0, majors, 0)).toBe(500_000);
    expect(swapHalf(1_000, majors / 2, majors, 0)).toBe(750_000);
    expect(swapHalf(1_000, -5 * majors, majors, 0)).toBe(3_000_000);
    expect(swapHalf(1_000, 0, majors, 2_000_000)).toBe(1_500_000);
    // Another: 0.15 %, and 0.3 % with 10,000 USDT.
    expect(swapHalf(3_000, 10_000 * MILLION, 10_000 * MILLION, 0)).toBe(3_000_000);
    expect(swapHalf(1_000, 1, majors, 1), 'up, both').toBe(500_002);
    expect(swapHalf(100_000, 5 * majors, majors, 2 ** 31), 'never more than all').toBe(1_000_000_000);
  });

  it('the range is (high − low) ÷ low, up, and bounded', () => {
    expect(swapRange(10_000, 10_000)).toBe(0);
    expect(swapRange(10_000, 10_020)).toBe(2_000_000);
    expect(swapRange(3, 4)).toBe(333_333_334);
    expect(swapRange(1, 1_600_000_000)).toBe(2_000_000_000);
  });

  it('1,000 USDT at an index of 10 and 0.5 %: 99.5 BTC, rounded down once', () => {
    expect(swapWorth(100_000, usdt)).toBe(1_000 * MILLION);
    expect(swapAt(100_000, usdt, btc(10_000, 5_000_000))).toBe(995);
    expect(swapAt(1_000, btc(10_000, 5_000_000), usdt)).toBe(99_500);
    expect(swapWorth(2 ** 50, btc(1_600_000_000, 0)), 'bounded').toBe(2 ** 52);
    expect(swapAt(100, btc(10_000, 1_000_000_000), usdt), 'all of it').toBe(0);
  });

  it('no round trip of two legs profits, whatever the half-spreads', () => {
    const pick = random(seed);
    for (let round = 0; round < runs(2_000); round += 1) {
      const legs = [btc(1 + pick(20_000), pick(3) * 500_000), { ...usdt, half: pick(2) * 500_000 }] as const;
      const amount = pick(100_000);
      const there = swapAt(amount, legs[0], legs[1]);
      expect(swapAt(there, legs[1], legs[0]), `seed ${seed}`).toBeLessThanOrEqual(amount);
    }
  });
});

describe('money §8 swap.place', () => {
  it('holds its amount, and is done at the first ticks half a second later, not before', () => {
    const world = walletWorld(RICH);
    const [free, paid] = [world.free(ANNA, BTC), world.free(ANNA)];
    const order = world.must(placed(ANNA, BTC, USDT, 10, 900));
    expect(world.emitted('swap.waiting')).toMatchObject([
      { swap: order, user: ANNA, from: BTC, to: USDT, amount: 10, least: 900, time: world.time },
    ]);
    expect(balances(world, ANNA)).toEqual([free - 10, paid, free, paid]);
    const then = world.time;
    ticked(world, 499, [9_000, 5_000]);
    expect(world.emitted('swap.ended'), 'a tick that was to be foreseen').toEqual([]);
    ticked(world, 1, [9_900, 5_000]);
    // The index ranged from 9,000 to 10,000 within ten seconds: 11.1…% more, half of it on this leg.
    const range = swapRange(9_000, 10_000);
    const worth = swapWorth(10, btc(9_900, 0));
    const half = swapHalf(10_000, worth, 100_000 * MILLION, range);
    const receive = swapAt(10, btc(9_900, half), usdt);
    expect(world.emitted('swap.ended')).toMatchObject([
      {
        ...{ swap: order, user: ANNA, from: BTC, to: USDT, amount: 10, least: 900, time: then, code: 200 },
        ...{ receive, worth, fromPrice: 9_900, fromFlow: worth, fromRange: range, fromHalf: half },
        ...{ toTick: 0, toPrice: 0, toFlow: 0, toRange: 0, toHalf: 0 },
      },
    ]);
    expect(balances(world, ANNA)).toEqual([free - 10, paid + receive, free - 10, paid + receive]);
  });

  it('asked, it says what it would bring now and why: the same as it then brings at the same index', () => {
    const world = walletWorld(RICH);
    const one = placed(ANNA, USDT, BTC, DEPTH / 2);
    const answer = ask(world, one);
    // Half of D: 0.5 % × 1.5.
    const half = 7_500_000;
    expect(answer).toMatchObject({
      code: 200,
      numbers: [
        ...[swapAt(DEPTH / 2, usdt, btc(10_000, half)), 50_000 * MILLION],
        ...[0, 0, 0, 0, 10_000, -50_000 * MILLION, 0, half],
      ],
    });
    world.must(one);
    ticked(world, 500);
    expect(world.emitted('swap.ended')).toMatchObject([{ code: 200, receive: answer.numbers[0], toHalf: half }]);
    // The next customer’s flow stands on this one; one the other way brings it back and pays less.
    expect(ask(world, placed(BEN, USDT, BTC, DEPTH / 2)).numbers[7]).toBe(-100_000 * MILLION);
    expect(ask(world, placed(BEN, BTC, USDT, 25_000)).numbers.slice(3, 6)).toEqual([-25_000 * MILLION, 0, 6_250_000]);
    // Out of the window it is forgotten.
    ticked(world, 62_000);
    expect(ask(world, placed(BEN, USDT, BTC, DEPTH / 2)).numbers[7]).toBe(-50_000 * MILLION);
  });

  it('takes both legs from ticks of one time', () => {
    const world = walletWorld(RICH);
    world.must(placed(ANNA, BTC, ETH, 50));
    ticked(world, 500, [10_000]);
    expect(world.emitted('swap.ended')).toEqual([]);
    const one = world.ticks([0, 5_100]);
    const rows = (one as unknown as { ticks: { instrument: number }[] }).ticks;
    rows.shift();
    world.time += 250;
    world.must(one);
    expect(world.emitted('swap.ended'), 'ETH alone').toEqual([]);
    ticked(world, 250, [10_100, 5_100]);
    expect(world.emitted('swap.ended')).toMatchObject([{ code: 200, fromPrice: 10_100, toPrice: 5_100 }]);
  });

  it('below the least it is refused and gives its money back; placed below it, at once', () => {
    const world = walletWorld(RICH);
    const before = balances(world, ANNA);
    const [receive = 0] = ask(world, placed(ANNA, BTC, USDT, 10)).numbers;
    expect(world.send(placed(ANNA, BTC, USDT, 10, receive + 1))).toMatchObject({
      ...{ code: 3007, expected: receive + 1, got: receive },
    });
    world.must(placed(ANNA, BTC, USDT, 10, receive));
    ticked(world, 500, [9_950, 5_000]);
    expect(world.emitted('swap.ended')).toMatchObject([{ code: 3007, least: receive, fromPrice: 9_950 }]);
    expect(world.emitted('swap.ended')[0]!.receive).toBeLessThan(receive);
    expect(balances(world, ANNA)).toEqual(before);
  });

  it('only at valid ticks; without any its patience ends after ten seconds', () => {
    const world = walletWorld(RICH);
    const before = balances(world, ANNA);
    world.must(placed(ANNA, BTC, USDT, 10));
    world.time += 600;
    world.must(world.ticks([10_000, 5_000], { used: 1 }));
    expect(world.emitted('swap.ended'), 'too few sources').toEqual([]);
    world.wait(9_400);
    expect(world.emitted('swap.ended'), 'ten seconds').toEqual([]);
    world.wait(1);
    expect(world.emitted('swap.ended')).toMatchObject([{ code: 2005, receive: 0, fromTick: 0 }]);
    expect(balances(world, ANNA)).toEqual(before);
    expect(world.send(placed(ANNA, BTC, USDT, 10)), 'nor placed').toMatchObject({ code: 2005 });
  });

  it('at ten seconds to the millisecond a tick still does it', () => {
    const world = walletWorld(RICH);
    world.must(placed(ANNA, BTC, USDT, 10));
    ticked(world, 10_000);
    expect(world.emitted('swap.ended')).toMatchObject([{ code: 200 }]);
  });

  it('of a coin taken off swaps while it waits: refused, and back', () => {
    const world = walletWorld(RICH);
    const before = balances(world, BEN);
    world.must(placed(ANNA, USDT, ETH, 1_000));
    world.must(placed(BEN, USDT, BTC, 1_000));
    expect(agreed(world, swaps({ [USDT]: 0, [ETH]: 30_000 })).code).toBe(200);
    expect(world.emitted('swap.ended')).toMatchObject([{ user: BEN, code: 3002 }]);
    expect(balances(world, BEN)).toEqual(before);
    ticked(world, 500);
    expect(world.emitted('swap.ended')).toMatchObject([{ user: ANNA, code: 200 }]);
  });

  it('of one frozen while it waits: refused, and back', () => {
    const world = walletWorld(RICH);
    const before = balances(world, ANNA);
    world.must(placed(ANNA, USDT, BTC, 1_000));
    world.must(command('user.freeze', { operator: operatorOf(SUPPORT), user: ANNA, locks: 1 }));
    ticked(world, 500);
    expect(world.emitted('swap.ended')).toMatchObject([{ code: 1011, receive: 0 }]);
    expect(balances(world, ANNA)).toEqual(before);
  });

  it('goes on after a restart, with its windows, in the same order', () => {
    const world = walletWorld(RICH);
    swapped(world, CARL, USDT, BTC, DEPTH / 4);
    world.must(placed(ANNA, USDT, BTC, 1_000));
    world.must(placed(BEN, BTC, USDT, 10));
    restored(world);
    expect(world.send(placed(ANNA, USDT, BTC, 1_000)), 'one waits').toMatchObject({ code: 2110 });
    ticked(world, 500);
    expect(world.emitted('swap.ended')).toMatchObject([
      { user: ANNA, code: 200, toFlow: -25_010 * MILLION },
      { user: BEN, code: 200, fromFlow: -25_000 * MILLION },
    ]);
  });

  it('in words that make no sense, or beyond what one has: refused, and nothing changes', () => {
    const world = walletWorld(RICH);
    const digest = world.exchange.digest();
    const own = world.free(ANNA, BTC);
    expect(world.send(placed(ANNA, BTC, BTC, 10)).code).toBe(400);
    expect(world.send(placed(ANNA, BTC, USDT, 10, 0)).code).toBe(400);
    expect(world.send(placed(ANNA, 9, BTC, 10)).code).toBe(3002);
    expect(world.send(placed(ANNA, BTC, 9, 10)).code).toBe(3002);
    expect(world.send(placed(ANNA, BTC, USDT, own + 1))).toMatchObject({ code: 3001, expected: own + 1, got: own });
    expect(world.send(placed(ANNA, USDT, BTC, 1))).toMatchObject({ code: 3110 });
    expect(world.send(placed(MARKET_MAKER, BTC, USDT, 10)).code).toBe(403);
    expect(world.exchange.digest()).toBe(digest);
  });
});

describe('money §8 the bounds of swaps', () => {
  it('a customer has one that waits, and places 20 a minute', () => {
    const world = walletWorld(RICH);
    for (let n = 0; n < 20; n += 1) {
      world.must(placed(ANNA, USDT, BTC, 1_000));
      expect(world.send(placed(ANNA, USDT, BTC, 1_000))).toMatchObject({ code: 2110, expected: 1 });
      ticked(world, 500);
    }
    expect(world.send(placed(ANNA, USDT, BTC, 1_000))).toMatchObject({ code: 429, expected: 20, got: 20 });
    expect(swapped(world, BEN, USDT, BTC, 1_000).code, 'others go on').toBe(200);
    ticked(world, 80_000);
    expect(swapped(world, ANNA, USDT, BTC, 1_000).code).toBe(200);
  });

  it('a customer swaps at most D a minute, in whatever pieces', () => {
    const world = walletWorld(RICH);
    expect(world.send(placed(ANNA, USDT, BTC, DEPTH + 1))).toMatchObject({ code: 3009, expected: 100_000 * MILLION });
    for (let n = 0; n < 4; n += 1) expect(swapped(world, ANNA, USDT, BTC, DEPTH / 4).code).toBe(200);
    expect(world.send(placed(ANNA, USDT, ETH, 100))).toMatchObject({ code: 3009, got: 100_001 * MILLION });
    ticked(world, 80_000);
    expect(world.send(placed(ANNA, USDT, BTC, DEPTH)).code).toBe(200);
  });

  it('the net flow of a coin is at most 5 D; the other way is open, and it counts again at the ticks', () => {
    const world = walletWorld(RICH, 8);
    for (let user = 2; user < 7; user += 1) expect(swapped(world, user, USDT, BTC, DEPTH).code).toBe(200);
    expect(world.send(placed(7, USDT, BTC, 1_000))).toMatchObject({
      ...{ code: 3008, expected: 500_000 * MILLION, got: 500_010 * MILLION },
    });
    expect(world.send(placed(7, USDT, ETH, 1_000)).code, 'another coin').toBe(200);
    expect(swapped(world, 8, BTC, USDT, 100).code, 'and back').toBe(200);
    // Two see the same capacity; the second finds it taken, and has its money back.
    const before = balances(world, 9);
    for (const user of [8, 9]) world.must(placed(user, USDT, BTC, 10_000));
    ticked(world, 500);
    expect(world.emitted('swap.ended')).toMatchObject([
      { user: 8, code: 200 },
      { user: 9, code: 3008 },
    ]);
    expect(balances(world, 9)).toEqual(before);
  });

  it('the treasury gives and takes at most a tenth of a coin an hour, net, and never what it has not', () => {
    const world = walletWorld({ ...RICH, house: 100_000 });
    // 10,000 atoms of BTC: 1,000 BTC at 10.05 USDT, and something.
    expect(world.send(placed(ANNA, USDT, BTC, 1_007_000))).toMatchObject({ code: 3010, expected: 10_000 });
    expect(swapped(world, ANNA, USDT, BTC, 500_000).code).toBe(200);
    expect(world.send(placed(BEN, USDT, BTC, 520_000)), 'all customers together').toMatchObject({ code: 3010 });
    expect(world.send(placed(BEN, BTC, ETH, 20_000)), 'nor takes').toMatchObject({ code: 3010 });
    expect(swapped(world, BEN, BTC, ETH, 4_000).code, 'what brings it back').toBe(200);
    ticked(world, 3_660_000);
    ticked(world, 500);
    expect(swapped(world, ANNA, USDT, BTC, 500_000).code, 'the next hour').toBe(200);
    world.must(command('maker.transfer', { from: 1, to: 2, asset: BTC, amount: world.free(MARKET_MAKER, BTC) - 10 }));
    expect(world.send(placed(CARL, USDT, BTC, 2_000)).code).toBe(3010);
  });

  it('4,096 wait in all, of which those not verified take a quarter; a full table says so', () => {
    const exchange = openExchange();
    exchange.advance(NOON);
    const sent = (one: Command): number => {
      const code = exchange.apply(encodeCommand(one), 0);
      exchange.readEvents();
      return code;
    };
    expect(sent(genesisOf({ ...usual, house: 2 ** 40 }))).toBe(200);
    for (const one of activations(1)) expect(sent(one)).toBe(200);
    expect(sent(swaps())).toBe(200);
    const ticks = [10_000, 5_000].map((price, at) => ({ instrument: at + 1, price, spread: 0, used: 3, total: 3 }));
    expect(sent(command('ticks', { ticks, quotes: [] }))).toBe(200);
    const codes: number[] = [];
    for (let user = 2; user < 4_102; user += 1) {
      sent(command('user.open', { referrer: 0 }));
      sent(command('practice.claim', { user, ...NO_KEY }));
      if (codes.length > 1_024) sent(command('user.set', { user, stage: 1, locks: 0 }));
      codes.push(sent(placed(user, USDT, BTC, 1_000)));
    }
    const done = codes.filter((code) => code === 200).length;
    expect([done, codes.indexOf(429), codes.lastIndexOf(200)]).toEqual([4_096, 1_024, 4_096]);
    expect([exchange.expected, exchange.got]).toEqual([4_096, 4_096]);
    exchange.audit();
    exchange.advance(NOON + 500);
    expect(sent(command('ticks', { ticks, quotes: [] }))).toBe(200);
    expect(sent(placed(4_101, USDT, BTC, 1_000)), 'and then there is capacity').toBe(200);
    exchange.audit();
  });
});

describe('money §8 rules swapSpread', () => {
  it('from its activation a quote is taken no more; orders are placed as before', () => {
    const world = walletWorld({ ...RICH, rules: RULE.swapSpread - 1 });
    const quote = swap(world, ANNA, BTC, USDT, 10, { receive: 995 });
    expect(world.send(quote).code).toBe(200);
    world.must(placed(CARL, BTC, USDT, 10));
    for (const one of activations(RULE.swapSpread - 1)) world.must(one);
    expect(world.send(quote)).toMatchObject({ code: 3004, expected: 0 });
    ticked(world, 500);
    expect(world.emitted('swap.ended')).toMatchObject([{ code: 200 }]);
    expect(swapped(world, ANNA, BTC, USDT, 10).code).toBe(200);
  });

  it('choosing among ticks pays nothing: who orders after the index rose pays the risen index and its range', () => {
    const world = walletWorld(RICH);
    const pick = random(7);
    let cents = 100_000;
    let cost = 0;
    let orders = 0;
    for (let step = 0; step < 600 && orders < 25; step += 1) {
      const before = cents;
      cents += pick(401) - 200;
      ticked(world, 250, [cents, 5_000]);
      for (const { receive, amount, fromPrice, toPrice } of world.emitted('swap.ended')) {
        expect([fromPrice, toPrice]).toEqual([0, cents]);
        // USDT paid for a BTC, against the index it was done at.
        cost += (amount / 100 / (receive / 10) / (toPrice / 1_000) - 1) * MILLION;
        orders += 1;
      }
      if (cents > before + 100) world.send(placed(ANNA, USDT, BTC, 1_000_000));
    }
    expect(orders).toBeGreaterThan(15);
    expect(cost / orders, 'millionths over the index: more than half the spread').toBeGreaterThan(5_000);
  });
});
