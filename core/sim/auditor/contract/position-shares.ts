// Audits core §10: the contract sides that a user has open are within their share. A side counts with a position or an
// opening order. The share depends on the square of the free part of the positions table (rules `positionShare`).

import { CONTRACT_DIRECTION, MARKET_MAKER } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import type { Auditor } from '../auditor.ts';
import type { Order, OrderBook } from '../orders.ts';
import type { Positions } from './positions.ts';

/** Rows of the table; sides of a user while it is empty, by verification stage. */
const ROWS = 4_000_000;
const SHARES = [60, 250, 500] as const;

export class PositionShares {
  /** Rows of the positions table. A run with a smaller table sets this. */
  rows = ROWS;
  private readonly auditor: Auditor;
  private readonly orders: OrderBook;
  private readonly book: Positions;

  constructor(auditor: Auditor, orders: OrderBook, book: Positions) {
    this.auditor = auditor;
    this.orders = orders;
    this.book = book;
  }

  /** An order is about to open. On an already open side it adds none. */
  expect({ user, direction, market }: Order): void {
    if (this.auditor.rules < RULE.positionShare || user === MARKET_MAKER || direction > CONTRACT_DIRECTION.openShort)
      return;
    const own = new Set<string>();
    for (const one of this.book.byUser.get(user) ?? []) if (one.lots > 0) own.add(`${one.market} ${one.side}`);
    for (const id of this.orders.byUser.get(user) ?? []) {
      const one = this.orders.get(id);
      if (one.direction === 1 || one.direction === CONTRACT_DIRECTION.openShort)
        own.add(`${one.market} ${one.direction}`);
    }
    if (own.has(`${market} ${direction}`)) return;
    const { stage } = this.auditor.people.get(user);
    // Only open positions are known; orders reserve further rows. So at least this many rows are in use.
    const free = this.rows - this.book.positions.size;
    const whole = Math.floor(((SHARES[stage] ?? SHARES[2]) * free) / this.rows);
    const share = Math.max(Math.floor((whole * free) / this.rows), stage > 0 ? 1 : 0);
    if (own.size >= share)
      throw new Breach(
        `core §10: user ${user} has ${own.size} sides of contracts open and opens one more, not ${share}`,
      );
  }
}
