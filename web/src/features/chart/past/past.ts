// Where practice history ends, and where its label stands.

import type { Candle } from '../../../live/index.ts';

/** Time of the last candle that is practice history; undefined: none is. They come before all others. */
export function lastOfPast(candles: readonly Candle[]): number | undefined {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (candles[middle]?.practice !== undefined) low = middle + 1;
    else high = middle;
  }
  return candles[low - 1]?.time;
}

/** Distance of the label from the line and from the edges, px. */
const GAP_PX = 6;

/**
 * Left edge of the label: left of the line, or at the right edge while the line is beyond it; undefined: too little of
 * the history is visible.
 */
export function placeOfLabel(x: number, width: number, label: number): number | undefined {
  const left = Math.min(x, width) - GAP_PX - label;
  return left < GAP_PX ? undefined : left;
}
