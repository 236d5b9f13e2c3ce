// Where things stand in the tick chart: the stretch of time, the stretch of prices, and the marks of both axes. Pixels only.

import type { TrailPoint } from './trail.ts';

/** Behind the present at least this much is shown, ms. */
export const BEHIND_MS = 120_000;
/** Before the opening at least this much is shown, ms. */
const BEFORE_OPENING_MS = 45_000;
/** Right of the present, or of the maturity, at least this much of the whole is empty. */
const AHEAD_PART = 0.12;
/** Above and below the highest and lowest at least this much of their distance is empty. */
const MARGIN_PART = 0.15;
/** A range is kept while what is shown fills at least this much of it: the axis does not move at every tick. */
const LEAST_FILLED = 0.45;

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What must be in sight of an order: ms UTC. */
export interface OrderTimes {
  readonly openTime: number | null;
  readonly closeTime: number | null;
}

/** The stretch of time shown at `now`. */
export function timeStretch(now: number, order: OrderTimes | undefined, period: number): Stretch {
  const { openTime = null, closeTime = null } = order ?? {};
  const from = Math.min(now - BEHIND_MS, (openTime ?? now) - BEFORE_OPENING_MS);
  const end = Math.max(now, closeTime ?? now + (order ? period : 0));
  return { from, to: end + (end - from) * AHEAD_PART };
}

/**
 * The stretch of prices shown: all points from `from` on, and the opening price. `before` is the last one: kept while
 * it still holds everything without much empty space. `least`: the smallest height, a few ticks.
 */
export function priceStretch(
  points: readonly TrailPoint[],
  from: number,
  opening: number | undefined,
  before: Stretch | undefined,
  least: number,
): Stretch | undefined {
  let low = opening ?? Infinity;
  let high = opening ?? -Infinity;
  for (let at = points.length - 1; at >= 0; at -= 1) {
    const point = points[at];
    if (!point) continue;
    low = Math.min(low, point.value);
    high = Math.max(high, point.value);
    // The first point before the stretch is where the line comes from.
    if (point.time < from) break;
  }
  if (low > high) return undefined;
  if (before && low >= before.from && high <= before.to) {
    const filled = Math.max(high - low, least) / (before.to - before.from);
    if (filled >= LEAST_FILLED) return before;
  }
  const height = Math.max(high - low, least);
  const middle = (high + low) / 2;
  const reach = height * (0.5 + MARGIN_PART);
  return { from: middle - reach, to: middle + reach };
}

/** Round prices between the ends, at most `most` of them. */
export function priceMarks({ from, to }: Stretch, most: number): number[] {
  const rough = (to - from) / Math.max(1, most);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const marks: number[] = [];
  for (let at = Math.ceil(from / step); at * step <= to && marks.length < most + 1; at += 1) marks.push(at * step);
  return marks;
}

const TIME_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600].map((seconds) => seconds * 1_000);

/** Round times between the ends, at most `most` of them, ms UTC. */
export function timeMarks({ from, to }: Stretch, most: number): number[] {
  const step = TIME_STEPS.find((one) => (to - from) / one <= most) ?? 3_600_000;
  const marks: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to && marks.length <= most; at += step) marks.push(at);
  return marks;
}

/** A gap longer than this has no line over it: there was no index. */
export const GAP_MS = 5_000;

/**
 * The points of the drawn line in order. `x` and `y` turn time and
 * value into pixels; a `true` in `fresh` begins anew after a gap.
 */
export function linePoints(
  points: readonly TrailPoint[],
  from: number,
  x: (time: number) => number,
  y: (value: number) => number,
): { readonly x: number; readonly y: number; readonly fresh: boolean }[] {
  let first = points.length;
  while (first > 0 && (points[first - 1]?.time ?? -Infinity) >= from) first -= 1;
  first = Math.max(0, first - 1);
  const line: { x: number; y: number; fresh: boolean }[] = [];
  let before = -Infinity;
  for (let at = first; at < points.length; at += 1) {
    const point = points[at];
    if (!point) continue;
    line.push({ x: x(point.time), y: y(point.value), fresh: point.time - before > GAP_MS });
    before = point.time;
  }
  return line;
}
