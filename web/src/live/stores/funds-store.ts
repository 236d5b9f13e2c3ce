// The user's deposits and withdrawals from the socket, merged over what a call returned.

import { type FundsNews, fundsNews, type Recharge, type Withdrawal } from '@vitrine/contract';
import { LAYOUT } from '../feeds/frame.ts';
import { LiveStore } from './store.ts';

/** Maximum records of each kind; the oldest is dropped, and lists read it by call. */
export const MAX_FUNDS = 100;

/** A record with its arrival time, ms UTC by the page's clock: later data wins. */
export interface LiveRecord<T> {
  readonly value: T;
  readonly at: number;
}

export type LiveRecords<T> = ReadonlyMap<string, LiveRecord<T>>;

export class FundsStore extends LiveStore {
  #recharges: LiveRecords<Recharge> = new Map();
  #withdrawals: LiveRecords<Withdrawal> = new Map();

  /** By id; a new map after each change. */
  get recharges(): LiveRecords<Recharge> {
    return this.#recharges;
  }

  get withdrawals(): LiveRecords<Withdrawal> {
    return this.#withdrawals;
  }

  live(news: FundsNews, at: number): void {
    this.#recharges = withNews(this.#recharges, news.recharges, at);
    this.#withdrawals = withNews(this.#withdrawals, news.withdrawals, at);
    this.touch(LAYOUT);
  }

  clear(): void {
    this.#recharges = new Map();
    this.#withdrawals = new Map();
    this.touch(LAYOUT);
  }
}

function withNews<T extends { readonly id: string }>(
  before: LiveRecords<T>,
  rows: readonly T[],
  at: number,
): LiveRecords<T> {
  if (rows.length === 0) return before;
  const after = new Map(before);
  for (const row of rows) {
    after.delete(row.id);
    after.set(row.id, { value: row, at });
  }
  for (const id of after.keys()) {
    if (after.size <= MAX_FUNDS) break;
    after.delete(id);
  }
  return after;
}

/** A row of FUNDS; undefined if invalid. */
export function readFunds(row: unknown): FundsNews | undefined {
  const read = fundsNews.safeParse(row);
  return read.success ? read.data : undefined;
}

/**
 * The rows that a call read at `readAt`, each replaced by later socket data. `added` selects records that the call did
 * not return and that belong in front (a list's first page). Newest first.
 */
export function withLive<T extends { readonly id: string; readonly time: number }>(
  rows: readonly T[],
  live: LiveRecords<T>,
  readAt: number,
  added: (row: T) => boolean,
): readonly T[] {
  const known = new Set(rows.map(({ id }) => id));
  const fresh = [...live.values()].filter(({ value, at }) => !known.has(value.id) && at >= readAt && added(value));
  if (fresh.length === 0 && !rows.some(({ id }) => live.has(id))) return rows;
  return [
    ...fresh.map(({ value }) => value),
    ...rows.map((row) => {
      const news = live.get(row.id);
      return news !== undefined && news.at >= readAt ? news.value : row;
    }),
  ].sort((a, b) => b.time - a.time || b.id.length - a.id.length || (b.id > a.id ? 1 : b.id < a.id ? -1 : 0));
}
