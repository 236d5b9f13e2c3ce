// One series of candles: history by call, running ones by the feed, sorted by time in any order of arrival.

import { LAYOUT } from '../feeds/frame.ts';
import { LiveStore } from './store.ts';
import { isRecord } from '../feeds/wire.ts';

/** Candles kept in one series. */
export const MAX_CANDLES = 10_000;

/** A candle; `time` is its opening, ms UTC; prices and volume are decimal text. */
export interface Candle {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  /** How it was made, where it begins before the exchange opened: practice history. */
  readonly practice?: 'simulated' | 'replayed' | undefined;
}

interface Kept extends Candle {
  /** The store's version when the feed sent it; −1: only from history. */
  readonly sentAt: number;
  /** Aggregated here from prices: only history knows what was before the first of them. */
  readonly folded: boolean;
}

export class KlineStore extends LiveStore {
  readonly #candles: Kept[] = [];
  /** There are no candles before the first. */
  complete = false;

  /** Oldest first. Read-only. */
  get candles(): readonly Candle[] {
    return this.#candles;
  }

  get last(): Candle | undefined {
    return this.#candles.at(-1);
  }

  /**
   * Merges a page of history requested at version `askedAt`: later feed data is newer and stays. A candle aggregated
   * here gets its beginning from history. `complete`: nothing is older than this page.
   */
  history(data: unknown, askedAt: number, complete: boolean): void {
    for (const candle of readCandles(data)) this.#put({ ...candle, sentAt: -1, folded: false }, askedAt);
    if (complete) this.complete = true;
    this.touch(LAYOUT);
  }

  /** Adds running candles: complete ones of the feed, or aggregated here. Returns the changed times, oldest first. */
  live(data: unknown, folded = false): number[] {
    const candles = readCandles(data);
    const sentAt = this.version + 1;
    for (const candle of candles) this.#put({ ...candle, sentAt, folded }, Infinity);
    if (candles.length > 0) this.touch();
    return candles.map((candle) => candle.time);
  }

  clear(): void {
    this.#candles.length = 0;
    this.complete = false;
    this.touch(LAYOUT);
  }

  #put(candle: Kept, askedAt: number): void {
    let at = this.#candles.length;
    // Live candles are added at the end; history needs a search.
    const last = this.#candles.at(-1);
    if (last && candle.time <= last.time) at = placeOf(this.#candles, candle.time);
    const there = this.#candles[at];
    if (there?.time === candle.time) {
      // Only history knows what is practice; a feed's candle of the same time does not say so.
      if (there.sentAt <= askedAt)
        this.#candles[at] = there.practice ? { ...candle, practice: there.practice } : candle;
      else if (there.folded) this.#candles[at] = joined(candle, there);
      return;
    }
    this.#candles.splice(at, 0, candle);
    if (this.#candles.length > MAX_CANDLES) this.#candles.shift();
  }
}

/** Completes an aggregated candle with its beginning from history. */
function joined(before: Candle, folded: Kept): Kept {
  const high = isAbove(before.high, folded.high) ? before.high : folded.high;
  const low = isAbove(folded.low, before.low) ? before.low : folded.low;
  return { ...folded, open: before.open, high, low, practice: before.practice };
}

/** Whether decimal `a` is greater than decimal `b`; prices of one instrument have the same form. */
export function isAbove(a: string, b: string): boolean {
  const [wholeA = '', restA = ''] = a.split('.');
  const [wholeB = '', restB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length > wholeB.length;
  if (wholeA !== wholeB) return wholeA > wholeB;
  return restA > restB;
}

function placeOf(candles: readonly Candle[], time: number): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((candles[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readCandles(data: unknown): Candle[] {
  const list = Array.isArray(data) ? (data as unknown[]) : [data];
  const candles: Candle[] = [];
  for (const row of list) {
    if (!isRecord(row)) continue;
    const { time, open, high, low, close, volume, origin } = row;
    if (typeof time !== 'number' || typeof open !== 'string' || typeof high !== 'string') continue;
    if (typeof low !== 'string' || typeof close !== 'string') continue;
    const practice = origin === 'simulated' || origin === 'replayed' ? origin : undefined;
    candles.push({ time, open, high, low, close, volume: typeof volume === 'string' ? volume : '0', practice });
  }
  return candles.sort((a, b) => a.time - b.time);
}
