// Order accounts: a user in a market, with two ledger accounts and the open orders in order of arrival.

import { type Orders, ROW32 } from '../book/index.ts';
import type { Clock } from '../clock/index.ts';
import { ACCOUNT_CLASS, MARKET_MAKER, WALLET } from '../enum/index.ts';
import { type Ledger } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import { type Users } from '../user/index.ts';
import { RULE } from '../rules.ts';
import { Lookup, type Registry, table } from '../state/index.ts';
import { orderShare } from './order-share.ts';

/** Enough for a million users in each of some thirty spot markets. */
const MAX_ORDER_ACCOUNTS = 30_000_000;
const FIRST_USERS = 64;

export class OrderAccounts {
  readonly rows;
  /** Open orders of all unverified users. Derived. */
  unverified = 0;
  /** Open orders by user. Derived. */
  private ordersOf = new Int32Array(FIRST_USERS);
  private readonly clock: Clock;
  private readonly index = new Lookup();
  private readonly ledger: Ledger;
  private readonly markets: Markets;
  private readonly users: Users;
  private readonly orders: Orders;

  constructor(registry: Registry, ledger: Ledger, markets: Markets, users: Users, orders: Orders, clock: Clock) {
    this.clock = clock;
    this.ledger = ledger;
    this.markets = markets;
    this.users = users;
    this.orders = orders;
    users.onStage((user, stage) => this.stageChanges(user, stage));
    this.rows = registry.add(
      table(
        'seats',
        {
          user: 'i32',
          market: 'i32',
          wallet: 'i32',
          base: 'i32',
          quote: 'i32',
          open: 'i32',
          oldest: 'i32',
          newest: 'i32',
          /** The user's next order account. */
          next: 'i32',
        },
        MAX_ORDER_ACCOUNTS,
      ),
    );
  }

  /** Rebuilds derived fields, on load. */
  rebuild(): void {
    const { rows } = this;
    this.ordersOf.fill(0);
    for (let orderAccount = 1; orderAccount <= rows.top; orderAccount += 1) {
      this.index.add(
        rows.user[orderAccount] as number,
        rows.market[orderAccount] as number,
        rows.wallet[orderAccount] as number,
        orderAccount,
      );
      this.count(rows.user[orderAccount] as number, rows.open[orderAccount] as number);
    }
    this.unverified = this.countUnverified();
  }

  /**
   * Whether the user may open one more order. Unverified users together have at most half of all orders, and since
   * rules `orderShare` no user has more than their share.
   */
  fitsOrder(user: number): boolean {
    if (this.isUnverified(user) && this.unverified * 2 >= this.orders.most) return false;
    return user === MARKET_MAKER || this.clock.rules < RULE.orderShare || this.openOf(user) < this.shareOf(user);
  }

  /** Whether the user has used up their share and, since rules `shareInRefusal`, the refusal names it. */
  refusesByShare(user: number): boolean {
    return user !== MARKET_MAKER && this.clock.rules >= RULE.shareInRefusal && this.openOf(user) >= this.shareOf(user);
  }

  /** A user's open orders, in all markets and wallets. */
  openOf(user: number): number {
    return user < this.ordersOf.length ? (this.ordersOf[user] as number) : 0;
  }

  /** Open orders a user may have before new ones are refused. */
  shareOf(user: number): number {
    const { orders, users } = this;
    return orderShare(users.rows.stage[user] as number, orders.rowsLeft() - orders.keptRows, orders.most);
  }

  private count(user: number, more: number): void {
    if (user >= this.ordersOf.length) {
      let length = this.ordersOf.length;
      while (length <= user) length *= 2;
      const longer = new Int32Array(length);
      longer.set(this.ordersOf);
      this.ordersOf = longer;
    }
    this.ordersOf[user] = (this.ordersOf[user] as number) + more;
  }

  /** Recounts `unverified`. */
  countUnverified(): number {
    const { rows } = this;
    let count = 0;
    for (let orderAccount = 1; orderAccount <= rows.top; orderAccount += 1)
      if (this.isUnverified(rows.user[orderAccount] as number)) count += rows.open[orderAccount] as number;
    return count;
  }

  private isUnverified(user: number): boolean {
    return user !== MARKET_MAKER && this.users.rows.stage[user] === 0;
  }

  private stageChanges(user: number, stage: number): void {
    const before = this.isUnverified(user);
    const after = user !== MARKET_MAKER && stage === 0;
    if (before === after) return;
    let count = 0;
    for (
      let orderAccount = this.users.rows.orderAccount[user] as number;
      orderAccount !== 0;
      orderAccount = this.rows.next[orderAccount] as number
    )
      count += this.rows.open[orderAccount] as number;
    this.unverified += after ? count : -count;
  }

  /** The order account, 0 when the user never ordered there. */
  find(user: number, market: number, wallet: number): number {
    return this.index.find(user, market, wallet);
  }

  /** Whether the user has an order account, or one and its two accounts can be opened. */
  fits(user: number, market: number, wallet: number): boolean {
    return (!this.rows.full() && this.ledger.hasCapacity(2)) || this.find(user, market, wallet) !== 0;
  }

  /** The same for a liquidation order, which may use rows that its wallet has reserved. */
  fitsToEnd(user: number, market: number, wallet: number): boolean {
    return (!this.rows.exhausted() && this.ledger.hasCapacityToEnd(2)) || this.find(user, market, wallet) !== 0;
  }

  /** Returns the order account, and opens it with its accounts when it is new. */
  open(user: number, market: number, wallet: number): number {
    const found = this.index.find(user, market, wallet);
    if (found !== 0) return found;
    const { rows, markets, users } = this;
    const of = wallet === WALLET.isolatedMargin ? market : 0;
    const base = this.ledger.open(ACCOUNT_CLASS.wallet, user, wallet, markets.rows.base[market] as number, of);
    const quote = this.ledger.open(ACCOUNT_CLASS.wallet, user, wallet, markets.rows.quote[market] as number, of);
    const orderAccount = rows.append();
    rows.user[orderAccount] = user;
    rows.market[orderAccount] = market;
    rows.wallet[orderAccount] = wallet;
    rows.base[orderAccount] = base;
    rows.quote[orderAccount] = quote;
    rows.next[orderAccount] = users.rows.orderAccount[user] as number;
    users.rows.orderAccount[user] = orderAccount;
    this.index.add(user, market, wallet, orderAccount);
    return orderAccount;
  }

  /** Adds an open order to the order account of its row. */
  join(slot: number): void {
    const { rows, orders } = this;
    const orderAccount = orders.orderAccount[slot * ROW32] as number;
    const newest = rows.newest[orderAccount] as number;
    orders.older[slot * ROW32] = newest;
    orders.newer[slot * ROW32] = 0;
    if (newest === 0) rows.oldest[orderAccount] = slot;
    else orders.newer[newest * ROW32] = slot;
    rows.newest[orderAccount] = slot;
    rows.open[orderAccount] = (rows.open[orderAccount] as number) + 1;
    this.count(rows.user[orderAccount] as number, 1);
    if (this.isUnverified(rows.user[orderAccount] as number)) this.unverified += 1;
  }

  /** Removes an order that is no longer open. */
  leave(slot: number): void {
    const { rows, orders } = this;
    const orderAccount = orders.orderAccount[slot * ROW32] as number;
    const older = orders.older[slot * ROW32] as number;
    const newer = orders.newer[slot * ROW32] as number;
    if (older === 0) rows.oldest[orderAccount] = newer;
    else orders.newer[older * ROW32] = newer;
    if (newer === 0) rows.newest[orderAccount] = older;
    else orders.older[newer * ROW32] = older;
    rows.open[orderAccount] = (rows.open[orderAccount] as number) - 1;
    this.count(rows.user[orderAccount] as number, -1);
    if (this.isUnverified(rows.user[orderAccount] as number)) this.unverified -= 1;
  }
}
