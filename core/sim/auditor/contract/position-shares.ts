// core §10 as the auditor counts it: the sides of contracts that a customer has open, with a position or an opening order, are at
// most a share, which goes by the square of the free part of the table of positions (rules `positionShare`).

import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import type { Auditor } from '../auditor.ts';
import type { Order, OrderBook } from '../orders.ts';
import type { Positions } from './positions.ts';

const MARKET_MAKER = 1;
/** Rows of the table; sides of a customer while it is empty, by verification stage. */
const ROWS = 4_000_000;
const SHARES = [60, 250, 500] as const;
const OPEN_SHORT = 2;

export class PositionShares {
  /** Rows of the table of positions; a run that narrows the table says so. */
  rows = ROWS;
  private readonly auditor: Auditor;
  private readonly orders: OrderBook;
  private readonly book: Positions;

  constructor(auditor: Auditor, orders: OrderBook, book: Positions) {
    this.auditor = auditor;
    this.orders = orders;
    this.book = book;
  }

  /** An order is about to open. Where its side is open already it adds none. */
  expect({ user, direction, market }: Order): void {
    if (this.auditor.rules < RULE.positionShare || user === MARKET_MAKER || direction > OPEN_SHORT) return;
    const own = new Set<string>();
    for (const one of this.book.byUser.get(user) ?? []) if (one.lots > 0) own.add(`${one.market} ${one.side}`);
    for (const id of this.orders.byUser.get(user) ?? []) {
      const one = this.orders.get(id);
      if (one.direction === 1 || one.direction === OPEN_SHORT) own.add(`${one.market} ${one.direction}`);
    }
    if (own.has(`${market} ${direction}`)) return;
    const { stage } = this.auditor.people.get(user);
    // Open positions are known, rows that orders keep are more: no fewer are used.
    const free = this.rows - this.book.positions.size;
    const whole = Math.floor(((SHARES[stage] ?? SHARES[2]) * free) / this.rows);
    const share = Math.max(Math.floor((whole * free) / this.rows), stage > 0 ? 1 : 0);
    if (own.size >= share)
      throw new Breach(
        `core §10: user ${user} has ${own.size} sides of contracts open and opens one more, not ${share}`,
      );
  }
}
