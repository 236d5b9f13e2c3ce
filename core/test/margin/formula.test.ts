// Formulas of margin: worth, levels, bounds, what one may lend and take out, forced limits (money §4).
import { describe, expect, it } from 'vitest';
import {
  accrue,
  centOf,
  FORCED_NEAR,
  forcedLimit,
  grossOf,
  HOUR,
  hoursBegun,
  hoursCovered,
  isolatedLiquidation,
  lastOfWallet,
  levelOf,
  marketLimit,
  mostLent,
  mostOut,
  safeMove,
  stands,
  wholeFee,
  worthOf,
  worthOfUsdt,
} from '../../src/index.ts';
import { random } from '../exchange/small-world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';

const { seed } = randomTests(import.meta.url);

describe('money §4 worth and level', () => {
  it('one BTC of 10^8 atoms at 100,000 is worth what 100,000 USDT are, whatever the ticks', () => {
    for (const tickDecimals of [0, 1, 4, 12])
      expect(10n ** 8n * worthOf(100_000 * 10 ** (tickDecimals + 2), tickDecimals, 8)).toBe(
        100_000n * 10n ** 6n * worthOfUsdt(6),
      );
    expect(worthOf(7, 1, 8)).toBe(7n * centOf(1, 8));
  });

  it('a level is rounded down; at a level it stands; without debts it is none', () => {
    expect([levelOf(3_999_999n, 2n), levelOf(4_000_000n, 2n), levelOf(5n, 0n)]).toEqual([1_999_999, 2_000_000, 0]);
    expect([stands(3_999_999n, 2n, 2_000_000), stands(4_000_000n, 2n, 2_000_000)]).toEqual([false, true]);
    expect(levelOf(10n ** 40n, 1n)).toBe(1_000_000_000_000);
  });

  it('the most that may leave leaves the level where it must be, one atom more does not', () => {
    for (const [assets, debts, worth, factor] of [
      [10_000_000_000n, 3_000n, 7n, 950_000],
      [6_000_000_000n, 3_000n, 7n, 950_000],
      [9_999_999_999n, 1n, 1n, 1_000_000],
    ] as const) {
      const most = mostOut(assets, debts, 2_000_000, worth, factor);
      expect(stands(assets - BigInt(most) * worth * BigInt(factor), debts, 2_000_000)).toBe(true);
      expect(stands(assets - BigInt(most + 1) * worth * BigInt(factor), debts, 2_000_000)).toBe(false);
    }
    expect(mostOut(5n, 3n, 2_000_000, 1n, 1)).toBe(0);
    expect(mostOut(10n ** 10n, 3n, 2_000_000, 0n, 0), 'what counts nothing may leave').toBe(2 ** 52);
  });

  it('the most that may be lent stands with its first hour; a handful more does not', () => {
    for (const [level, factor, rate] of [
      [1_500_000, 950_000, 10_000_000],
      [1_110_000, 1_000_000, 20_000],
      [1_250_000, 800_000, 0],
    ] as const) {
      const worth = 50n;
      const assets = 10n ** 14n;
      const most = mostLent(assets, 0n, level, worth, factor, rate);
      const after = (amount: number): boolean => {
        const owed = BigInt(amount) + (BigInt(amount) * BigInt(rate) + 10n ** 9n - 1n) / 10n ** 9n;
        return stands(assets + BigInt(amount) * worth * BigInt(factor), owed * worth, level);
      };
      expect(after(most)).toBe(true);
      expect(after(most + 20)).toBe(false);
    }
    expect(mostLent(0n, 0n, 1_500_000, 50n, 950_000, 1)).toBe(0);
  });
});

describe('money §4 hours and interest', () => {
  it('an hour has begun when the clock shows more than its beginning; a borrowing pays for the one it falls into', () => {
    expect([HOUR - 1, HOUR, HOUR + 1, 2 * HOUR].map(hoursBegun)).toEqual([1, 1, 2, 2]);
    expect([HOUR - 1, HOUR, HOUR + 1, 2 * HOUR].map(hoursCovered)).toEqual([1, 2, 2, 3]);
  });

  it('interest is exact: what is no whole atom is carried, beyond 2^53 too', () => {
    expect(accrue(1_000, 7_000_000, 3, 0)).toEqual({ whole: 21, carry: 0 });
    expect(accrue(1, 700_000_000, 1, 400_000_000)).toEqual({ whole: 1, carry: 100_000_000 });
    expect(accrue(1, 999_999_999, 1, 0)).toEqual({ whole: 0, carry: 999_999_999 });
    for (const [principal, rate, periods, carry] of [
      [2 ** 50, 7, 1, 5],
      [2 ** 50, 7, 1, 999_999_999],
      [2 ** 50, 8, 1, 0],
      [2 ** 50, 333_333_333, 24, 123_456_789],
      [1_125_899_906_842_623, 8, 1, 7],
    ] as const) {
      const { whole, carry: rest } = accrue(principal, rate, periods, carry);
      const exact = BigInt(principal) * BigInt(rate) * BigInt(periods) + BigInt(carry);
      expect(BigInt(whole) * 10n ** 9n + BigInt(rest)).toBe(exact);
      expect(rest).toBeLessThan(10 ** 9);
    }
  });
});

describe('money §4 the greatest amounts', () => {
  it('what stands exactly leaves nothing, and is lent when the coin counts more than its debt', () => {
    expect(mostOut(6_000_000n, 3n, 2_000_000, 1n, 1)).toBe(0);
    expect(mostLent(10n ** 12n, 0n, 1_500_000, 0n, 950_000, 0), 'a coin without a price').toBe(0);
    // Lent coins that count 2 for 1 owed raise the level.
    expect(mostLent(10n ** 12n, 0n, 1_500_000, 1n, 2_000_000, 0)).toBe(2 ** 52);
    expect(mostLent(10n ** 12n, 0n, 1_000_000, 1n, 1_000_000, 0), 'each takes nothing away').toBe(2 ** 52);
    expect(mostOut(10n ** 30n, 0n, 2_000_000, 1n, 1), 'no more than 2^52').toBe(2 ** 52);
    expect(
      isolatedLiquidation(1_050_000, { own: 1, owed: 0, cent: 1n }, { own: 0, owed: 1_000, worth: 10n ** 22n }),
    ).toBe(0);
  });

  it('a price may move by the slack over what each cent costs, no less and no more', () => {
    expect(safeMove(1_000n, 1, 10n, 10n)).toBe(10);
    expect(safeMove(1_000n, 2, 10n, 10n)).toBe(5);
    expect(safeMove(1_000n, 1, -10n, 10n)).toBe(10);
    expect(safeMove(1_099n, 1, 10n, 10n)).toBe(10);
    expect([safeMove(99n, 1, 10n, 10n), safeMove(0n, 1, 10n, 10n), safeMove(-5_000n, 1, 10n, 10n)]).toEqual([1, 1, 1]);
    expect(safeMove(10n ** 30n, 1, 1n, 1n)).toBe(2 ** 52);
  });
});

describe(`money §3 safe bounds (seed ${seed})`, () => {
  it('however all coins move within their bounds, the level stays above the line', () => {
    const pick = random(seed);
    for (let round = 0; round < runs(3_000); round += 1) {
      const level = 1_080_000 + pick(400_000);
      const coins = Array.from({ length: 1 + pick(4) }, () => ({
        own: pick(3) === 0 ? 0 : pick(5_000),
        owed: pick(3) === 0 ? pick(3_000) : 0,
        factor: [1_000_000, 950_000, 800_000][pick(3)]!,
        cents: 100 + pick(20_000),
        cent: BigInt(1 + pick(1_000)),
      }));
      const net = (one: (typeof coins)[number]): bigint =>
        BigInt(one.own) * BigInt(one.factor) - BigInt(one.owed) * BigInt(level);
      const usdt = BigInt(pick(2 ** 30)) * 1_000_000n;
      const slackAt = (cents: readonly number[]): bigint =>
        coins.reduce((sum, one, at) => sum + net(one) * one.cent * BigInt(cents[at]!), usdt);
      const slack = slackAt(coins.map(({ cents }) => cents));
      if (slack <= 0n) continue;
      const moving = coins.filter((one) => net(one) !== 0n);
      const cents = coins.map((one) => {
        if (net(one) === 0n) return 1 + pick(40_000);
        const bound = safeMove(slack, moving.length, net(one), one.cent);
        // Any move that does not reach the bound on the side that hurts; any at all on the other.
        const hurts = Math.min(bound - 1, pick(3) === 0 ? bound - 1 : pick(Math.min(bound, 2 ** 30)));
        const away = pick(4) === 0 ? -pick(5_000) : hurts;
        return Math.max(1, one.cents + (net(one) > 0n ? -away : away));
      });
      expect(slackAt(cents) > 0n, `round ${round}`).toBe(true);
    }
  });
});

describe('money §4 liquidation', () => {
  it('the index of an isolated wallet’s liquidation warns early: up for a long, down for a short, else none', () => {
    const cent = centOf(1, 1);
    const worth = worthOfUsdt(2);
    const at = (own: number, owed: number, cash: number, due: number): number =>
      isolatedLiquidation(1_050_000, { own, owed, cent }, { own: cash, owed: due, worth });
    // 48 lots and 100 against 4,040: (4,242 − 100) ÷ 48 = 86.2917.
    expect(at(48, 0, 100, 4_040)).toBe(8_630);
    // 41 lots owed against 4,920: 4,920 ÷ 43.05 = 114.2857.
    expect(at(0, 41, 4_920, 0)).toBe(11_428);
    expect([at(48, 0, 5_000, 4_040), at(0, 0, 5_000, 4_040), at(0, 41, 0, 5)], 'no price does').toEqual([0, 0, 0]);
    expect(at(42, 0, 0, 4_000), 'exact').toBe(10_000);
  });

  it('a forced order ends where a market order does, and 5 % from the index', () => {
    expect(forcedLimit(2, marketLimit(2, 99, 10_000), 10_000)).toBe(95);
    expect(forcedLimit(2, marketLimit(2, 105, 10_000), 10_000)).toBe(100);
    expect(forcedLimit(1, marketLimit(1, 101, 10_000), 10_000)).toBe(105);
    expect(forcedLimit(1, marketLimit(1, 90, 10_000), 10_000)).toBe(94);
    expect([forcedLimit(2, 0, 10_010), forcedLimit(1, Infinity, 10_010)], 'to whole ticks, never beyond').toEqual([
      96, 105,
    ]);
  });

  it('since rules marginForced it ends 2 % from the index', () => {
    expect([forcedLimit(2, 0, 10_010, FORCED_NEAR), forcedLimit(1, Infinity, 10_010, FORCED_NEAR)]).toEqual([99, 102]);
    expect([forcedLimit(2, 100, 10_010, FORCED_NEAR), forcedLimit(1, 101, 10_010, FORCED_NEAR)]).toEqual([100, 101]);
  });

  it('at its last price a wallet keeps something or nothing, a tick further it owes more than it has', () => {
    const pick = random(seed);
    for (let round = 0; round < runs(2_000); round += 1) {
      const [lots, index, rate] = [1n + BigInt(pick(10_000)), 50n + BigInt(pick(2_000)), pick(20_000)];
      const worth = lots * index;
      const equity = 1n + (worth * BigInt(pick(300))) / 1_000n;
      const sale = BigInt(lastOfWallet(2, equity, worth, lots, rate));
      const afterSale = (price: bigint): bigint =>
        (equity - worth) * 1_000_000n + price * lots * (1_000_000n - BigInt(rate));
      expect(afterSale(sale) >= 0n, `sale, round ${round}`).toBe(true);
      if (sale > 0n) expect(afterSale(sale - 1n) < 0n, `sale, round ${round}`).toBe(true);
      const purchase = BigInt(lastOfWallet(1, equity, worth, lots, rate));
      expect(equity + worth - purchase * lots >= 0n, `purchase, round ${round}`).toBe(true);
      expect(equity + worth - (purchase + 1n) * lots < 0n, `purchase, round ${round}`).toBe(true);
    }
    expect(lastOfWallet(2, 100n, 100n, 10n, 1_000), 'covered whole').toBe(0);
  });

  it('a gross that leaves the net after its fee, and no smaller one', () => {
    for (let net = 1; net <= 300; net += 1)
      for (const rate of [0, 1, 1_000, 20_000, 100_000]) {
        const gross = grossOf(net, rate);
        expect(gross - wholeFee(gross, rate)).toBeGreaterThanOrEqual(net);
        if (gross > 1) expect(gross - 1 - wholeFee(gross - 1, rate)).toBeLessThan(net);
      }
  });
});
