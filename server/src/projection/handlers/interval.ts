// Start of candles: UTC minutes to days, weeks from Monday, calendar months.

import type { Millis } from '@vitrine/core';
import type { Interval } from './shape.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** 5 January 1970 was a Monday. */
const FIRST_MONDAY = 4 * DAY;

const WIDTH = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': DAY,
} as const;

/** The last month computed: callers ask for the same one repeatedly. */
let month = { start: 0 as Millis, end: 0 };

/** Start of the candle that contains `time` (ms UTC, not before 5 January 1970). */
export function intervalStart(interval: Interval, time: number): Millis {
  if (interval === '1M') {
    if (time < month.start || time >= month.end) {
      const date = new Date(time);
      const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) as Millis;
      month = { start, end: intervalNext('1M', start) };
    }
    return month.start;
  }
  if (interval === '1w') return (time - ((time - FIRST_MONDAY) % WEEK)) as Millis;
  return (time - (time % WIDTH[interval])) as Millis;
}

/** Start of the candle after the one starting at `start`. */
export function intervalNext(interval: Interval, start: number): Millis {
  if (interval === '1M') {
    const date = new Date(start);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) as Millis;
  }
  return (start + (interval === '1w' ? WEEK : WIDTH[interval])) as Millis;
}
