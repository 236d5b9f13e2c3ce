// Approved withdrawals in the order in which they are served: by request time until they join the queue, then by coin, large
// ones apart from small ones, in rounds. Derived from the rows.

import { SMALL_WITHDRAWAL } from '../hourly-grants.ts';
import { IntColumn, RowHeap } from '../row-heap.ts';
import type { WithdrawalRows } from './flow.ts';

/** The two heaps of a coin. */
export interface Waiting {
  readonly large: RowHeap;
  readonly small: RowHeap;
}

export class WithdrawalHeaps {
  private readonly rows: WithdrawalRows;
  private readonly places = new IntColumn();
  /** Approved and not yet queued. */
  readonly byTime: RowHeap;
  private readonly waiting: (Waiting | undefined)[] = [];

  constructor(rows: WithdrawalRows) {
    this.rows = rows;
    this.byTime = new RowHeap((a, b) => this.earlier(a, b), this.places);
  }

  /** Whether no withdrawal of a coin is queued. */
  isEmpty(asset: number): boolean {
    const { large, small } = this.of(asset);
    return large.size + small.size === 0;
  }

  of(asset: number): Waiting {
    while (this.waiting.length <= asset) this.waiting.push(undefined);
    const found = this.waiting[asset] ?? {
      large: new RowHeap(this.before, this.places),
      small: new RowHeap(this.before, this.places),
    };
    this.waiting[asset] = found;
    return found;
  }

  /** The heap for a row once it is queued. */
  for(row: number): RowHeap {
    const { large, small } = this.of(this.rows.asset[row] as number);
    return (this.rows.worth[row] as number) > SMALL_WITHDRAWAL ? large : small;
  }

  /** Whether a row is in one of the heaps. */
  has(row: number): boolean {
    return this.places.get(row) > 0;
  }

  /** Whether row `a` is served before row `b`: by round, then by time. */
  readonly before = (a: number, b: number): boolean => {
    const { rows } = this;
    const round = (rows.round[a] as number) - (rows.round[b] as number);
    return round === 0 ? this.earlier(a, b) : round < 0;
  };

  private earlier(a: number, b: number): boolean {
    const { rows } = this;
    const time = (rows.time[a] as number) - (rows.time[b] as number);
    return time === 0 ? rows.id(a) < rows.id(b) : time < 0;
  }
}
