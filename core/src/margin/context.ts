// The tables that margin uses, shared and its own, and what it needs from spot to liquidate a wallet.

import type { CoreContext } from '../core-context.ts';
import type { Clock, Timers } from '../clock/index.ts';
import type { OrderBooks } from '../order/index.ts';
import type { FundDays, Ledger, WalletRules } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import type { Changes, Users } from '../user/index.ts';
import type { Prices } from '../price/index.ts';
import { Lookup, type EventBuffer } from '../state/index.ts';
import { Bounds } from './bounds.ts';
import { FundPayments } from './fund.ts';
import { KeptRows } from './kept-rows.ts';
import { MarginTables } from './tables.ts';

/** Orders that margin places for a wallet. Spot implements it, wired in `parts.ts`. */
export interface Broker {
  /**
   * Estimates what would fill now within `limit`: `lots` and their `value`; at most `lots` and `budget` quote atoms
   * (Infinity).
   */
  estimate(user: number, market: number, side: number, limit: number, lots: number, budget: number): void;
  readonly estimated: { readonly lots: number; readonly value: number };
  /** A liquidation order, immediate or cancelled. Returns the lots filled. */
  force(user: number, market: number, wallet: number, side: number, limit: number, lots: number): number;
}

export class MarginContext {
  readonly tables: MarginTables;
  readonly bounds: Bounds;
  /** Rows reserved for the liquidation of wallets with debts. */
  readonly kept: KeptRows;
  /** What the insurance fund may pay of debts. */
  readonly payments: FundPayments;
  readonly out: EventBuffer;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly prices: Prices;
  readonly changes: Changes;
  readonly walletRules: WalletRules;
  readonly orderBooks: OrderBooks;
  readonly markets: Markets;
  readonly broker: Broker;
  /** Wallets by user, wallet type and market. */
  readonly index = new Lookup();
  /** Numbers of a refusal in the current decision. */
  expected = 0;
  got = 0;

  constructor(core: CoreContext, changes: Changes, broker: Broker, fundDays: FundDays) {
    const { registry, clock, timers, ledger, users, prices, walletRules, orderBooks } = core;
    this.tables = new MarginTables(registry);
    this.payments = new FundPayments(registry, fundDays);
    this.bounds = new Bounds(this.tables.bounds);
    this.out = orderBooks.out;
    this.clock = clock;
    this.timers = timers;
    this.ledger = ledger;
    this.users = users;
    this.prices = prices;
    this.changes = changes;
    this.walletRules = walletRules;
    this.orderBooks = orderBooks;
    this.markets = orderBooks.markets;
    this.broker = broker;
    this.kept = new KeptRows(this);
  }

  refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }

  /** The wallet's row, 0 when it never borrowed or set its leverage. */
  find(user: number, wallet: number, market: number): number {
    return this.index.find(user, wallet, market);
  }

  /** Returns the wallet's row, and adds it with the maximum leverage when it is new. */
  open(user: number, wallet: number, market: number): number {
    const found = this.index.find(user, wallet, market);
    if (found !== 0) return found;
    const w = this.tables.wallets;
    const row = w.append();
    w.user[row] = user;
    w.wallet[row] = wallet;
    w.market[row] = market;
    w.leverage[row] = this.tables.mostLeverage(wallet, market);
    this.index.add(user, wallet, market, row);
    return row;
  }

  /** Rebuilds the index, on load. */
  rebuild(): void {
    const w = this.tables.wallets;
    for (let row = 1; row <= w.top; row += 1)
      this.index.add(w.user[row] as number, w.wallet[row] as number, w.market[row] as number, row);
    this.bounds.rebuild();
    this.kept.rebuild();
  }
}
