// A stretch of a random walk as open, high, low and close, and its division into shorter stretches that fit inside it:
// the first opens and the last closes where the whole does, the highest and the lowest are those of the whole. All
// values are logarithms of prices; the same place gives the same stretches.

import type { Draws } from '../prices/random.ts';

export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Where draws come from: a stream and a place that no other stretch has. */
export interface Place {
  readonly draws: Draws;
  readonly stream: number;
  readonly place: number;
}

/** Salts of a whole stretch's extremes, and of those of its parts, two each. */
const WHOLE = 0;
const PARTS = 2;

/** The highest point of a random walk with known ends (Brownian bridge): its distribution is known in closed form. */
function highest(from: number, to: number, variance: number, uniform: number): number {
  const move = to - from;
  return (from + to + Math.sqrt(move * move - 2 * variance * Math.log(1 - uniform))) / 2;
}

function extremes({ draws, stream, place }: Place, salt: number, open: number, close: number, variance: number): Bar {
  return {
    open,
    high: highest(open, close, variance, draws.uniform(stream, place, salt)),
    low: -highest(-open, -close, variance, draws.uniform(stream, place, salt + 1)),
    close,
  };
}

/** A stretch with known ends. `variance`: of the logarithm over the stretch. */
export function barOf(place: Place, open: number, close: number, variance: number): Bar {
  return extremes(place, WHOLE, open, close, variance);
}

/** Divides a stretch into `count` equal ones, oldest first. `variance`: that of the whole. */
export function divide(place: Place, whole: Bar, variance: number, count: number): Bar[] {
  const share = variance / count;
  const parts: Bar[] = [];
  let open = whole.open;
  for (let at = 0; at < count; at += 1) {
    const left = count - at;
    let close = whole.close;
    if (left > 1) {
      const middle = open + (whole.close - open) / left;
      const wander = Math.sqrt((share * (left - 1)) / left);
      close = inside(middle + wander * place.draws.normal(place.stream, place.place, at), whole);
    }
    const part = extremes(place, PARTS + 2 * at, open, close, share);
    parts.push({ ...part, high: Math.min(part.high, whole.high), low: Math.max(part.low, whole.low) });
    open = close;
  }
  // Whichever part comes nearest to an extreme of the whole has it.
  const top = nearest(parts, (part) => part.high);
  const bottom = nearest(parts, (part) => -part.low);
  return parts.map((part, at) => ({
    ...part,
    high: at === top ? whole.high : part.high,
    low: at === bottom ? whole.low : part.low,
  }));
}

/** Reflects a point at the extremes, so that it does not stick to them. */
function inside(point: number, { high, low }: Bar): number {
  const reflected = point > high ? 2 * high - point : point < low ? 2 * low - point : point;
  return Math.min(high, Math.max(low, reflected));
}

function nearest(parts: readonly Bar[], of: (part: Bar) => number): number {
  let best = 0;
  for (const [at, part] of parts.entries()) {
    const known = parts[best];
    if (known !== undefined && of(part) > of(known)) best = at;
  }
  return best;
}
