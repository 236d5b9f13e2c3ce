// Rows that orders and positions reserve from their opening for their end (core §10). Each side of a user's holding
// with a position or an opening order reserves a closing order, a take-profit and a stop-loss. While it has no position
// yet, it also reserves the position's row and the account of its margin. Derived from the state.

import { MARKET_MAKER } from '../../enum/index.ts';
import { RULE } from '../../rules.ts';
import type { TableBase } from '../../state/index.ts';
import { PositionShares } from './position-share.ts';
import type { PerpetualContext } from '../context.ts';
import type { Expect } from '../../expect.ts';

/** Orders that a side reserves: a closing order, take-profit and stop-loss. */
export const SIDE_ORDERS = 3;
const FIRST_ROWS = 64;

export class KeptRows {
  private readonly context: PerpetualContext;
  /** By holding: orders and positions that it reserves. */
  private orders = new Int32Array(FIRST_ROWS);
  private positions = new Int32Array(FIRST_ROWS);
  private claims: TableBase | undefined;
  /** Sides of users with a position or an opening order. */
  readonly shares: PositionShares;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.shares = new PositionShares(context.users, () => this.context.positions.rows);
  }

  /**
   * Registers the table of funding claims, of which each open position may need a row. Wired once at start, not state.
   */
  give(claims: TableBase): void {
    this.claims = claims;
  }

  /** Recounts, on load. */
  rebuild(): void {
    this.shares.clear();
    for (let holding = 1; holding <= this.context.positions.holdings.top; holding += 1) this.changed(holding);
  }

  /** A holding's positions, opening orders or take-profit and stop-loss orders changed. */
  changed(holding: number): void {
    if (holding >= this.orders.length) this.grow(holding + 1);
    const { context } = this;
    const orders = this.ordersOf(holding);
    const positions = this.positionsOf(holding);
    const more = positions - (this.positions[holding] as number);
    context.orders.keptRows += orders - (this.orders[holding] as number);
    context.positions.rows.keptRows += more;
    context.ledger.accounts.keptRows += more;
    this.orders[holding] = orders;
    this.positions[holding] = positions;
    this.shares.set(holding, context.positions.holdings.user[holding] as number, this.sidesOf(holding));
  }

  /**
   * Whether rows are free for a user's opening order of a side, and for everything it may need until its position is
   * closed.
   */
  fitsOpening(user: number, holding: number, side: number): boolean {
    if (holding !== 0 && this.isOpen(holding, side)) return this.context.orders.fits(1);
    return this.context.orders.fits(1 + SIDE_ORDERS) && this.fitsPosition() && this.fitsShare(user);
  }

  /**
   * For an opening order that does not fit: the most rows and the used rows of the full table. Before rules
   * `positionShare` always those of orders.
   */
  lacking(user: number): { readonly most: number; readonly used: number } {
    const { orders, positions, ledger, clock } = this.context;
    if (clock.rules < RULE.positionShare || !orders.fits(1 + SIDE_ORDERS))
      return { most: orders.most, used: orders.rowsUsed() };
    if (this.fitsPosition()) return { most: this.shares.shareOf(user), used: this.shares.of(user) };
    const { rows } = positions;
    if (!ledger.hasCapacity(1)) return { most: ledger.accounts.most, used: ledger.accounts.rowsUsed() };
    return { most: rows.most, used: rows.rowsUsed() };
  }

  private fitsShare(user: number): boolean {
    return user === MARKET_MAKER || this.context.clock.rules < RULE.positionShare || this.shares.fits(user);
  }

  /** Whether a fill may open a position. A user's order has reserved the rows; the market maker's has not. */
  opensPosition(holding: number): boolean {
    const { positions, ledger } = this.context;
    if (positions.holdings.user[holding] === MARKET_MAKER) return this.fitsPosition();
    return !positions.rows.exhausted() && ledger.hasCapacityToEnd(1);
  }

  audit(expect: Expect): void {
    const { holdings } = this.context.positions;
    for (let holding = 1; holding <= holdings.top; holding += 1)
      expect(
        (this.orders[holding] ?? 0) === this.ordersOf(holding) &&
          (this.positions[holding] ?? 0) === this.positionsOf(holding),
        () => `holding ${holding} to keep ${this.ordersOf(holding)} orders and ${this.positionsOf(holding)} positions`,
      );
    this.shares.audit((holding) => this.sidesOf(holding), holdings, expect);
  }

  /** Checks a position's row, a row for its funding claim, and the account of its margin. */
  private fitsPosition(): boolean {
    const { positions, ledger } = this.context;
    const { rows } = positions;
    const claims = this.claims?.rowsLeft() ?? 0;
    return rows.fits(1) && claims > rows.rowsUsed() + rows.keptRows && ledger.hasCapacity(1);
  }

  private isOpen(holding: number, side: number): boolean {
    const { positions } = this.context;
    const { opensLong, opensShort } = positions.holdings;
    return positions.of(holding, side) !== 0 || (side === 1 ? opensLong : opensShort)[holding] !== 0;
  }

  private ordersOf(holding: number): number {
    const { positions } = this.context;
    const p = positions.rows;
    if (positions.holdings.user[holding] === MARKET_MAKER) return 0;
    let rows = 0;
    for (let side = 1; side <= 2; side += 1) {
      if (!this.isOpen(holding, side)) continue;
      const position = positions.of(holding, side);
      rows += SIDE_ORDERS;
      if (position === 0) continue;
      if (p.stopProfit[position] !== 0) rows -= 1;
      if (p.stopLoss[position] !== 0) rows -= 1;
    }
    return rows;
  }

  private positionsOf(holding: number): number {
    const { positions } = this.context;
    if (positions.holdings.user[holding] === MARKET_MAKER) return 0;
    let rows = 0;
    for (let side = 1; side <= 2; side += 1)
      if (this.isOpen(holding, side) && positions.of(holding, side) === 0) rows += 1;
    return rows;
  }

  /** Sides of a user's holding with a position or an opening order. */
  private sidesOf(holding: number): number {
    if (this.context.positions.holdings.user[holding] === MARKET_MAKER) return 0;
    return (this.isOpen(holding, 1) ? 1 : 0) + (this.isOpen(holding, 2) ? 1 : 0);
  }

  private grow(rows: number): void {
    let length = this.orders.length;
    while (length < rows) length *= 2;
    const [orders, positions] = [new Int32Array(length), new Int32Array(length)];
    orders.set(this.orders);
    positions.set(this.positions);
    this.orders = orders;
    this.positions = positions;
  }
}
