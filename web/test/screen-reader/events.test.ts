// The terminal in words: when a price is said.

import { expect, test } from 'vitest';
import { isToSay, movedFar } from '../../src/features/screen-reader/events.ts';

test('a move of a quarter of a percent is far, a hair less is not', () => {
  expect(movedFar('100', '100.25')).toBe(true);
  expect(movedFar('100', '99.75')).toBe(true);
  expect(movedFar('100', '100.2499')).toBe(false);
  expect(movedFar('0', '1')).toBe(false);
  expect(movedFar('x', '1')).toBe(false);
});

test('the first price is said, the same never again, others as often as chosen', () => {
  expect(isToSay({ price: undefined, at: 0 }, '100', 30, 1)).toBe(true);
  expect(isToSay({ price: '100', at: 0 }, '100.0', 30, 99_000)).toBe(false);
  expect(isToSay({ price: '100', at: 0 }, '100.1', 30, 29_999)).toBe(false);
  expect(isToSay({ price: '100', at: 0 }, '100.1', 30, 30_000)).toBe(true);
});

test('what moved far is said before its time, but not within three seconds', () => {
  expect(isToSay({ price: '100', at: 0 }, '101', 60, 2_999)).toBe(false);
  expect(isToSay({ price: '100', at: 0 }, '101', 60, 3_000)).toBe(true);
});

test('switched to "when asked" nothing is said by itself', () => {
  expect(isToSay({ price: undefined, at: 0 }, '100', 0, 99_000)).toBe(false);
  expect(isToSay({ price: '100', at: 0 }, undefined, 10, 99_000)).toBe(false);
});
