// Paints a book into two pools of rows: grouped, with bars, the user's orders marked, and frozen while pointed at.

import { type BookRow, type BookStore, fromSteps, groupRows, groupTicks, makeRows } from '../../live/index.ts';
import { barsOf, RowPool, type RowLook } from './pool.ts';
import type { StandingBook } from './reach.ts';

/** Maximum rows per side. */
const MAX_ROWS = 60;

/** The current view of the book. */
export interface BookView {
  readonly store: BookStore;
  /** Grouping in ticks. */
  readonly step: number;
  readonly showHouse: boolean;
  /** Ticks of the user's open orders by side. */
  readonly ownBids: ReadonlySet<number>;
  readonly ownAsks: ReadonlySet<number>;
  readonly printPrice: (text: string) => string;
  readonly printAmount: (text: string) => string;
}

export class BookPainter {
  readonly #asks: RowPool;
  readonly #bids: RowPool;
  readonly #askRows: BookRow[] = makeRows(MAX_ROWS);
  readonly #bidRows: BookRow[] = makeRows(MAX_ROWS);
  readonly #onShare: (percent: number | undefined) => void;
  #frozen = 0;
  #behind: BookView | undefined;
  #painted: BookView | undefined;
  #standing: StandingBook | undefined;

  constructor(
    parts: { readonly asks: HTMLElement; readonly bids: HTMLElement; readonly id: string },
    looks: { readonly ask: RowLook; readonly bid: RowLook },
    onShare: (percent: number | undefined) => void,
  ) {
    this.#asks = new RowPool(parts.asks, `${parts.id}-ask`, looks.ask);
    this.#bids = new RowPool(parts.bids, `${parts.id}-bid`, looks.bid);
    this.#onShare = onShare;
  }

  get asks(): RowPool {
    return this.#asks;
  }

  get bids(): RowPool {
    return this.#bids;
  }

  /** Sets the rows per side; removes the surplus. */
  resize(rows: number): void {
    const count = Math.max(1, Math.min(MAX_ROWS, rows));
    this.#asks.resize(count);
    this.#bids.resize(count);
  }

  /** Freezes the rows under the pointer. The last requested paint runs when it unfreezes. */
  freeze(): void {
    const view = this.#painted;
    if (this.#frozen === 0 && view) {
      // Data read while frozen must match the rows shown, so both are taken now.
      this.paint(view);
      this.#standing = { asks: copied(view.store.asks), bids: copied(view.store.bids) };
    }
    this.#frozen += 1;
  }

  /** The book at the time of the freeze; undefined while it is live. */
  get standing(): StandingBook | undefined {
    return this.#standing;
  }

  thaw(): void {
    this.#frozen = Math.max(0, this.#frozen - 1);
    if (this.#frozen === 0) this.#standing = undefined;
    const view = this.#behind;
    this.#behind = undefined;
    if (this.#frozen === 0 && view) this.paint(view);
  }

  paint(view: BookView): void {
    if (this.#frozen > 0) {
      this.#behind = view;
      return;
    }
    this.#painted = view;
    const size = this.#asks.size;
    const asks = Math.min(size, groupRows(view.store.asks, 'up', view.step, this.#askRows));
    const bids = Math.min(size, groupRows(view.store.bids, 'down', view.step, this.#bidRows));
    const greatest = Math.max(this.#askRows[asks - 1]?.total ?? 0, this.#bidRows[bids - 1]?.total ?? 0);
    // The best ask is lowest, next to the middle.
    for (let at = 0; at < size; at += 1) {
      this.#row(this.#asks, size - 1 - at, at < asks ? this.#askRows[at] : undefined, greatest, view, 'asks');
      this.#row(this.#bids, at, at < bids ? this.#bidRows[at] : undefined, greatest, view, 'bids');
    }
    this.#share(asks, bids);
  }

  clear(): void {
    this.#asks.clear();
    this.#bids.clear();
  }

  #row(
    pool: RowPool,
    at: number,
    row: BookRow | undefined,
    greatest: number,
    view: BookView,
    side: 'asks' | 'bids',
  ): void {
    if (!row) {
      pool.paint(at, 0, undefined);
      return;
    }
    const { tickDecimals, lotDecimals } = view.store.scale;
    const bars = barsOf(row, greatest);
    pool.paint(at, row.ticks, {
      price: view.printPrice(fromSteps(row.ticks, tickDecimals)),
      amount: view.printAmount(fromSteps(row.lots, lotDecimals)),
      total: view.printAmount(fromSteps(row.total, lotDecimals)),
      all: bars.all,
      house: view.showHouse ? bars.house : 0,
      own: hasOwn(side === 'asks' ? view.ownAsks : view.ownBids, row.ticks, side, view.step),
    });
  }

  /** The market maker's share of the quantity shown, whole percent. */
  #share(asks: number, bids: number): void {
    const ask = asks > 0 ? this.#askRows[asks - 1] : undefined;
    const bid = bids > 0 ? this.#bidRows[bids - 1] : undefined;
    const all = (ask?.total ?? 0) + (bid?.total ?? 0);
    const house = (ask?.totalHouse ?? 0) + (bid?.totalHouse ?? 0);
    this.#onShare(all === 0 ? undefined : Math.round((house * 100) / all));
  }
}

function copied(side: StandingBook['asks']): StandingBook['asks'] {
  return side.map(({ ticks, lots }) => ({ ticks, lots }));
}

function hasOwn(own: ReadonlySet<number>, ticks: number, side: 'asks' | 'bids', step: number): boolean {
  if (own.size === 0) return false;
  if (step === 1) return own.has(ticks);
  for (const price of own) if (groupTicks(price, side === 'asks' ? 'up' : 'down', step) === ticks) return true;
  return false;
}
