// Recent swap totals: by coin per minute and per hour, by user per minute (money §8). Each sums fixed parts of time, so
// a window is never shorter than its name, and at most one part longer.

import { MINUTE } from '../clock/index.ts';
import { quotient, remainder } from '../number/index.ts';
import { MAX_USERS } from '../user/index.ts';
import { type Registry, table } from '../state/index.ts';

const MAX_ASSET = 65_535;
const SECOND = 1_000;
const HOUR = 3_600_000;
/** Parts a minute has for a customer. */
const THIRD = 20_000;

/** Sums by row over the last `parts` spans: the current one and those before it. Bounded: `rows` × `parts`. */
class RollingSum {
  private readonly cells;
  private readonly span: number;
  private readonly parts: number;

  constructor(registry: Registry, name: string, rows: number, span: number, parts: number) {
    this.span = span;
    this.parts = parts;
    this.cells = registry.add(table(name, { span: 'f64', sum: 'f64', count: 'i32' }, rows * parts));
  }

  sum(row: number, now: number): number {
    return this.total(row, now, this.cells.sum);
  }

  count(row: number, now: number): number {
    return this.total(row, now, this.cells.count);
  }

  /** Adds to the current span, and counts `times`. */
  add(row: number, now: number, amount: number, times: number): void {
    const { cells, parts } = this;
    const span = quotient(now, this.span);
    cells.reach(row * parts);
    const at = (row - 1) * parts + 1 + remainder(span, parts);
    if (cells.span[at] !== span) {
      cells.span[at] = span;
      cells.sum[at] = 0;
      cells.count[at] = 0;
    }
    cells.sum[at] = (cells.sum[at] as number) + amount;
    cells.count[at] = (cells.count[at] as number) + times;
  }

  private total(row: number, now: number, column: Float64Array | Int32Array): number {
    const { cells, parts } = this;
    const oldest = quotient(now, this.span) - parts + 1;
    const first = (row - 1) * parts + 1;
    if (first > cells.top) return 0;
    let total = 0;
    for (let at = first; at < first + parts; at += 1)
      if ((cells.span[at] as number) >= oldest) total += column[at] as number;
    return total;
  }
}

export class SwapWindows {
  /** By coin: value into the treasury less value out, millionths of a USDT, 60 to 61 s. */
  readonly flow;
  /** By coin: atoms into the treasury less atoms out, 60 to 61 minutes. */
  readonly hour;
  /** By coin, since rules `parInflow`: the same over 24 to 25 hours. */
  readonly day;
  /** By customer: worth swapped, millionths of a USDT, and orders placed, 60 to 80 s. */
  readonly customer;

  constructor(registry: Registry) {
    this.flow = new RollingSum(registry, 'swap.flow', MAX_ASSET, SECOND, 61);
    this.hour = new RollingSum(registry, 'swap.hour', MAX_ASSET, MINUTE, 61);
    this.day = new RollingSum(registry, 'swap.day', MAX_ASSET, HOUR, 25);
    this.customer = new RollingSum(registry, 'swap.customer', MAX_USERS, THIRD, 4);
  }
}
