// A pool of DOM rows painted in place: each update writes only the changes, without React.

import type { BookRow } from '../../live/index.ts';

/** The classes and texts of a row, from the component. */
export interface RowLook {
  readonly row: string;
  readonly price: string;
  readonly amount: string;
  readonly total: string;
  readonly own: string;
  readonly ownLabel: string;
}

/** The current content of a row. */
export interface ShownRow {
  readonly price: string;
  readonly amount: string;
  readonly total: string;
  /** Fractions of the row's width, 0 to 1. */
  readonly all: number;
  readonly house: number;
  readonly own: boolean;
}

interface PooledRow {
  readonly root: HTMLElement;
  readonly price: HTMLElement;
  readonly amount: HTMLElement;
  readonly total: HTMLElement;
  readonly own: HTMLElement;
  shown: ShownRow | undefined;
  ticks: number;
}

/** Bars end here, so that they are never under the price (look §8). */
const BAR_SHARE = 0.64;

/** The rows of one side. */
export class RowPool {
  readonly #parent: HTMLElement;
  readonly #look: RowLook;
  readonly #rows: PooledRow[] = [];
  readonly #idPrefix: string;

  constructor(parent: HTMLElement, idPrefix: string, look: RowLook) {
    this.#parent = parent;
    this.#look = look;
    this.#idPrefix = idPrefix;
  }

  get size(): number {
    return this.#rows.length;
  }

  /** Makes the pool `count` rows long. */
  resize(count: number): void {
    while (this.#rows.length < count) this.#rows.push(this.#make(this.#rows.length));
    for (const row of this.#rows.splice(count)) row.root.remove();
  }

  /** Paints row `at`; undefined hides it. */
  paint(at: number, ticks: number, next: ShownRow | undefined): void {
    const row = this.#rows[at];
    if (!row) return;
    const { shown } = row;
    row.ticks = next ? ticks : 0;
    row.shown = next;
    if (!next) {
      if (shown) row.root.style.visibility = 'hidden';
      return;
    }
    if (!shown) row.root.style.visibility = '';
    if (shown?.price !== next.price) row.price.textContent = next.price;
    if (shown?.amount !== next.amount) row.amount.textContent = next.amount;
    if (shown?.total !== next.total) row.total.textContent = next.total;
    if (shown?.all !== next.all) row.root.style.setProperty('--all', `${(next.all * BAR_SHARE * 100).toFixed(1)}%`);
    if (shown?.house !== next.house)
      row.root.style.setProperty('--house', `${(next.house * BAR_SHARE * 100).toFixed(1)}%`);
    if (shown?.own !== next.own) row.own.hidden = !next.own;
  }

  /** The price in ticks of the row of an event; 0 for none. */
  ticksOf(target: EventTarget | null): number {
    return this.#rows.find(({ root }) => target instanceof Node && root.contains(target))?.ticks ?? 0;
  }

  /** Id and price of row `at`, for keyboard and screen reader. */
  at(at: number): { readonly id: string; readonly ticks: number } | undefined {
    const row = this.#rows[at];
    return row && row.ticks > 0 ? { id: row.root.id, ticks: row.ticks } : undefined;
  }

  /** Marks the row with the keyboard focus. */
  mark(at: number): void {
    for (const [index, row] of this.#rows.entries()) row.root.setAttribute('aria-selected', String(index === at));
  }

  clear(): void {
    this.resize(0);
  }

  #make(at: number): PooledRow {
    const span = (className: string): HTMLSpanElement => {
      const element = document.createElement('span');
      element.className = className;
      return element;
    };
    const root = document.createElement('div');
    root.id = `${this.#idPrefix}-${at}`;
    root.className = this.#look.row;
    root.setAttribute('role', 'option');
    root.setAttribute('aria-selected', 'false');
    root.style.visibility = 'hidden';
    const row: PooledRow = {
      root,
      price: span(this.#look.price),
      amount: span(this.#look.amount),
      total: span(this.#look.total),
      own: span(this.#look.own),
      shown: undefined,
      ticks: 0,
    };
    row.own.hidden = true;
    row.own.setAttribute('role', 'img');
    row.own.setAttribute('aria-label', this.#look.ownLabel);
    root.append(row.own, row.price, row.amount, row.total);
    this.#parent.append(root);
    return row;
  }
}

/** Each row's fraction of the largest total shown, for the bars. */
export function barsOf(row: BookRow, greatest: number): { readonly all: number; readonly house: number } {
  return greatest === 0 ? { all: 0, house: 0 } : { all: row.total / greatest, house: row.totalHouse / greatest };
}
