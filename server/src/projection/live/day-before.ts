// Figures of an index younger than a day: prices from before its first tick belong to them, as far as there are any.

import { intervalStart } from '../handlers/index.ts';
import type { DayBefore, Extremes, Opening, Ticker } from './face.ts';
import { rolledFrom } from './candles.ts';

/** A ticker with the prices from before the opening in its 24 hours and in its UTC day. Volumes stay. */
export function withDayBefore(
  ticker: Ticker,
  instrument: number,
  opening: Opening,
  dayBefore: DayBefore,
  now: number,
): Ticker {
  const from = rolledFrom(now);
  const midnight = intervalStart('1d', now);
  if (opening.time <= Math.min(from, midnight)) return ticker;
  const day = dayBefore(instrument, opening);
  if (day === undefined) return ticker;
  const rolled = joined(
    { open: ticker.open24, high: ticker.high24, low: ticker.low24 },
    opening.time > from ? day.since(from) : undefined,
  );
  const today = joined(
    { open: ticker.dayOpen, high: ticker.dayHigh, low: ticker.dayLow },
    opening.time > midnight ? day.since(midnight) : undefined,
  );
  return {
    ...ticker,
    ...{ open24: rolled.open, high24: rolled.high, low24: rolled.low, whole24: true },
    ...{ dayOpen: today.open, dayHigh: today.high, dayLow: today.low },
  };
}

function joined(later: Extremes, earlier: Extremes | undefined): Extremes {
  if (earlier === undefined) return later;
  return {
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
  };
}
