// Where the labels of lines stand beside each other: over the candles, and on the axis round the last price.

/** Pixels between the middles of two labels over the candles. */
const LABEL_GAP = 24;
/** Height of a tag on the axis with a pixel between two: 11 px text, 3 px above and below (`line-draw.ts`, `look.ts`). */
export const TAG_GAP = 18;

/**
 * Where labels stand so that none covers another: each as near to its line as the order of prices allows, within
 * `height`. `ys` in pixels from the top; the answer in the same order.
 */
export function spreadLabels(ys: readonly number[], height: number): number[] {
  const half = LABEL_GAP / 2;
  return spread(ys, half, Math.max(half, height - half), LABEL_GAP);
}

/**
 * Where the tags of lines stand on the axis: as labels, but the last price keeps its place, and they make way above and
 * below it. `last` in pixels from the top, undefined: none is drawn. Undefined for a tag that finds no room at all.
 */
export function spreadTags(ys: readonly number[], last: number | undefined, height: number): (number | undefined)[] {
  const half = TAG_GAP / 2;
  const order = ys.map((_, at) => at).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0) || a - b);
  // Without a last price everything is "above" the end of the axis.
  const middle = last ?? height + half;
  const from = { above: half, below: middle + TAG_GAP };
  const to = { above: middle - TAG_GAP, below: height - half };
  const room = {
    above: roomBetween(from.above, to.above),
    below: last === undefined ? 0 : roomBetween(from.below, to.below),
  };
  const count = order.filter((at) => (ys[at] ?? 0) < middle).length;
  // Where one side is full, the nearest go to the other; what neither takes is furthest from the last price.
  const others = order.length - room.below;
  const split = Math.min(Math.max(count, Math.min(others, room.above)), Math.max(others, room.above));
  const placed: (number | undefined)[] = ys.map(() => undefined);
  const put = (ats: readonly number[], side: 'above' | 'below'): void => {
    const spots = spread(
      ats.map((at) => ys[at] ?? 0),
      from[side],
      to[side],
      TAG_GAP,
    );
    for (const [index, at] of ats.entries()) placed[at] = spots[index];
  };
  put(order.slice(Math.max(0, split - room.above), split), 'above');
  put(order.slice(split, split + room.below), 'below');
  return placed;
}

/** Tags that stand between two middles. */
function roomBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / TAG_GAP) + 1);
}

/** Middles within `from` and `to`, in the order of `ys`, each as near to its own as `gap` allows. */
function spread(ys: readonly number[], from: number, to: number, gap: number): number[] {
  const order = ys.map((_, at) => at).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0) || a - b);
  const placed = ys.map((y) => Math.min(Math.max(y, from), to));
  let above = -Infinity;
  for (const at of order) {
    const y = Math.max(placed[at] ?? 0, above + gap);
    placed[at] = y;
    above = y;
  }
  // What ran over the end is pushed back up.
  let below = to + gap;
  for (const at of order.toReversed()) {
    const y = Math.min(placed[at] ?? 0, below - gap);
    placed[at] = y;
    below = y;
  }
  return placed;
}
