// Swaps: exactly the quote or not at all, never a profit by going round or by holding a quote (money §8; W13, W14).
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { movedBeyond, swapReceive, wholeWorth } from '../../src/formula/index.ts';
import { RULE } from '../../src/rules.ts';
import { agreed, DAY } from '../desk/kit.ts';
import { random } from '../exchange/small-world.ts';
import { BTC, ETH, HOURS, USDT } from '../kit/genesis.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { ask, SPREADS, swap, swapNow, swaps, tickOf, walletWorld } from './kit.ts';

/** Quotes that repeat their ticks were executed under the rules before `swapSpread`. */
const OLD = { rules: RULE.swapSpread - 1 } as const;
const { seed, usual } = randomTests(import.meta.url);

/** [cents, parts, unit, spread] of a leg, as the small world has them. */
type Leg = readonly [cents: number, parts: number, unit: number, spread: number];
const LEGS: readonly Leg[] = [
  [10_000, 1_000, 10, 10_000],
  [5_000, 100, 100, 30_000],
  [1, 1, 100, 0],
];

describe('money §8 what a swap gives', () => {
  it('is the quotient of both indexes less half of each spread, rounded down once', () => {
    // 1 BTC (10 atoms) at 10 USDT less 0.5 %: 9.95 USDT; 995 atoms.
    expect(swapReceive(10, ...LEGS[0]!, ...LEGS[2]!)).toBe(995);
    // 9.95 USDT buy 0.99 BTC at 10.05: 9 tenths.
    expect(swapReceive(995, ...LEGS[2]!, ...LEGS[0]!)).toBe(9);
    expect(swapReceive(1, ...LEGS[2]!, ...LEGS[0]!)).toBe(0);
  });

  it('is exact where products are far beyond 2^53', () => {
    const bitcoin: Leg = [1_141_297_512, 10 ** 3, 10 ** 8, 1_000];
    const pepe: Leg = [1_058_123, 10 ** 8, 10 ** 6, 3_000];
    const amount = 2 ** 50;
    const exact =
      (BigInt(amount) * 1_141_297_512n * 10n ** 8n * 10n ** 6n * (2_000_000n - 1_000n)) /
      (10n ** 8n * 10n ** 3n * 1_058_123n * (2_000_000n + 3_000n));
    expect(swapReceive(amount, ...bitcoin, ...pepe)).toBe(Number(exact));
  });

  it('W13, W14: no round trip of two or three legs profits, 0 to 100 units, whole or in parts, spread 0 too', () => {
    const free = LEGS.map(([cents, parts, unit]): Leg => [cents, parts, unit, 0]);
    for (const legs of [LEGS, free])
      for (const [a, from] of legs.entries())
        for (const [b, to] of legs.entries()) {
          if (a === b) continue;
          const third = legs[3 - a - b]!;
          for (let units = 0; units <= 100; units += 1) {
            const there = swapReceive(units, ...from, ...to);
            expect(swapReceive(there, ...to, ...from)).toBeLessThanOrEqual(units);
            const around = swapReceive(swapReceive(there, ...to, ...third), ...third, ...from);
            expect(around).toBeLessThanOrEqual(units);
            for (const part of [1, 7, units >> 1]) {
              if (part === 0 || part >= units) continue;
              const split = swapReceive(part, ...from, ...to) + swapReceive(units - part, ...from, ...to);
              expect(split, 'nor does slicing give more').toBeLessThanOrEqual(there);
            }
          }
        }
  });

  it('a quote held while the index moves never beats the index it is taken at, on any leg', () => {
    const pick = random(seed);
    let allowed = 0;
    for (let round = 0; round < runs(20_000); round += 1) {
      const spread = [0, 1_000, 10_000, 100_000][pick(4)]!;
      const then = 50 + pick(20_000);
      const now = Math.max(
        1,
        then + pick(2 + Math.floor((then * spread) / 500_000)) - pick(2 + Math.floor((then * spread) / 500_000)),
      );
      if (movedBeyond(then, now, spread)) continue;
      allowed += 1;
      const amount = pick(10_000);
      const sold = swapReceive(amount, then, 100, 10, spread, 1, 1, 100, 0);
      expect(sold, `seed ${seed}`).toBeLessThanOrEqual(swapReceive(amount, now, 100, 10, 0, 1, 1, 100, 0));
      const bought = swapReceive(amount, 1, 1, 100, 0, then, 100, 10, spread);
      expect(bought, `seed ${seed}`).toBeLessThanOrEqual(swapReceive(amount, 1, 1, 100, 0, now, 100, 10, 0));
    }
    if (usual) expect(allowed).toBeGreaterThan(1_000);
  });

  it('a worth in whole USDT is rounded up, a move counts from the first atom beyond', () => {
    expect([wholeWorth(1, 100, 1, 1), wholeWorth(100, 100, 1, 1), wholeWorth(101, 100, 1, 1)]).toEqual([1, 1, 2]);
    expect([movedBeyond(10_000, 10_050, 10_000), movedBeyond(10_000, 10_051, 10_000)]).toEqual([false, true]);
    expect([movedBeyond(10_000, 9_950, 10_000), movedBeyond(10_000, 9_949, 10_000)]).toEqual([false, true]);
    expect([movedBeyond(10_000, 10_000, 0), movedBeyond(10_000, 10_001, 0)]).toEqual([false, true]);
  });
});

describe('money §8 swap.execute, before rules swapSpread', () => {
  it('is exactly the quote: asked without one it says what the ticks give; another is refused', () => {
    const world = walletWorld(OLD);
    const [btc, usdt, house] = [world.free(ANNA, BTC), world.free(ANNA), world.free(MARKET_MAKER, BTC)];
    const asked = world.send(swap(world, ANNA, BTC, USDT, 10));
    expect(asked).toMatchObject({ code: 3004, expected: 995, got: 0 });
    for (const receive of [994, 996])
      expect(world.send(swap(world, ANNA, BTC, USDT, 10, { receive }))).toMatchObject({ code: 3004, expected: 995 });
    const one = swap(world, ANNA, BTC, USDT, 10, { receive: 995 });
    expect(ask(world, one)).toMatchObject({ code: 200, numbers: [995] });
    expect(world.send(one)).toMatchObject({ code: 200, result: 995 });
    expect(world.emitted('swapped')).toMatchObject([
      { user: ANNA, from: BTC, to: USDT, amount: 10, receive: 995, fromPrice: 10_000, toPrice: 0, toTick: 0 },
    ]);
    expect([world.free(ANNA, BTC), world.free(ANNA), world.free(MARKET_MAKER, BTC)]).toEqual([
      btc - 10,
      usdt + 995,
      house + 10,
    ]);
  });

  it('a quote lives 10 s, to the millisecond', () => {
    const world = walletWorld(OLD);
    const quote = swap(world, ANNA, BTC, USDT, 10, { receive: 995 });
    for (let second = 0; second < 10; second += 1) {
      world.time += 1_000;
      world.tick();
    }
    expect(world.send(quote).code).toBe(200);
    world.time += 1;
    expect(world.send(quote)).toMatchObject({ code: 3004, expected: 10_000, got: 10_001 });
  });

  it('dies when either index moves by more than half its spread, either way, and lives again with it', () => {
    const world = walletWorld(OLD);
    const quote = swap(world, ANNA, BTC, ETH, 50, { receive: 98 });
    expect(world.send(quote).code).toBe(200);
    for (const [btc, eth, code] of [
      [10_050, 5_000, 200],
      [10_051, 5_000, 3004],
      [9_950, 5_000, 200],
      [9_949, 5_000, 3004],
      [10_000, 5_075, 200],
      [10_000, 5_076, 3004],
      [10_000, 4_924, 3004],
      [10_000, 5_000, 200],
    ] as const) {
      world.must(world.ticks([btc, eth]));
      expect(world.send(quote).code, `${btc} ${eth}`).toBe(code);
    }
  });

  it('only at a tick that was valid, while the index is: a swap trades at the index itself (money §11)', () => {
    const world = walletWorld({ ...OLD, calendar: HOURS });
    expect(world.send(swap(world, ANNA, ETH, USDT, 10)).code, 'its hours are not yet known').toBe(2001);
    const quote = swap(world, ANNA, BTC, USDT, 10, { receive: 995 });
    world.wait(2_001);
    expect(world.send(quote), 'aging').toMatchObject({ code: 2004, expected: 1, got: 2 });
    world.wait(8_000);
    expect(world.send(quote).code).toBe(2005);
    world.must(world.ticks([10_000, 5_000], { used: 1 }));
    expect(world.send(quote).code).toBe(2005);
    const bad = swap(world, ANNA, BTC, USDT, 10, { receive: 995 });
    world.tick();
    expect(world.send(bad), 'a tick of too few sources quotes nothing').toMatchObject({ code: 3004 });
    expect(swapNow(world, ANNA, BTC, USDT, 10).code).toBe(200);
  });

  it('names ticks of the instrument: none to come, none long gone, none of USDT', () => {
    const world = walletWorld(OLD);
    const at = tickOf(world, BTC);
    for (const fromTick of [0, at + 1, 2 ** 52])
      expect(world.send(swap(world, ANNA, BTC, USDT, 10, { receive: 995, fromTick })).code).toBe(3004);
    expect(world.send(swap(world, ANNA, BTC, USDT, 10, { receive: 995, toTick: 1 })).code).toBe(400);
    for (let n = 0; n < 70; n += 1) world.tick();
    expect(world.send(swap(world, ANNA, BTC, USDT, 10, { receive: 995, fromTick: at })).code).toBe(3004);
  });

  it('whole or not: what is missing on either side, what would be nothing, what may not be swapped', () => {
    const world = walletWorld({ ...OLD, house: 900 });
    const digest = world.exchange.digest();
    expect(swapNow(world, ANNA, BTC, USDT, 901)).toMatchObject({ code: 3001, expected: 901, got: 900 });
    expect(swapNow(world, ANNA, BTC, USDT, 10)).toMatchObject({ code: 2111, expected: 995, got: 900 });
    expect(swapNow(world, ANNA, USDT, BTC, 1)).toMatchObject({ code: 3110 });
    expect(swapNow(world, ANNA, USDT, USDT, 10).code).toBe(400);
    expect(swapNow(world, ANNA, USDT, 9, 10).code).toBe(3002);
    expect(swapNow(world, MARKET_MAKER, BTC, USDT, 10).code).toBe(403);
    expect(world.exchange.digest()).toBe(digest);
  });

  it('never what orders hold', () => {
    const world = walletWorld(OLD);
    world.sell(ANNA, 895, 110);
    expect(swapNow(world, ANNA, BTC, USDT, 10)).toMatchObject({ code: 3001, expected: 10, got: 5 });
  });

  it('a wider spread waits a day, a narrower one and taking a coin off are at once', () => {
    const world = walletWorld(OLD);
    expect(agreed(world, swaps({ ...SPREADS, [BTC]: 20_000 })).code).toBe(200);
    expect(world.emitted('swap.changed')).toEqual([]);
    expect(world.send(swap(world, ANNA, BTC, USDT, 10)).expected).toBe(995);
    world.wait(DAY + 1);
    world.tick();
    expect(world.send(swap(world, ANNA, BTC, USDT, 10)).expected).toBe(990);
    expect(agreed(world, swaps({ [USDT]: 0, [BTC]: 0 })).code).toBe(200);
    expect(world.emitted('swap.changed')).toMatchObject([
      { asset: BTC, open: 1, spread: 0 },
      { asset: USDT, open: 1 },
      { asset: ETH, open: 0 },
    ]);
    expect(world.send(swap(world, ANNA, BTC, USDT, 10)).expected).toBe(1_000);
    expect(swapNow(world, ANNA, ETH, USDT, 10).code).toBe(3002);
  });

  it('a list that names a coin twice, an unlisted one or another’s instrument is refused whole', () => {
    const world = walletWorld(OLD);
    for (const [wrong, code] of [
      [{ 9: 0 }, 3002],
      [{ [USDT]: 0, [BTC]: 100_001 }, 400],
    ] as const)
      expect(agreed(world, swaps(wrong)).code).toBe(code);
    const twice = swaps();
    const rows = (twice as unknown as { assets: { asset: number; instrument: number }[] }).assets;
    rows.push({ ...rows[0]! });
    expect(agreed(world, twice).code).toBe(400);
    rows.pop();
    rows[0]!.instrument = 2;
    expect(agreed(world, twice).code).toBe(400);
  });

  it('customers who go round and round, with quotes old and new, never end richer at the index', () => {
    const pick = random(seed);
    const world = walletWorld({ ...OLD, practice: [200, 400, 9_000] });
    const worth = (user: number, btc: number, eth: number): number =>
      // In 10^-5 USDT: 1 atom BTC = cents ÷ 10^4 USDT, ETH cents ÷ 10^4, USDT 10^-2.
      (world.owns(user, BTC) * btc + world.owns(user, ETH) * eth) * 10 + world.owns(user, USDT) * 1_000;
    const quotes: { from: number; to: number; fromTick: number; toTick: number }[] = [];
    let [btc, eth] = [10_000, 5_000];
    let done = 0;
    for (let round = 0; round < runs(300); round += 1) {
      world.time += 500 + pick(1_000);
      const before = [ANNA, BEN].map((user) => worth(user, btc, eth));
      const from = 1 + pick(3);
      const to = 1 + ((from + pick(2)) % 3);
      quotes.push({ from, to, fromTick: tickOf(world, from), toTick: tickOf(world, to) });
      const quote = quotes[Math.max(0, quotes.length - 1 - pick(8))]!;
      const user = pick(2) === 0 ? ANNA : BEN;
      const one = { ...quote, amount: 1 + pick(100) };
      const asked = world.send(swap(world, user, one.from, one.to, one.amount, one));
      if (asked.code === 3004 && asked.got === 0)
        if (
          world.send(swap(world, user, one.from, one.to, one.amount, { ...one, receive: asked.expected })).code === 200
        )
          done += 1;
      expect(
        [ANNA, BEN].map((who, at) => worth(who, btc, eth) <= before[at]!),
        `seed ${seed}, round ${round}`,
      ).toEqual([true, true]);
      btc = Math.max(5_000, btc + pick(121) - 60);
      eth = Math.max(2_500, eth + pick(161) - 80);
      world.must(world.ticks([btc, eth]));
    }
    if (usual) expect(done).toBeGreaterThan(20);
  });
});
