// Integers as the wire's decimal strings.

import { describe, expect, it } from 'vitest';
import {
  printAtoms,
  printAveragePrice,
  printCents,
  printChangePercent,
  printLots,
  printPriceOf,
  printRate,
  printTicks,
  printTurnover,
} from '../../../src/projection/live/index.ts';

const market = { tickDecimals: 1, lotDecimals: 5, atomsPerTickLot: 1 } as never;

describe('printing (calls §1)', () => {
  it('writes all decimals, never an exponent', () => {
    expect(printTicks(1_000_100, market)).toBe('100010.0');
    expect(printCents(100_050_001, market)).toBe('100050.001');
    expect(printPriceOf({ kind: 'index', id: 1 }, 100_000_000, market)).toBe('100000.000');
    expect(printPriceOf({ kind: 1, id: 1 }, 5, market)).toBe('0.5');
    expect(printLots(1, market)).toBe('0.00001');
    expect(printAtoms(-1, { scale: 8 })).toBe('-0.00000001');
    expect(printAtoms(2 ** 52, { scale: 0 })).toBe('4503599627370496');
    expect(printRate(1_000)).toBe('0.001000');
  });

  it('writes sums beyond 2^53 exactly', () => {
    expect(printAtoms(123_456_789_012_345_678_901n, { scale: 6 })).toBe('123456789012345.678901');
    expect(printAtoms(-5n, { scale: 6 })).toBe('-0.000005');
    expect(printTurnover(9_007_199_254_740_991, 7, { scale: 6 })).toBe('9007199254740991.000007');
  });

  it('rounds an average price against its owner (money §1)', () => {
    const dealt = { dealtValue: 1_000_001, dealtLots: 3 };
    expect(printAveragePrice({ ...dealt, side: 1 } as never, market)).toBe('33333.367');
    expect(printAveragePrice({ ...dealt, side: 2 } as never, market)).toBe('33333.366');
    expect(printAveragePrice({ dealtValue: 0, dealtLots: 0, side: 1 } as never, market)).toBeNull();
  });

  it('gives a change in percent toward zero, none without a before', () => {
    expect(printChangePercent(110, 100)).toBe('10.00');
    expect(printChangePercent(100, 100)).toBe('0.00');
    // §9: any change shows at least 0.01.
    expect(printChangePercent(99_999, 100_000)).toBe('-0.01');
    expect(printChangePercent(100_001, 100_000)).toBe('0.01');
    expect(printChangePercent(90, 100)).toBe('-10.00');
    expect(printChangePercent(1, 0)).toBeNull();
  });
});
