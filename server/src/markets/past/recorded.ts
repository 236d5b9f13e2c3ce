// The past of a replayed instrument: what its recording plays before the first tick, from the recording's beginning on.
// Before that the recording would start again, which would be a jump.

import { setImmediate as breathe } from 'node:timers/promises';
import { type Recording, type TradeRecording } from '../prices/recordings.ts';
import { lengthOf, truthOf } from '../prices/replay.ts';
import type { Draws } from '../prices/random.ts';
import { CLOSED_MOST, HOUR, MINUTE, openTimes } from './path.ts';

/** Longest past of a recording: 400 kB of minutes. */
const MOST = 7 * 24 * HOUR;
/** Minutes made before other work of the thread has its turn: about a millisecond. */
const AT_ONCE = 30;
/** Prices read inside a minute that does not consist of whole candles. */
const SAMPLES = 6;
/** Words of a minute: time (ms UTC), open, high, low, close, in whole quote units. */
export const MINUTE_WORDS = 5;

export interface Replayed {
  readonly draws: Draws;
  readonly instrument: number;
  readonly calendar: number;
  readonly recording: Recording;
  readonly speed: number;
}

/** Minutes before `opening` (ms UTC, a whole minute), oldest first, without those when the market was closed. */
export async function recordedMinutes(replayed: Replayed, opening: number): Promise<Float64Array> {
  const { draws, instrument, calendar, recording, speed } = replayed;
  const truth = truthOf(draws, instrument, recording, speed);
  const played = ((opening * speed) % lengthOf(recording)) / speed;
  const minutes = Math.floor(Math.min(played, MOST) / MINUTE);
  const first = opening - minutes * MINUTE;
  const open = openTimes(calendar, first - CLOSED_MOST, opening);
  const words: number[] = [];
  for (let at = 0; at < minutes; at += 1) {
    const time = first + at * MINUTE;
    if (at % AT_ONCE === 0) await breathe();
    if (!open(time)) continue;
    // The last instant of the minute: at its end the recording may begin again.
    const prices = [truth(time), ...inside(replayed, truth, time), truth(time + MINUTE - 1)];
    words.push(time, prices[0] ?? 0, Math.max(...prices), Math.min(...prices), prices.at(-1) ?? 0);
  }
  return Float64Array.from(words);
}

/** Prices that the recording has inside a minute; of whole candles both extremes. */
function inside({ recording, speed }: Replayed, truth: (time: number) => number, time: number): readonly number[] {
  const from = (time * speed) % lengthOf(recording);
  const to = from + MINUTE * speed;
  if (recording.kind === 'trades') return tradedIn(recording, from, to);
  const { candles, interval } = recording;
  const prices = candles
    .slice(Math.ceil(from / interval), Math.floor(to / interval))
    .flatMap(({ high, low }) => [high, low]);
  if (from % interval === 0 && to % interval === 0) return prices;
  const samples = Array.from({ length: SAMPLES }, (_, at) => truth(time + ((at + 0.5) * MINUTE) / SAMPLES));
  return [...prices, ...samples];
}

/** The highest and the lowest trade in a part of a recording. */
function tradedIn({ times, prices }: TradeRecording, from: number, to: number): readonly number[] {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  let most = 0;
  let least = Infinity;
  for (let at = low; at < times.length && (times[at] ?? Infinity) < to; at += 1) {
    most = Math.max(most, prices[at] ?? 0);
    least = Math.min(least, prices[at] ?? Infinity);
  }
  return most === 0 ? [] : [most, least];
}
