// The geometry of the tick chart: time range, price range, and the marks of both axes. Pixels only.

import type { TrailPoint } from './trail.ts';

/** Minimum history shown before now, ms. */
export const BEHIND_MS = 120_000;
/** Minimum time shown before the opening, ms. */
const BEFORE_OPENING_MS = 45_000;
/** Minimum empty fraction right of now or of the maturity. */
const AHEAD_PART = 0.12;
/** Minimum empty fraction above and below the prices. */
const MARGIN_PART = 0.15;
/** A range is kept while its content fills at least this fraction, so that the axis does not move at every tick. */
const LEAST_FILLED = 0.45;

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The times of an order that must be visible, ms UTC. */
export interface OrderTimes {
  readonly openTime: number | null;
  readonly closeTime: number | null;
}

/** The visible time range at `now`. */
export function timeStretch(now: number, order: OrderTimes | undefined, period: number): Stretch {
  const { openTime = null, closeTime = null } = order ?? {};
  const from = Math.min(now - BEHIND_MS, (openTime ?? now) - BEFORE_OPENING_MS);
  const end = Math.max(now, closeTime ?? now + (order ? period : 0));
  return { from, to: end + (end - from) * AHEAD_PART };
}

/**
 * The visible price range: all points from `from` on, and the opening price. `before`: the previous range, kept while
 * it fits without much empty space. `least`: the minimum height, a few ticks.
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
    // The line starts at the first point before the range.
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

/** Round prices between the ends, at most `most`. */
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

/** Round times between the ends, at most `most`, ms UTC. */
export function timeMarks({ from, to }: Stretch, most: number): number[] {
  const step = TIME_STEPS.find((one) => (to - from) / one <= most) ?? 3_600_000;
  const marks: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to && marks.length <= most; at += step) marks.push(at);
  return marks;
}

/** No line is drawn over a longer gap: there was no index. */
export const GAP_MS = 5_000;

/**
 * The points of the line in order. `x` and `y` convert time and value to pixels; `true` in `fresh` starts a new line
 * after a gap.
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
