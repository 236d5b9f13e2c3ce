// Shape of the market maker's quotes: which levels exist around a price, and their sizes. Each level lies in a fixed
// cell of the price axis; cells widen with the distance. The seed decides the level's place in its cell and its size.
// So a small index move changes few levels, and the book looks like a market rather than a grid.

import { type Draws, STREAMS } from '../prices/random.ts';

/** Levels per side. */
export const LADDER_LEVELS = 60;
/** Cells of one width before the width doubles. */
const RUN = 14;
/** Average time until a cell gets a new size, ms. */
const RENEW_MS = 90_000;
/** Standard deviation of the logarithm of sizes. */
const SIZE_SPREAD = 0.85;
/** Probability that a level is a wall (an unusually large level). */
const WALL_CHANCE = 0.03;
const WALL = 5;
/**
 * A level is at most this many times the median at its distance: the largest order value applies to the market maker
 * too.
 */
const MOST_TIMES = 8;
/** Fraction of cells without a level: gaps. */
const GAP_CHANCE = 0.12;

export interface QuoteShape {
  readonly market: number;
  /** Distance of the best price from the mid price, hundredths of a tick; above 0. */
  readonly halfSpread: number;
  /** Median size of a level near the price, in lots. */
  readonly medianLots: number;
  /** Greatest price in ticks. */
  readonly maxTicks: number;
}

export interface Level {
  /** 1 buy, 2 sell. */
  readonly side: 1 | 2;
  /** Ticks. */
  readonly price: number;
  readonly lots: number;
}

/** Skew of the quotes: sizes of a side are multiplied by its factor, prices shifted by `skew`. */
export interface Lean {
  readonly bids: number;
  readonly asks: number;
  /** Hundredths of a tick, added to the mid price. */
  readonly skew: number;
}

export const UPRIGHT: Lean = { bids: 1, asks: 1, skew: 0 };

/**
 * The quotes around a price at a time: at most `LADDER_LEVELS` per side, from the best outward; no bid at or above an
 * ask. `cents`: index in hundredths of a tick.
 */
export function quotesAt(draws: Draws, shape: QuoteShape, cents: number, now: number, lean: Lean = UPRIGHT): Level[] {
  const middle = cents + lean.skew;
  const bid = Math.floor((middle - shape.halfSpread) / 100);
  const ask = Math.max(Math.ceil((middle + shape.halfSpread) / 100), bid + 1);
  return [...sideOf(draws, shape, 1, bid, now, lean.bids), ...sideOf(draws, shape, 2, ask, now, lean.asks)];
}

function sideOf(draws: Draws, shape: QuoteShape, side: 1 | 2, best: number, now: number, part: number): Level[] {
  const away = side === 1 ? -1 : 1;
  const stream = STREAMS.quotes + shape.market * 2 + side;
  const levels: Level[] = [];
  if (part <= 0) return levels;
  // Near the price, cells are about a quarter of the half spread wide, but at least a tick.
  let width = 1;
  while (width * 1.5 <= shape.halfSpread / 400) width *= 2;
  let cell = Math.floor(best / width);
  let inRun = 0;
  let doublings = 0;
  let first = true;
  while (levels.length < LADDER_LEVELS) {
    const low = cell * width;
    if (low + width <= 1 || low > shape.maxTicks) break;
    const place = cell * 64 + Math.log2(width);
    if (first || draws.uniform(stream, place, 1) >= GAP_CHANCE) {
      const drawn = low + Math.floor(draws.uniform(stream, place, 2) * width);
      const price = first ? best : drawn;
      if (price >= 1 && price <= shape.maxTicks && (price - best) * away >= 0 && levels.at(-1)?.price !== price) {
        levels.push({ side, price, lots: lotsAt(draws, stream, shape, place, doublings, now, part) });
      }
    }
    first = false;
    cell += away;
    inRun += 1;
    if (inRun >= RUN && alignedFor(cell, away)) {
      // The next cell is twice as wide and begins where this run ended.
      cell = away === 1 ? cell / 2 : (cell + 1) / 2 - 1;
      width *= 2;
      doublings += 1;
      inRun = 0;
    }
  }
  return levels;
}

/** Whether the cells of the next width begin exactly at this cell. */
function alignedFor(cell: number, away: number): boolean {
  return away === 1 ? cell % 2 === 0 : (cell + 1) % 2 === 0;
}

function lotsAt(
  draws: Draws,
  stream: number,
  shape: QuoteShape,
  place: number,
  doublings: number,
  now: number,
  part: number,
): number {
  // Every cell renews its size in a different phase, so that the book changes gradually instead of all at once.
  const age = Math.floor(now / RENEW_MS + draws.uniform(stream, place, 3));
  const size = Math.exp(SIZE_SPREAD * draws.normal(stream, place, 4 + (age % 100_000) * 2));
  const wall = draws.uniform(stream, place, 5 + (age % 100_000) * 2) < WALL_CHANCE ? WALL : 1;
  // Depth grows with the distance, as in real books. It depends on the cell's width, so that it does not change as the
  // price moves.
  return Math.max(1, Math.round(shape.medianLots * Math.min(MOST_TIMES, size * wall) * (0.6 + 0.7 * doublings) * part));
}
