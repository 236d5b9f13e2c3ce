// One market's order book: integer ticks and lots, best first, changed in place. Grouping never makes it cross.

import { CHECKSUM_LEVELS, crc32 } from '@vitrine/contract';
import { LAYOUT } from '../feeds/frame.ts';
import { toSteps } from './steps.ts';
import { LiveStore } from './store.ts';
import { isRecord } from '../feeds/wire.ts';

/** Levels kept a side (money §2). */
export const MAX_LEVELS = 2_000;

/** A price level. The texts are unchanged, because the checksum covers them. */
export interface BookLevel {
  readonly ticks: number;
  readonly priceText: string;
  lots: number;
  /** The market maker's part of `lots`. */
  house: number;
  lotsText: string;
}

/** A row of the displayed book, reused between paints. */
export interface BookRow {
  ticks: number;
  lots: number;
  house: number;
  /** Lots from the best price to this row, and the market maker's part. */
  total: number;
  totalHouse: number;
}

/** Decimals of a market's price and quantity steps. */
export interface BookScale {
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

export class BookStore extends LiveStore {
  readonly scale: BookScale;
  /** Best first: bids descend, asks ascend. Read-only for callers. */
  readonly bids: BookLevel[] = [];
  readonly asks: BookLevel[] = [];
  /** Server time of the last frame, ms; 0 before the first. */
  time = 0;
  seq = -1;
  /** Whether the book is complete; false from a gap until the next snapshot. */
  whole = false;

  constructor(scale: BookScale) {
    super();
    this.scale = scale;
  }

  /** Replaces everything. Returns false when the checksum differs: the book is invalid. */
  snapshot(data: unknown, seq: number, time: number): boolean {
    this.bids.length = 0;
    this.asks.length = 0;
    return this.#take(data, seq, time);
  }

  /** Applies changed levels in place. Removing a level that is not there changes nothing. */
  apply(data: unknown, seq: number, time: number): boolean {
    return this.#take(data, seq, time);
  }

  /** A gap was detected: the displayed book stays, marked as stale. */
  broken(): void {
    this.whole = false;
    this.touch();
  }

  /** Clears the book when the market changes. */
  clear(): void {
    this.bids.length = 0;
    this.asks.length = 0;
    this.whole = false;
    this.time = 0;
    this.seq = -1;
    this.touch(LAYOUT);
  }

  get bestBid(): BookLevel | undefined {
    return this.bids[0];
  }

  get bestAsk(): BookLevel | undefined {
    return this.asks[0];
  }

  /** CRC-32 of `bidPrice:bidQuantity:askPrice:askQuantity:…` over the best levels. */
  checksum(): number {
    const parts: string[] = [];
    for (let at = 0; at < CHECKSUM_LEVELS; at += 1) {
      const bid = this.bids[at];
      const ask = this.asks[at];
      if (bid) parts.push(bid.priceText, bid.lotsText);
      if (ask) parts.push(ask.priceText, ask.lotsText);
    }
    return crc32(parts.join(':'));
  }

  #take(data: unknown, seq: number, time: number): boolean {
    const first = this.seq < 0;
    if (!isRecord(data)) return false;
    for (const row of rowsOf(data['bids'])) this.#set(this.bids, -1, row);
    for (const row of rowsOf(data['asks'])) this.#set(this.asks, 1, row);
    if (this.bids.length > MAX_LEVELS) this.bids.length = MAX_LEVELS;
    if (this.asks.length > MAX_LEVELS) this.asks.length = MAX_LEVELS;
    this.seq = seq;
    this.time = time;
    const { checksum } = data;
    this.whole = typeof checksum !== 'number' || checksum === this.checksum();
    this.touch(first ? LAYOUT : undefined);
    return this.whole;
  }

  /** Sets one level; `rising` 1 for asks, −1 for bids. */
  #set(side: BookLevel[], rising: 1 | -1, [priceText, lotsText, houseText]: DepthRow): void {
    const ticks = toSteps(priceText, this.scale.tickDecimals);
    const lots = toSteps(lotsText, this.scale.lotDecimals);
    const house = houseText === undefined ? 0 : toSteps(houseText, this.scale.lotDecimals);
    const at = placeOf(side, rising, ticks);
    const level = side[at];
    const there = level?.ticks === ticks;
    if (lots === 0) {
      if (there) side.splice(at, 1);
    } else if (there) {
      level.lots = lots;
      level.house = house;
      level.lotsText = lotsText;
    } else {
      side.splice(at, 0, { ticks, priceText, lots, house, lotsText });
    }
  }
}

type DepthRow = readonly [price: string, quantity: string, house?: string];

function rowsOf(value: unknown): DepthRow[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).filter(
    (row): row is DepthRow => Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'string',
  );
}

/** Index of the level at `ticks`, or its insertion point. */
function placeOf(side: readonly BookLevel[], rising: 1 | -1, ticks: number): number {
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const here = side[middle];
    if (here && (here.ticks - ticks) * rising < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Fills `rows` from the best price on, grouped to `step` ticks: bids round down and asks up, so that a grouped book
 * never crosses. Returns the number of rows filled; the last one may be incomplete.
 */
export function groupRows(side: readonly BookLevel[], rounding: 'down' | 'up', step: number, rows: BookRow[]): number {
  let count = 0;
  let total = 0;
  let totalHouse = 0;
  let row: BookRow | undefined;
  for (const level of side) {
    const ticks = groupTicks(level.ticks, rounding, step);
    if (!row || row.ticks !== ticks) {
      row = rows[count];
      if (!row) break;
      count += 1;
      row.ticks = ticks;
      row.lots = 0;
      row.house = 0;
    }
    total += level.lots;
    totalHouse += level.house;
    row.lots += level.lots;
    row.house += level.house;
    row.total = total;
    row.totalHouse = totalHouse;
  }
  return count;
}

/** A price in ticks, rounded to its group. */
export function groupTicks(ticks: number, rounding: 'down' | 'up', step: number): number {
  const rest = ticks % step;
  if (rest === 0) return ticks;
  return rounding === 'down' ? ticks - rest : ticks - rest + step;
}

/** Empty rows for `groupRows`. */
export function makeRows(count: number): BookRow[] {
  return Array.from({ length: count }, () => ({ ticks: 0, lots: 0, house: 0, total: 0, totalHouse: 0 }));
}
