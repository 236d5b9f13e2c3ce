// Positions labels without overlap: over the candles, and on the axis around the last price.

/** Pixels between the centres of two labels over the candles. */
const LABEL_GAP = 24;
/** Height of an axis tag plus one pixel: 11 px text, 3 px above and below (`line-draw.ts`, `look.ts`). */
export const TAG_GAP = 18;

/**
 * Label positions without overlap: each as near to its line as the price order permits, within `height`. `ys` in pixels
 * from the top; the result has the same order.
 */
export function spreadLabels(ys: readonly number[], height: number): number[] {
  const half = LABEL_GAP / 2;
  return spread(ys, half, Math.max(half, height - half), LABEL_GAP);
}

/**
 * Positions of the axis tags: as for labels, but the last price keeps its position and the tags move above and below
 * it. `last` in pixels from the top, undefined: none is drawn. A tag without space gets undefined.
 */
export function spreadTags(ys: readonly number[], last: number | undefined, height: number): (number | undefined)[] {
  const half = TAG_GAP / 2;
  const order = ys.map((_, at) => at).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0) || a - b);
  // Without a last price, all tags are above the end of the axis.
  const middle = last ?? height + half;
  const from = { above: half, below: middle + TAG_GAP };
  const to = { above: middle - TAG_GAP, below: height - half };
  const space = {
    above: roomBetween(from.above, to.above),
    below: last === undefined ? 0 : roomBetween(from.below, to.below),
  };
  const count = order.filter((at) => (ys[at] ?? 0) < middle).length;
  // If one side is full, the nearest tags move to the other. Tags that fit on neither are those furthest from the last
  // price.
  const others = order.length - space.below;
  const split = Math.min(Math.max(count, Math.min(others, space.above)), Math.max(others, space.above));
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
  put(order.slice(Math.max(0, split - space.above), split), 'above');
  put(order.slice(split, split + space.below), 'below');
  return placed;
}

/** The number of tags that fit between two centres. */
function roomBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / TAG_GAP) + 1);
}

/** Centres within `from` and `to`, in the order of `ys`, each as near to its own as `gap` permits. */
function spread(ys: readonly number[], from: number, to: number, gap: number): number[] {
  const order = ys.map((_, at) => at).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0) || a - b);
  const placed = ys.map((y) => Math.min(Math.max(y, from), to));
  let above = -Infinity;
  for (const at of order) {
    const y = Math.max(placed[at] ?? 0, above + gap);
    placed[at] = y;
    above = y;
  }
  // Pushes centres beyond the end back up.
  let below = to + gap;
  for (const at of order.toReversed()) {
    const y = Math.min(placed[at] ?? 0, below - gap);
    placed[at] = y;
    below = y;
  }
  return placed;
}
