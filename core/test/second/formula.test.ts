// The formulas of second contracts, exhaustively for small stakes (money §1, §5, §12.10).
import { describe, expect, it } from 'vitest';
import { breakEven, MAX_SECOND_STAKE, secondResult, secondWin } from '../../src/index.ts';

const ODDS = [1, 9_999, 333_333, 500_000, 800_000, 850_000, 880_000, 999_999, 1_000_000, 1_234_567, 10_000_000];

describe('money §5 the win', () => {
  it('is odds × stake, rounded down, for every stake from 0 to 100', () => {
    for (const odds of ODDS)
      for (let stake = 0; stake <= 100; stake += 1) {
        const win = secondWin(stake, odds);
        expect(win * 1_000_000).toBeLessThanOrEqual(stake * odds);
        expect((win + 1) * 1_000_000).toBeGreaterThan(stake * odds);
      }
  });

  it('no splitting of a stake into two or more wins more than the whole', () => {
    for (const odds of ODDS) {
      const wins = Array.from({ length: 101 }, (_, stake) => secondWin(stake, odds));
      // The best of all ways to split a stake, part by part.
      const best = wins.map(() => 0);
      for (let stake = 1; stake <= 100; stake += 1) {
        best[stake] = wins[stake]!;
        for (let part = 1; part < stake; part += 1)
          best[stake] = Math.max(best[stake]!, best[part]! + best[stake - part]!);
        expect(best[stake], `stake ${stake} at ${odds}`).toBe(wins[stake]);
      }
    }
  });

  it('betting both ways at once never gains, whatever the odds up to one', () => {
    for (const odds of ODDS.filter((one) => one <= 1_000_000))
      for (let up = 0; up <= 100; up += 1)
        for (let down = 0; down <= 100; down += 1)
          expect(Math.min(secondWin(up, odds) - down, secondWin(down, odds) - up)).toBeLessThanOrEqual(0);
  });

  it('of the greatest stake at the greatest odds is a whole number, and stays below 2^52 with its stake', () => {
    const win = secondWin(MAX_SECOND_STAKE, 10_000_000);
    expect(win).toBe(MAX_SECOND_STAKE * 10);
    expect(win + MAX_SECOND_STAKE).toBeLessThan(2 ** 52);
    expect(secondWin(MAX_SECOND_STAKE - 1, 999_999)).toBe(
      Number((BigInt(MAX_SECOND_STAKE - 1) * 999_999n) / 1_000_000n),
    );
  });
});

describe('money §5 who wins', () => {
  it('strictly beyond wins, equal ties', () => {
    for (let opened = 1; opened <= 12; opened += 1)
      for (let settled = 1; settled <= 12; settled += 1) {
        const sign = Math.sign(settled - opened);
        expect(secondResult(1, opened, settled)).toBe(sign > 0 ? 1 : sign < 0 ? 2 : 3);
        expect(secondResult(2, opened, settled)).toBe(sign < 0 ? 1 : sign > 0 ? 2 : 3);
      }
  });
});

describe('parameters: break-even', () => {
  it('is 1 ÷ (1 + odds), rounded up: at that rate nothing is lost on the mean', () => {
    expect([800_000, 820_000, 840_000, 850_000, 860_000, 880_000].map(breakEven)).toEqual([
      555_556, 549_451, 543_479, 540_541, 537_635, 531_915,
    ]);
    for (const odds of ODDS) {
      const rate = breakEven(odds);
      expect(rate * (1_000_000 + odds)).toBeGreaterThanOrEqual(1e12);
      expect((rate - 1) * (1_000_000 + odds)).toBeLessThan(1e12);
    }
  });
});
