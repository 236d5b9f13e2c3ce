// A user's place in a market: its two accounts, its open orders in the order of their arrival.

import { type Orders, ROW32 } from '../book/index.ts';
import type { Clock } from '../clock/index.ts';
import { CLASS, type Ledger } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import { MARKET_MAKER, type Users } from '../user/index.ts';
import { RULE } from '../rules.ts';
import { Lookup, type Registry, table } from '../state/index.ts';
import { orderShare } from './order-share.ts';

/** Isolated margin: its accounts carry the market. */
const ISOLATED = 5;
/** A million users in every one of the spot markets, of which there are some thirty. */
const MAX_ORDER_ACCOUNTS = 30_000_000;
const FIRST_USERS = 64;

export class OrderAccounts {
  readonly rows;
  /** Open orders of all customers that are not verified. Derived. */
  unverified = 0;
  /** By user: open orders. Derived. */
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

  /** On load. */
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
   * Whether one more order of a user fits: customers that are not verified have at most half of all orders, and since
   * rules `orderShare` no customer more than the share.
   */
  fitsOrder(user: number): boolean {
    if (this.isUnverified(user) && this.unverified * 2 >= this.orders.most) return false;
    return user === MARKET_MAKER || this.clock.rules < RULE.orderShare || this.openOf(user) < this.shareOf(user);
  }

  /** Whether the user's own share is used up and, since rules `shareInRefusal`, a refusal names it. */
  refusesByShare(user: number): boolean {
    return user !== MARKET_MAKER && this.clock.rules >= RULE.shareInRefusal && this.openOf(user) >= this.shareOf(user);
  }

  /** Open orders of a user, in all markets and wallets. */
  openOf(user: number): number {
    return user < this.ordersOf.length ? (this.ordersOf[user] as number) : 0;
  }

  /** How many open orders a user may have for one more to be taken. */
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

  /** `unverified`, counted anew. */
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

  /** Whether the user has an order account, or there is room for one and its two accounts. */
  fits(user: number, market: number, wallet: number): boolean {
    return (!this.rows.full() && this.ledger.hasRoom(2)) || this.find(user, market, wallet) !== 0;
  }

  /** The same for an order of a liquidation: it may take what its wallet has kept. */
  fitsToEnd(user: number, market: number, wallet: number): boolean {
    return (!this.rows.exhausted() && this.ledger.hasRoomToEnd(2)) || this.find(user, market, wallet) !== 0;
  }

  /** The order account, made with its accounts when it is new. */
  open(user: number, market: number, wallet: number): number {
    const found = this.index.find(user, market, wallet);
    if (found !== 0) return found;
    const { rows, markets, users } = this;
    const of = wallet === ISOLATED ? market : 0;
    const base = this.ledger.open(CLASS.wallet, user, wallet, markets.rows.base[market] as number, of);
    const quote = this.ledger.open(CLASS.wallet, user, wallet, markets.rows.quote[market] as number, of);
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

  /** An order opens at the order account of its row. */
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

  /** An order is open no more. */
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
