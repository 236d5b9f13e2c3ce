// Debts: lent from what there is, interest by the hour, exact until paid, interest first (money §4).
import { describe, expect, it } from 'vitest';
import { accrue, hoursBegun, hoursCovered } from '../../src/index.ts';
import { BTC, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, NOON } from '../kit/world.ts';
import { CROSS, FEE, HOUR, ISOLATED, LENDING, LENT, MarginWorld } from './kit.ts';

describe('money §4 borrowing', () => {
  it('moves a loan from lending to the wallet, against what is receivable; its first hour counts at once', () => {
    const world = new MarginWorld();
    world.put(ANNA, CROSS, USDT, 3_000);
    expect(world.borrow(ANNA, CROSS, USDT, 1_000)).toMatchObject({ code: 200, result: 1_000 });
    expect(world.in(ANNA, CROSS, USDT)).toBe(4_000);
    expect(world.audit.house(LENDING, USDT)).toBe(LENT - 1_000);
    expect(world.owes(ANNA, CROSS, USDT)).toEqual([1_000, 10]);
  });

  it('a preview is the decision: level before and after, first interest, liquidation price, the most one may borrow', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, USDT, 1_000);
    const asked = world.ask(world.borrowOf(ANNA, ISOLATED, BTC, 10));
    // Owes 10 lots of 100 and a tenth of one in interest, rounded up: 11 lots; has 1,000 and the 10 lots.
    expect(asked.code).toBe(200);
    const [before, after, interest, liquidationBefore, liquidationAfter, most, owed, due] = asked.numbers;
    expect([before, after, interest, owed, due]).toEqual([0, 1_818_181, 1, 0, 0]);
    expect(liquidationBefore).toBe(0);
    // 1.05 × 11 − 10 = 1.55 lots short: 1,000 ÷ 1.55 is 645.16 a lot, in cents of a tick, down.
    expect(liquidationAfter).toBe(64_516);
    expect(world.borrow(ANNA, ISOLATED, BTC, most!)).toMatchObject({ code: 200 });
    const again = new MarginWorld();
    again.put(ANNA, ISOLATED, USDT, 1_000);
    expect(again.borrow(ANNA, ISOLATED, BTC, most! + 10)).toMatchObject({ code: 2303, expected: 1_110_000 });
  });

  it.each([
    [CROSS, 1_500_000],
    [ISOLATED, 1_110_000],
  ])('wallet %i: not a step beyond the level after borrowing (2303)', (wallet, level) => {
    const world = new MarginWorld();
    world.put(ANNA, wallet, USDT, 1_000);
    const most = world.ask(world.borrowOf(ANNA, wallet, USDT, 1)).numbers[5]!;
    const low = world.borrow(ANNA, wallet, USDT, most + 10);
    expect(low).toMatchObject({ code: 2303, expected: level });
    expect(low.got).toBeLessThan(level);
    expect(world.borrow(ANNA, wallet, USDT, most)).toMatchObject({ code: 200 });
  });

  it('no more than the limit of a coin, all wallets together (2301), nor than lending has (2302)', () => {
    const world = new MarginWorld({ lending: 700, practice: [900, 5_000, 400_000] });
    world.put(ANNA, CROSS, USDT, 100_000);
    world.put(ANNA, ISOLATED, USDT, 100_000);
    expect(world.borrow(ANNA, CROSS, USDT, 701)).toMatchObject({ code: 2302, expected: 701, got: 700 });
    expect(world.borrow(ANNA, CROSS, USDT, 40_001)).toMatchObject({ code: 2301, expected: 40_000, got: 40_001 });
    const rich = new MarginWorld({ lending: 100_000, practice: [900, 5_000, 400_000] });
    rich.put(ANNA, CROSS, USDT, 100_000);
    rich.put(ANNA, ISOLATED, USDT, 100_000);
    rich.must(rich.borrowOf(ANNA, CROSS, USDT, 30_000));
    expect(rich.borrow(ANNA, ISOLATED, USDT, 10_001)).toMatchObject({ code: 2301, got: 40_001 });
    expect(rich.borrow(ANNA, ISOLATED, USDT, 10_000)).toMatchObject({ code: 200 });
  });

  it('only where margin is on, in coins of the wallet, at a price that is good (money §11)', () => {
    const world = new MarginWorld({}, { markets: [{ market: 1, leverage: 10 }] });
    world.put(ANNA, ISOLATED, USDT, 1_000);
    expect(world.borrow(ANNA, ISOLATED, USDT, 10, 2)).toMatchObject({ code: 2002, got: 2 });
    expect(world.borrow(ANNA, ISOLATED, USDT, 10, 9)).toMatchObject({ code: 2002, got: 9 });
    expect(world.borrow(ANNA, CROSS, USDT, 10, 1)).toMatchObject({ code: 400 });
    expect(world.borrow(ANNA, ISOLATED, ETH, 10)).toMatchObject({ code: 3002, got: ETH });
    expect(world.borrow(ANNA, ISOLATED, 99, 10)).toMatchObject({ code: 3002 });
    world.wait(2_500);
    expect(world.borrow(ANNA, ISOLATED, BTC, 1), 'aging').toMatchObject({ code: 200 });
    world.wait(8_000);
    expect(world.borrow(ANNA, ISOLATED, BTC, 1), 'stale').toMatchObject({ code: 2005 });
    expect(world.out(ANNA, ISOLATED, USDT, 1), 'nor out').toMatchObject({ code: 3001, got: 0 });
    expect(world.repay(ANNA, ISOLATED, BTC, 1), 'repaying always').toMatchObject({ code: 200 });
  });

  it('before margin is set there is none: no orders, no debts', () => {
    const world = new MarginWorld();
    const bare = new (Object.getPrototypeOf(MarginWorld) as typeof import('../kit/world.ts').World)();
    expect(bare.transfer(ANNA, 1, 4, USDT, 100)).toMatchObject({ code: 200 });
    expect(bare.send(world.borrowOf(ANNA, CROSS, USDT, 10))).toMatchObject({ code: 2002 });
    expect(bare.place(ANNA, { wallet: 4, lots: 1, price: 99 })).toMatchObject({ code: 400 });
    expect(bare.transfer(ANNA, 4, 1, USDT, 100)).toMatchObject({ code: 200 });
  });
});

describe('money §4 interest by the clock hour', () => {
  it.each([
    ['the hour of borrowing counts', 20, 20, 1],
    ['then each full clock hour begun: 13:20 to 14:15 is two', 20, 75, 2],
    ['to the hour itself, which has not begun', 20, 60, 1],
    ['a millisecond later it has', 20, 60 + 1 / 60_000, 2],
    ['borrowed exactly on the hour, that hour counts once', 0, 59, 1],
    ['and the next begins an hour later', 0, 60 + 1 / 60_000, 2],
    ['a day', 30, 30 + 24 * 60, 25],
  ])('%s', (_, from, to, hours) => {
    const start = Date.UTC(2026, 10, 16, 13);
    const world = new MarginWorld({}, {}, start + from * 60_000);
    world.put(ANNA, CROSS, USDT, 9_000);
    world.must(world.borrowOf(ANNA, CROSS, USDT, 1_000));
    world.wait((to - from) * 60_000);
    expect(world.owes(ANNA, CROSS, USDT)).toEqual([1_000, hours * 10]);
    world.must(world.repayOf(ANNA, CROSS, USDT));
    expect(world.in(ANNA, CROSS, USDT)).toBe(9_000 - hours * 10);
    expect(world.audit.house(FEE, USDT)).toBe(hours * 10);
    expect(world.audit.house(LENDING, USDT)).toBe(LENT);
  });

  it('each hour adds the quotient and carries the remainder: exact, whatever the principal (V35)', () => {
    for (let principal = 0; principal <= 100; principal += 1)
      for (const rate of [1, 333_333_333, 10_000_000, 999_999_999]) {
        let one = { whole: 0, carry: 0 };
        for (let hour = 0; hour < 30; hour += 1) {
          const next = accrue(principal, rate, 1, one.carry);
          one = { whole: one.whole + next.whole, carry: next.carry };
        }
        expect(one).toEqual(accrue(principal, rate, 30, 0));
        expect(BigInt(one.whole) * 10n ** 9n + BigInt(one.carry)).toBe(BigInt(principal) * BigInt(rate) * 30n);
      }
    const wide = BigInt(2 ** 50 - 1) * 999_999_999n * 5n + 5n;
    expect(accrue(2 ** 50 - 1, 999_999_999, 5, 5)).toEqual({
      whole: Number(wide / 10n ** 9n),
      carry: Number(wide % 10n ** 9n),
    });
  });

  it('hours begun and covered agree at every boundary', () => {
    expect([hoursBegun(HOUR), hoursBegun(HOUR + 1), hoursCovered(HOUR - 1), hoursCovered(HOUR)]).toEqual([1, 2, 1, 2]);
  });

  it('counts in one step what an outage of ten hours left, to the same sum', () => {
    const [slow, fast] = [new MarginWorld(), new MarginWorld()];
    for (const world of [slow, fast]) {
      world.put(ANNA, CROSS, USDT, 9_000);
      world.must(world.borrowOf(ANNA, CROSS, USDT, 777));
    }
    for (let hour = 0; hour < 10; hour += 1) slow.wait(HOUR);
    fast.wait(10 * HOUR);
    expect(fast.owes(ANNA, CROSS, USDT)).toEqual(slow.owes(ANNA, CROSS, USDT));
    expect(fast.repay(ANNA, CROSS, USDT).result).toBe(slow.repay(ANNA, CROSS, USDT).result);
  });

  it('a rate that is lowered counts from the next hour on, for those who owe; a raised one a day later (money §1)', () => {
    const world = new MarginWorld();
    world.put(ANNA, CROSS, USDT, 9_000);
    world.must(world.borrowOf(ANNA, CROSS, USDT, 1_000));
    expect(world.owes(ANNA, CROSS, USDT)).toEqual([1_000, 10]);
    world.wait(2 * HOUR);
    expect(world.owes(ANNA, CROSS, USDT)).toEqual([1_000, 20]);
  });

  it('whole interest is emitted hour by hour; a fraction waits until it is an atom', () => {
    const world = new MarginWorld();
    world.put(ANNA, CROSS, USDT, 9_000);
    world.must(world.borrowOf(ANNA, CROSS, USDT, 33));
    const emitted: number[] = [];
    for (let hour = 0; hour < 9; hour += 1) {
      world.wait(HOUR);
      emitted.push(world.emitted('interest').reduce((sum, { amount }) => sum + amount, 0));
    }
    // 0.33 an hour: that of borrowing and eight more, for at the ninth the clock does not yet show more than its beginning.
    expect(emitted).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0]);
    expect(world.repay(ANNA, CROSS, USDT).result, 'rounded up once, when paid').toBe(33 + 3);
  });
});

describe('money §4 repaying', () => {
  it('interest first, then principal; 0 is all; too much is refused (2304)', () => {
    const world = new MarginWorld();
    world.put(ANNA, CROSS, USDT, 9_000);
    world.must(world.borrowOf(ANNA, CROSS, USDT, 1_000));
    expect(world.repay(ANNA, CROSS, USDT, 1_011)).toMatchObject({ code: 2304, expected: 1_010, got: 1_011 });
    expect(world.repay(ANNA, CROSS, BTC)).toMatchObject({ code: 2304, expected: 0 });
    expect(world.repay(BEN, CROSS, USDT)).toMatchObject({ code: 2304 });
    expect(world.ask(world.repayOf(ANNA, CROSS, USDT, 4)).numbers).toEqual([4, 0, 1_006, 9_900_990, 9_936_381]);
    world.must(world.repayOf(ANNA, CROSS, USDT, 4));
    expect(world.owes(ANNA, CROSS, USDT)).toEqual([1_000, 6]);
    world.must(world.repayOf(ANNA, CROSS, USDT, 16));
    expect(world.owes(ANNA, CROSS, USDT)).toEqual([990, 0]);
    world.must(world.repayOf(ANNA, CROSS, USDT));
    expect(world.owes(ANNA, CROSS, USDT)).toEqual([0, 0]);
    expect(world.repay(ANNA, CROSS, USDT)).toMatchObject({ code: 2304 });
  });

  it('out of what is free in that wallet only (3001, W06)', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, USDT, 1_000);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 2_000));
    const order = world.buy(ANNA, 29, 100, { wallet: ISOLATED, side: BUY });
    expect(world.repay(ANNA, ISOLATED, USDT, 101)).toMatchObject({ code: 3001, expected: 101, got: 100 });
    world.cancel(ANNA, order);
    expect(world.repay(ANNA, ISOLATED, USDT, 101)).toMatchObject({ code: 200 });
  });

  it('W13, W14: no way to split a loan of 0 to 100 units, or what is paid of it, costs less than the exact interest', () => {
    const world = new MarginWorld({ practice: [900, 5_000, 2_000_000], lending: 1_000_000 });
    world.put(ANNA, CROSS, USDT, 1_000_000);
    for (let amount = 1; amount <= 100; amount += 1) {
      const parts = 1 + (amount % 7);
      let left = amount;
      for (let part = 1; part <= parts && left > 0; part += 1) {
        const some = part === parts ? left : Math.max(1, Math.floor(amount / parts));
        world.must(world.borrowOf(ANNA, CROSS, USDT, Math.min(some, left)));
        left -= Math.min(some, left);
      }
      const before = world.audit.house(FEE, USDT);
      let paid = 0;
      for (let piece = 1 + (amount % 5); ; piece += 1) {
        const owed = world.ask(world.repayOf(ANNA, CROSS, USDT)).numbers;
        const all = owed.length === 0 ? 0 : owed[0]! + owed[1]!;
        if (all === 0) break;
        paid += world.must(world.repayOf(ANNA, CROSS, USDT, Math.min(piece, all)));
      }
      expect(paid, `a loan of ${amount}`).toBeGreaterThanOrEqual(amount + Math.ceil(amount / 100));
      expect(world.audit.house(FEE, USDT) - before).toBe(paid - amount);
      expect(world.audit.house(LENDING, USDT)).toBe(1_000_000);
    }
  });

  it('a frozen customer repays, and neither borrows nor orders', () => {
    const world = new MarginWorld();
    world.put(ANNA, CROSS, USDT, 1_000);
    world.must(world.borrowOf(ANNA, CROSS, USDT, 100));
    world.must({ name: 'user.set', user: ANNA, stage: 0, locks: 1 } as never);
    expect(world.borrow(ANNA, CROSS, USDT, 1)).toMatchObject({ code: 1011 });
    expect(world.repay(ANNA, CROSS, USDT)).toMatchObject({ code: 200 });
  });
});

it('noon is on the hour', () => expect(NOON % HOUR).toBe(0));
