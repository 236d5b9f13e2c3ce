// §3 price information: what stands for a market in lists is its index, with its own 24 hours and its own time.
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useUntraded } from '../../src/features/chart/use-untraded.ts';
import { ageOf, indexOf } from '../../src/market/index.ts';

const served = {
  symbol: 'btcusdt',
  close: '49000.0',
  change: '-1000.0',
  priceChangePercent: '-2.00',
  high24: '51000.0',
  low24: '48000.0',
  tradeTime: 1_000,
  indexPrice: '50100.000',
  indexTime: 9_000,
  indexChange: '100.000',
  indexChangePercent: '0.20',
  indexHigh24: '50200.000',
  indexLow24: '49900.000',
  state: 'valid',
  seq: 7,
  time: 9_500,
  move: 0,
} as const;

test('§3 figures of trades are never shown beside the index, nor its age beside a trade', () => {
  const price = indexOf(served);
  expect(price).toEqual({
    index: '50100.000',
    change: '100.000',
    percent: '0.20',
    high: '50200.000',
    low: '49900.000',
    state: 'valid',
    time: 9_000,
    seq: 7,
  });
  expect(ageOf(price, 10_000)).toBe(1_000);
  expect(
    ageOf(indexOf({ symbol: 'btcusdt', close: '1', tradeTime: 1, seq: 1, time: 1, move: 0 }), 10_000),
  ).toBeUndefined();
});

test('§3 a first trade does not change the series of a chart that is open', () => {
  const { result, rerender } = renderHook(({ traded }) => useUntraded(traded), {
    initialProps: { traded: undefined as boolean | undefined },
  });
  expect(result.current).toBe(false);
  rerender({ traded: false });
  expect(result.current).toBe(true);
  rerender({ traded: true });
  expect(result.current).toBe(true);
  const later = renderHook(() => useUntraded(true));
  expect(later.result.current).toBe(false);
});
