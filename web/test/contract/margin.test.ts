import { describe, expect, test } from 'vitest';
import { noPosition, type Own } from '../../src/features/contract/ticket/form.ts';
import { marginToReach } from '../../src/features/contract/dialogs/margin.ts';
import { isolatedTrigger } from '../../src/features/contract/calculate.ts';
import type { ContractTerms } from '../../src/features/contract/terms.ts';
import { inverse, linear } from './kit.ts';

const MILLION = 1_000_000;
const MARK = 100_000_00;
const [LONG, SHORT] = [1, 2];

/** 0.1 BTC at 10,000 with 20-fold leverage and 20 USDT more margin than that asks for. */
const own: Own = { ...noPosition, lots: 10_000, cost: 1_000 * MILLION, margin: 70 * MILLION, leverage: 20 };
/** 100 contracts of 100 USD at 10,000: 1 BTC. */
const coins: Own = { ...noPosition, lots: 100, cost: 100_000_000, margin: 7_000_000, leverage: 20 };

const atomsFor = (terms: ContractTerms, side: number, of: Own, cents: number, available = of.margin * 10): number => {
  const found = marginToReach(terms, side, of, [MARK], available, cents);
  if ('flaw' in found) throw new Error(`expected a margin, got ${found.flaw}`);
  return found.atoms;
};

describe('§3 a liquidation line that is moved: the margin that stands behind it', () => {
  test.each([
    ['long, away from the mark', linear, LONG, own, 90_000_00],
    ['long, nearer', linear, LONG, own, 94_000_00],
    ['short, away', linear, SHORT, own, 110_000_00],
    ['short, nearer', linear, SHORT, own, 106_000_00],
    ['coin-margined long, away', inverse, LONG, coins, 90_000_00],
    ['coin-margined short, away', inverse, SHORT, coins, 110_000_00],
  ] as const)('%s: liquidated there and, with one atom less, before', (_, terms, side, of, cents) => {
    const atoms = atomsFor(terms, side, of, cents);
    const at = isolatedTrigger(terms, side, { ...of, margin: of.margin + atoms });
    const less = isolatedTrigger(terms, side, { ...of, margin: of.margin + atoms - 1 });
    const away = side === LONG ? -1 : 1;
    expect(Math.sign(at - cents) * away).toBeGreaterThanOrEqual(0);
    expect(Math.sign(less - cents)).toBe(-away);
  });

  test('more than the wallet has, and what the position requires, are refused with the most that may move', () => {
    expect(marginToReach(linear, LONG, own, [MARK], 10 * MILLION, 50_000_00)).toEqual({
      flaw: 'tooMuch',
      most: 10 * MILLION,
    });
    expect(marginToReach(linear, LONG, own, [MARK], 0, 99_000_00)).toEqual({ flaw: 'required', most: 20 * MILLION });
    // Without a mark nobody knows what it requires.
    expect(marginToReach(linear, LONG, own, [], 0, 94_000_00)).toEqual({ flaw: 'required', most: 0 });
  });

  test('where it stands already nothing moves; an owing wallet gives nothing', () => {
    const atoms = atomsFor(linear, LONG, own, 94_000_00);
    const there = { ...own, margin: own.margin + atoms };
    expect(marginToReach(linear, LONG, there, [MARK], 0, 94_000_00)).toEqual({ flaw: 'same', most: 0 });
    expect(marginToReach(linear, LONG, own, [MARK], -5, 90_000_00)).toEqual({ flaw: 'tooMuch', most: 0 });
  });
});
