// Plays a recording in an endless loop, stamped with the current time, at its own speed or n times faster.

import { instruments } from '@vitrine/core';

import { priceInside } from './candle-path.ts';
import { spreadOver, type Truth } from './faults.ts';
import { CROSS_NOISE, models } from './models.ts';
import type { Draws } from './random.ts';
import type { Recording, TradeRecording } from './recordings.ts';
import { sourceCount } from './simulated.ts';
import type { PriceFeed } from './source.ts';

/** How long a recording plays before it begins again, at its own speed, ms. */
export function lengthOf(recording: Recording): number {
  return recording.kind === 'trades'
    ? (recording.times.at(-1) ?? 0) + 1
    : recording.candles.length * recording.interval;
}

/**
 * The price of a recording at a time, ms UTC. The place in the recording depends only on the time, so recordings of
 * equal length stay in step and a restart continues where it would have been.
 */
export function truthOf(draws: Draws, instrument: number, recording: Recording, speed: number): Truth {
  if (recording.kind === 'trades') return tradesTruth(recording, speed);
  const { candles, interval } = recording;
  const whole = lengthOf(recording);
  return (time) => {
    const place = (time * speed) % whole;
    const number = Math.floor(place / interval);
    const candle = candles[number];
    if (candle === undefined) return Number.NaN;
    const part = (place - number * interval) / interval;
    return priceInside(draws, instrument, number, candle, part, interval / speed);
  };
}

function tradesTruth(recording: TradeRecording, speed: number): Truth {
  const { times, prices } = recording;
  const whole = lengthOf(recording);
  return (time) => {
    const place = (time * speed) % whole;
    let low = 0;
    let high = times.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((times[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return prices[low] ?? Number.NaN;
  };
}

/**
 * The sources of a replayed instrument, labelled so.
 * @param share fraction of the usual spread between sources, 0 (all equal the recording) to 1; their faults remain.
 */
export function replayFeed(
  draws: Draws,
  instrument: number,
  recording: Recording,
  speed: number,
  share: number,
): PriceFeed {
  const listed = instruments[instrument - 1];
  if (listed === undefined) throw new Error(`expected a listed instrument, got ${instrument}`);
  const noise = models[`${listed.base}/${listed.quote}`]?.noise ?? CROSS_NOISE;
  const truth = truthOf(draws, instrument, recording, speed);
  return spreadOver(draws, instrument, 'replayed', sourceCount(listed.category), (noise / 2) * share, truth);
}
