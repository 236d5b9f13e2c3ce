import { describe, expect, test } from 'vitest';
import type { BookLevel } from '../../src/live/index.ts';
import { firstPrice } from '../../src/ticket/index.ts';

const level = (ticks: number): BookLevel => ({ ticks, priceText: '', lots: 1, house: 0, lotsText: '1' });
const scale = { tickDecimals: 1, lotDecimals: 5 };
const book = { seq: 7, scale, bids: [level(99_990), level(99_900)], asks: [level(100_010)] };

describe('§2 the price an untouched ticket begins with', () => {
  test('is the last one inside the spread, on both sides', () => {
    expect(firstPrice(book, '10000.0', true)).toBe('10000.0');
    expect(firstPrice(book, '9999', false)).toBe('9999.0');
  });

  test('is the nearer best price where the book has left the last one behind', () => {
    expect(firstPrice(book, '10100.0', true)).toBe('10001.0');
    expect(firstPrice(book, '9000.0', true)).toBe('9999.0');
  });

  test('is what one would deal at where nothing was traded, or between ticks of today', () => {
    expect(firstPrice(book, undefined, true)).toBe('10001.0');
    expect(firstPrice(book, undefined, false)).toBe('9999.0');
    expect(firstPrice(book, '10000.05', false)).toBe('9999.0');
  });

  test('waits for the book; an empty one leaves the last price, or nothing', () => {
    expect(firstPrice({ ...book, seq: -1 }, '10000.0', true)).toBeUndefined();
    const empty = { seq: 1, scale, bids: [], asks: [] };
    expect(firstPrice(empty, '10000.0', true)).toBe('10000.0');
    expect(firstPrice(empty, undefined, true)).toBeUndefined();
    expect(firstPrice({ ...empty, bids: book.bids }, undefined, true)).toBe('9999.0');
  });
});
