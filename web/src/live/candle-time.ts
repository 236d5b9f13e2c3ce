// The start times of candles: the exchange's intervals and their UTC boundaries.

const MINUTE = 60_000;
const DAY = 86_400_000;
/** 1970 began on a Thursday; weeks begin on Monday, four days later. */
const FIRST_MONDAY = 4 * DAY;

/** The intervals of KLINE (calls §8), shortest first. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type Interval = (typeof INTERVALS)[number];

const LENGTHS: Record<Exclude<Interval, '1M'>, number> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': DAY,
  '1w': 7 * DAY,
};

/** Opening time of the candle that holds `time` (both ms UTC). */
export function candleStart(time: number, interval: Interval): number {
  if (interval === '1M') {
    const date = new Date(time);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const length = LENGTHS[interval];
  const origin = interval === '1w' ? FIRST_MONDAY : 0;
  return time - ((((time - origin) % length) + length) % length);
}

/** Whether a text names an interval. */
export function isInterval(text: string): text is Interval {
  return (INTERVALS as readonly string[]).includes(text);
}
