import { describe, expect, test } from 'vitest';
import { lastOfPast, placeOfLabel } from '../../src/features/chart/past/past.ts';

const candles = (made: number, recorded: number) =>
  Array.from({ length: made + recorded }, (_, at) => ({
    ...{ time: at * 60, open: '1', high: '1', low: '1', close: '1', volume: '0' },
    practice: at < made ? ('simulated' as const) : undefined,
  }));

describe('the mark of practice history (issue 18 §1)', () => {
  test('stands behind the last candle that is made up', () => {
    for (const [made, recorded] of [
      [1, 0],
      [1, 1],
      [5, 3],
      [500, 1],
      [3, 500],
    ] as const)
      expect(lastOfPast(candles(made, recorded))).toBe((made - 1) * 60);
    expect(lastOfPast(candles(0, 7))).toBeUndefined();
    expect(lastOfPast([])).toBeUndefined();
  });

  test('has its label left of the line, or at the right edge while only history is visible', () => {
    expect(placeOfLabel(300, 800, 150)).toBe(144);
    expect(placeOfLabel(5_000, 800, 150)).toBe(644);
    expect(placeOfLabel(100, 800, 150)).toBeUndefined();
    expect(placeOfLabel(-40, 800, 150)).toBeUndefined();
  });
});
