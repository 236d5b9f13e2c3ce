// The depth of the order book as figures: curves for drawing, quantity up to a price, quantity near the middle. Pure.

import { type BookLevel, type BookStore, fromSteps } from '../../live/index.ts';

/** Levels per side that are drawn. */
const LEVELS = 200;
/** Drawing units; the picture is stretched to its pane. */
export const WIDTH = 1_000;
export const HEIGHT = 400;
/** Distances from the middle that are shown as figures, in hundredths of a percent. */
export const WITHIN = [10, 50, 100] as const;
const WHOLE = 10_000;

export interface DepthPicture {
  readonly version: number;
  readonly bids: string;
  readonly asks: string;
  readonly low: string;
  readonly high: string;
  readonly most: string;
  /** Twice the middle price and half the width shown, in ticks. */
  readonly twiceMiddle: number;
  readonly reach: number;
}

/**
 * Both curves at one scale; the middle price stays centred, whichever side is thinner. Undefined while a side is empty.
 */
export function drawDepth(book: BookStore): DepthPicture | undefined {
  const { bestBid, bestAsk, scale } = book;
  if (!bestBid || !bestAsk) return undefined;
  const bids = book.bids.slice(0, LEVELS);
  const asks = book.asks.slice(0, LEVELS);
  const middle = (bestBid.ticks + bestAsk.ticks) / 2;
  const reach = Math.max(middle - (bids.at(-1)?.ticks ?? middle), (asks.at(-1)?.ticks ?? middle) - middle, 1);
  const most = Math.max(sum(bids), sum(asks), 1);
  const x = (ticks: number): string => ((0.5 + (ticks - middle) / (2 * reach)) * WIDTH).toFixed(1);
  const y = (lots: number): string => (HEIGHT - (lots / most) * HEIGHT * 0.9).toFixed(1);
  return {
    version: book.version,
    bids: stairs(bids, x, y, x(middle - reach)),
    asks: stairs(asks, x, y, x(middle + reach)),
    low: fromSteps(Math.max(0, Math.round(middle - reach)), scale.tickDecimals),
    high: fromSteps(Math.round(middle + reach), scale.tickDecimals),
    most: fromSteps(most, scale.lotDecimals),
    twiceMiddle: bestBid.ticks + bestAsk.ticks,
    reach,
  };
}

/** The quantity between the middle and a price. */
export interface DepthAt {
  readonly side: 'bids' | 'asks';
  readonly ticks: number;
  readonly lots: number;
  /** Distance from the middle, hundredths of a percent, rounded away from zero. */
  readonly distance: number;
}

/** The quantity to take before the price reaches `ticks`. Undefined while a side is empty. */
export function depthAt(book: BookStore, ticks: number): DepthAt | undefined {
  const { bestBid, bestAsk } = book;
  if (!bestBid || !bestAsk) return undefined;
  const twice = bestBid.ticks + bestAsk.ticks;
  const side = 2 * ticks < twice ? 'bids' : 'asks';
  let lots = 0;
  for (const level of book[side]) {
    if (side === 'asks' ? level.ticks > ticks : level.ticks < ticks) break;
    lots += level.lots;
  }
  return { side, ticks, lots, distance: Math.ceil((Math.abs(2 * ticks - twice) * WHOLE) / twice) };
}

/** Lots per side within each of WITHIN of the middle; undefined while a side is empty. */
export function depthWithin(
  book: BookStore,
): readonly { readonly within: number; readonly bids: number; readonly asks: number }[] | undefined {
  const { bestBid, bestAsk } = book;
  if (!bestBid || !bestAsk) return undefined;
  const twice = bestBid.ticks + bestAsk.ticks;
  return WITHIN.map((within) => {
    const near = ({ ticks }: BookLevel): boolean => Math.abs(2 * ticks - twice) * WHOLE <= within * twice;
    return { within, bids: sum(book.bids.filter(near)), asks: sum(book.asks.filter(near)) };
  });
}

function stairs(
  levels: readonly BookLevel[],
  x: (ticks: number) => string,
  y: (lots: number) => string,
  end: string,
): string {
  const first = levels[0];
  if (!first) return '';
  let total = 0;
  let path = `M${x(first.ticks)} ${HEIGHT}`;
  for (const level of levels) {
    path += `H${x(level.ticks)}`;
    total += level.lots;
    path += `V${y(total)}`;
  }
  return `${path}H${end}V${HEIGHT}Z`;
}

function sum(levels: readonly BookLevel[]): number {
  return levels.reduce((total, level) => total + level.lots, 0);
}
