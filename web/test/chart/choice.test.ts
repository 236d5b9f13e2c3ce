import { beforeEach, describe, expect, test } from 'vitest';
import {
  type ChartChoice,
  defaultChoice,
  drawnBasis,
  fewCandles,
  keepChoice,
  readChoice,
} from '../../src/features/chart/choice.ts';
import {
  INDICATORS,
  indicatorOf,
  MAX_PERIODS,
  MAX_SHOWN,
  readPeriods,
  readShown,
  type ShownIndicator,
  toggleIndicator,
} from '../../src/features/chart/indicators/indicator.ts';
import { candlesIn, spanWord } from '../../src/features/chart/move/events.ts';
import { clearStored, writeStored } from '../../src/preference/index.ts';

beforeEach(() => clearStored([]));

const choice: ChartChoice = { interval: '4h', basis: 'index', indicators: [{ name: 'RSI', periods: [7, 14] }] };

describe('what was chosen for the chart', () => {
  test('is kept for all markets, or for one alone that then no longer follows the others', () => {
    keepChoice(choice, '1-btcusdt', false);
    expect(readChoice('1-ethusdt')).toEqual({ ...choice, own: false });
    keepChoice({ ...choice, interval: '1m' }, '1-ethusdt', true);
    keepChoice({ ...choice, interval: '1d' }, '1-btcusdt', false);
    expect(readChoice('1-ethusdt')).toEqual({ ...choice, interval: '1m', own: true });
    expect(readChoice('2-ethusdt')).toEqual({ ...choice, interval: '1d', own: false });
    // Back to all: its own is forgotten.
    keepChoice({ ...choice, interval: '1w' }, '1-ethusdt', false);
    expect(readChoice('1-ethusdt')).toEqual({ ...choice, interval: '1w', own: false });
  });

  test('from before periods could be chosen is still read', () => {
    writeStored('chart', '{"version":1,"interval":"1h","basis":"last","indicators":["MACD","EMA"]}');
    expect(readChoice('1-btcusdt')).toEqual({
      interval: '1h',
      basis: 'last',
      indicators: [
        { name: 'MACD', periods: [12, 26, 9] },
        { name: 'EMA', periods: [20] },
      ],
      own: false,
    });
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"version":7}',
    '{"version":2,"interval":"2m","basis":"moon","indicators":"all"}',
  ])('of another form (%s) is the default', (text) => {
    writeStored('chart', text);
    expect(readChoice('1-btcusdt')).toEqual({ ...defaultChoice, own: false });
  });

  test('a market without trades shows its index until it is asked otherwise, one without a mark its last price', () => {
    expect(drawnBasis('last', { traded: false, few: false, asked: false })).toBe('index');
    expect(drawnBasis('last', { traded: false, few: false, asked: true })).toBe('last');
    expect(drawnBasis('last', { traded: undefined, few: false, asked: false })).toBe('last');
    expect(drawnBasis('mark', { traded: true, few: false, asked: false }, true)).toBe('mark');
    expect(drawnBasis('mark', { traded: true, few: false, asked: false }, false)).toBe('last');
    expect(drawnBasis('mark', { traded: false, few: false, asked: false }, false)).toBe('index');
    // Hardly traded: a few candles far apart tell less than the index.
    expect(drawnBasis('last', { traded: true, few: true, asked: false })).toBe('index');
    expect(drawnBasis('last', { traded: true, few: true, asked: true })).toBe('last');
    expect(drawnBasis('depth', { traded: false, few: false, asked: false })).toBe('depth');
  });
});

test('few candles are those of a market hardly traded; long ones are few in any young market', () => {
  expect(fewCandles(1, '5m')).toBe(true);
  expect(fewCandles(11, '4h')).toBe(true);
  expect(fewCandles(12, '5m')).toBe(false);
  expect(fewCandles(0, '5m')).toBe(false);
  expect(fewCandles(3, '1w')).toBe(false);
});

describe('periods of an indicator', () => {
  const ma = indicatorOf('MA')!;
  const macd = indicatorOf('MACD')!;

  test('are read however they are parted', () => {
    expect(readPeriods(ma, '7, 25 99')).toEqual([7, 25, 99]);
    expect(readPeriods(macd, '12;26;9')).toEqual([12, 26, 9]);
    expect(readPeriods(ma, '')).toEqual([]);
  });

  test.each(['0', '501', '1.5', '-3', 'x', '1e2', '1,2,3,4,5,6'])('%s is none', (text) => {
    expect(readPeriods(ma, text)).toBeUndefined();
  });

  test('are as many as the indicator takes', () => {
    expect(readPeriods(macd, '12, 26')).toBeUndefined();
    expect(readPeriods(macd, '12, 26, 9, 5')).toBeUndefined();
  });

  test('every indicator begins with periods that fit it', () => {
    for (const kind of INDICATORS) {
      expect(readPeriods(kind, kind.periods.join(' ')), kind.name).toEqual(kind.periods);
      if (kind.free) expect(kind.periods.length).toBeLessThanOrEqual(MAX_PERIODS);
    }
  });
});

describe('shown indicators', () => {
  test('are switched on at their first periods, and off; never more than the most', () => {
    let shown: readonly ShownIndicator[] = [];
    for (const { name } of INDICATORS) shown = toggleIndicator(shown, name);
    expect(shown).toHaveLength(MAX_SHOWN);
    expect(toggleIndicator(shown, 'MA').some(({ name }) => name === 'MA')).toBe(false);
    expect(toggleIndicator([], 'nonsense')).toEqual([]);
  });

  test('from storage: unknown names, doubles and wrong periods are put right', () => {
    expect(
      readShown([
        'MA',
        'MA',
        'toString',
        null,
        { name: 'RSI', periods: [7.5] },
        { name: 'KDJ', periods: [9, 3, 5] },
        { name: 'MACD', periods: 'none' },
      ]),
    ).toEqual([
      { name: 'MA', periods: [7, 25, 99] },
      { name: 'RSI', periods: [6, 12, 24] },
      { name: 'KDJ', periods: [9, 3, 5] },
      { name: 'MACD', periods: [12, 26, 9] },
    ]);
    expect(readShown('MA')).toBeUndefined();
  });
});

test('a measure counts candles and tells the span in the two greatest units', () => {
  const hour = 3_600_000;
  expect(candlesIn(2 * hour, '5m')).toBe(24);
  expect(candlesIn(14 * 24 * hour, '1w')).toBe(2);
  expect(candlesIn(365 * 24 * hour, '1M')).toBe(12);
  expect(spanWord(45 * 60_000)).toBe('45m');
  expect(spanWord(2.25 * hour)).toBe('2h 15m');
  expect(spanWord(76 * hour)).toBe('3D 4h');
});
