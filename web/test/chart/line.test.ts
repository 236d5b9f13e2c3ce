import { describe, expect, test } from 'vitest';
import {
  type ChartLine,
  MAX_TICKS,
  pulledLine,
  snapDrawn,
  snapText,
  stepPrice,
} from '../../src/features/chart/lines/line.ts';

const entry: ChartLine = {
  id: 'pos:1',
  kind: 'entry',
  price: '100.037',
  side: 'buy',
  label: 'Long 1',
  draggable: false,
};

describe('a price that a line is let go at', () => {
  test('lies on the tick nearest to where it was let go, as text with the tick’s digits', () => {
    expect(snapDrawn(58_123.449, 1)).toBe('58123.4');
    expect(snapDrawn(58_123.451, 1)).toBe('58123.5');
    expect(snapDrawn(0.000_012_34, 8)).toBe('0.00001234');
    expect(snapDrawn(1.1 + 2.2, 2)).toBe('3.30');
    expect(snapDrawn(57_500, 0)).toBe('57500');
  });

  test('stays within the prices an order may have, and never is no price', () => {
    expect(snapDrawn(-12, 1)).toBe('0.1');
    expect(snapDrawn(0, 1)).toBe('0.1');
    expect(snapDrawn(Number.NaN, 1)).toBe('0.1');
    expect(snapDrawn(1e12, 1)).toBe((MAX_TICKS / 10).toFixed(1));
  });

  test('moves by whole ticks with the arrow keys, whatever lies between', () => {
    expect(stepPrice('100.0', 1, 1)).toBe('100.1');
    expect(stepPrice('100.0', -10, 1)).toBe('99.0');
    expect(stepPrice('0.1', -5, 1)).toBe('0.1');
    // A mark or entry may lie between two ticks: the first step begins at the nearest.
    expect(stepPrice('100.037', 1, 1)).toBe('100.1');
    expect(stepPrice('100.07', 1, 1)).toBe('100.2');
  });

  test('is no price where the text is none', () => {
    expect(snapText('100.06', 1)).toBe('100.1');
    expect(snapText('', 1)).toBeUndefined();
    expect(snapText('-3', 1)).toBeUndefined();
    expect(stepPrice('–', 1, 1)).toBe('–');
  });
});

test('a stop pulled out of an entry begins at the entry, belongs to it, and can be moved', () => {
  expect(pulledLine(entry, 'stopLoss', 'Stop loss')).toEqual({
    id: 'pos:1:stopLoss',
    kind: 'stopLoss',
    owner: 'pos:1',
    price: '100.037',
    side: 'buy',
    label: 'Stop loss',
    draggable: true,
  });
});
