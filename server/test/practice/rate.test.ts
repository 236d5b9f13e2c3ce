// How many commands the crowd may send: the token bucket, and its rate by hour and volatility.

import { expect, test } from 'vitest';

import { bucketOf } from '../../src/practice/bucket.ts';
import { LEAST_RATE, MOST_RATE, rateAt, USUAL_RATE } from '../../src/practice/pace.ts';

const HOUR = 3_600_000;

test('a bucket gives what flowed in, at most its capacity, and never makes up for what it refused (issue 18 §1)', () => {
  const bucket = bucketOf(10, 1_000);
  expect(bucket.take(10)).toBe(true);
  expect(bucket.take(1)).toBe(false);
  bucket.fill(1_500, 4);
  expect(bucket.left()).toBe(2);
  expect(bucket.take(3)).toBe(false);
  expect(bucket.take(2)).toBe(true);
  bucket.fill(3_600_000, 4);
  expect(bucket.left()).toBe(10);
  // A clock that was set back adds nothing, and the time after it counts once.
  expect(bucket.take(10)).toBe(true);
  bucket.fill(0, 4);
  expect(bucket.left()).toBe(0);
  bucket.fill(1_000, 4);
  expect(bucket.left()).toBe(4);
});

test('the rate follows the hour and how much prices move, and stays within 2 to 5 a second (issue 18 §1)', () => {
  const day = Array.from({ length: 24 }, (_, hour) => rateAt(hour * HOUR, undefined));
  expect(day.indexOf(Math.max(...day))).toBe(15);
  expect(day.indexOf(Math.min(...day))).toBe(3);
  expect(day.reduce((sum, rate) => sum + rate, 0) / 24).toBeCloseTo(USUAL_RATE, 1);
  const at = (volatility: number) => rateAt(9 * HOUR, volatility);
  expect(at(0.3)).toBeLessThan(at(0.55));
  expect(at(0.55)).toBeLessThan(at(0.8));
  for (const volatility of [0, 0.01, 0.5, 5, 100]) {
    expect(at(volatility)).toBeGreaterThanOrEqual(LEAST_RATE);
    expect(at(volatility)).toBeLessThanOrEqual(MOST_RATE);
  }
  expect([LEAST_RATE, MOST_RATE]).toEqual([2, 5]);
});
