// A possible price path inside a candle: seeded, from open over both extremes to close, never outside them.

import { type Draws, STREAMS } from './random.ts';

export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Where the two extremes lie, as fractions of the candle. */
const FIRST_FROM = 0.12;
const SECOND_FROM = 0.54;
const RANGE = 0.3;
/** An extreme is held for this fraction, so that a slot meets it. */
const HELD = 0.04;
/** Size of the noise between turning points, as a fraction of the candle's height. */
const WIGGLE = 0.22;
const MOST_OCTAVES = 17;

/**
 * Price at a fraction (0 to 1) of a candle. `stream` and `number` select the seeded path: open, low, high, close or
 * open, high, low, close. `length`: the candle's duration in ms, which decides how fine the noise is.
 */
export function priceInside(
  draws: Draws,
  instrument: number,
  number: number,
  candle: Candle,
  part: number,
  length: number,
): number {
  const stream = STREAMS.path + instrument;
  const { open, high, low, close } = candle;
  const rising = draws.uniform(stream, number, 1) < (close >= open ? 0.7 : 0.3);
  const [one, two] = rising ? [low, high] : [high, low];
  const first = FIRST_FROM + RANGE * draws.uniform(stream, number, 2);
  const second = SECOND_FROM + RANGE * draws.uniform(stream, number, 3);
  if (part >= first && part < first + HELD) return one;
  if (part >= second && part < second + HELD) return two;
  const leg = part < first ? 0 : part < second ? 1 : 2;
  const [from, to, begins, ends] =
    leg === 0 ? [open, one, 0, first] : leg === 1 ? [one, two, first + HELD, second] : [two, close, second + HELD, 1];
  const along = (part - begins) / (ends - begins);
  const straight = from + (to - from) * along;
  const wiggle = noise(draws, stream, number * 4 + leg, along, (ends - begins) * length);
  // The noise fades to zero at both turning points.
  const price = straight + wiggle * (high - low) * WIGGLE * Math.sin(Math.PI * along);
  return Math.min(high, Math.max(low, price));
}

/** Octaves of interpolated noise, each twice as fine and smaller by √2, down to about a second. */
function noise(draws: Draws, stream: number, place: number, along: number, length: number): number {
  let sum = 0;
  let weight = 0.5;
  let cells = 2;
  for (let octave = 1; octave <= MOST_OCTAVES && length / cells >= 500; octave += 1) {
    const at = along * cells;
    const cell = Math.floor(at);
    const salt = 8 + octave * 2;
    const left = draws.normal(stream, place * 2 ** 18 + cell, salt);
    const right = draws.normal(stream, place * 2 ** 18 + cell + 1, salt);
    sum += weight * (left + (right - left) * (at - cell));
    weight *= Math.SQRT1_2;
    cells *= 2;
  }
  return sum;
}
