// The last public trades of one market: a ring, newest first, with unique keys even for identical trades.

import { LAYOUT } from '../feeds/frame.ts';
import { LiveStore } from './store.ts';
import { isRecord } from '../feeds/wire.ts';

/** Trades kept. */
export const MAX_TRADES = 200;

/** A public trade. Money as decimal text; `direction` is the taker's: 1 buy, 2 sell; time ms UTC. */
export interface PublicTrade {
  readonly id: string;
  readonly price: string;
  readonly quantity: string;
  readonly direction: number;
  /** No customer took part: only practice traders, or one and the market maker. */
  readonly practice: boolean;
  readonly time: number;
}

export class TradesStore extends LiveStore {
  readonly #known = new Set<string>();
  /** Newest first. Read-only for callers. */
  readonly trades: PublicTrade[] = [];

  /** Replaces everything, in any order: sorts by time. */
  snapshot(data: unknown): void {
    this.trades.length = 0;
    this.#known.clear();
    this.#add(data);
    this.touch(LAYOUT);
  }

  /** Adds trades; skips known ones. */
  apply(data: unknown): void {
    if (this.#add(data) > 0) this.touch();
  }

  clear(): void {
    this.trades.length = 0;
    this.#known.clear();
    this.touch(LAYOUT);
  }

  #add(data: unknown): number {
    const fresh = readTrades(data).filter((trade) => !this.#known.has(trade.id));
    for (const trade of fresh) this.#known.add(trade.id);
    this.trades.push(...fresh);
    this.trades.sort((a, b) => b.time - a.time || compareIds(b.id, a.id));
    for (const gone of this.trades.splice(MAX_TRADES)) this.#known.delete(gone.id);
    return fresh.length;
  }
}

/** Ids are numbers as text: the longer one is later. */
function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

function readTrades(data: unknown): PublicTrade[] {
  const list = Array.isArray(data)
    ? (data as unknown[])
    : isRecord(data) && Array.isArray(data['list'])
      ? (data['list'] as unknown[])
      : [];
  const trades: PublicTrade[] = [];
  for (const row of list) {
    if (!isRecord(row)) continue;
    const { id, price, quantity, direction, practice, time } = row;
    if (typeof price !== 'string' || typeof quantity !== 'string' || typeof time !== 'number') continue;
    trades.push({
      id: String(id),
      price,
      quantity,
      direction: direction === 1 ? 1 : 2,
      practice: practice === true,
      time,
    });
  }
  return trades;
}
