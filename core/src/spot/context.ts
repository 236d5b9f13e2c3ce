// What the spot rules work on: the tables they meet in, the fee shares, and the numbers of the decision at hand.

import { MAX_ORDERS, type Orders, type Triggers } from '../book/index.ts';
import type { Clock } from '../clock/index.ts';
import type { OrderBooks, OrderAccounts } from '../order/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import type { Users } from '../user/index.ts';
import type { Prices } from '../price/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';

/** What margin says of orders in its wallets (4 cross, 5 isolated); wired in `parts.ts`. */
export interface MarginGate {
  /** 200, or why a wallet takes no orders of a market. */
  admits(user: number, wallet: number, market: number): number;
  /** Whether a wallet may buy or sell, `paid` atoms for `got`, at `price` ticks at worst (money §12, 15). */
  bears(user: number, wallet: number, market: number, side: number, price: number, paid: number, got: number): boolean;
  /** Whether stale prices bind a wallet in a market (money §11). */
  bound(user: number, wallet: number, market: number): boolean;
  /** Why a `bears` said no: the code of a refusal and its numbers. */
  readonly code: number;
  readonly expected: number;
  readonly got: number;
  /** A fill changed what a wallet has. */
  moved(user: number, wallet: number, market: number): void;
}

/** The wallet that spot orders use, if not a margin wallet. */
export const SPOT_WALLET = 1;
/** Isolated margin: its accounts carry the market. */
export const ISOLATED_WALLET = 5;

export class SpotContext {
  readonly out: EventBuffer;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly prices: Prices;
  readonly orderBooks: OrderBooks;
  readonly orders: Orders;
  readonly triggers: Triggers;
  readonly markets: Markets;
  readonly orderAccounts: OrderAccounts;

  /** Margin's, once wired: until then there is no wallet but the spot one. */
  gate: MarginGate | undefined = undefined;
  /** While margin sells a wallet out: its own order asks nobody. */
  forced = false;

  // The decision at hand: overwritten by the next one, no part of the state.
  /** Numbers behind a refusal. */
  expected = 0;
  got = 0;
  /** Atoms the order takes from available, and of which asset. */
  need = 0;
  asset = 0;
  /** Where a market order stops. */
  limit = 0;
  /** The user's order account, 0 when it has none there yet. */
  orderAccount = 0;
  /** What would fill now: lots, value, first and last price; whether money, not the book, ended it. */
  lots = 0;
  value = 0;
  best = 0;
  worst = 0;
  spent = false;
  /** Whether more would fill than one order may meet. */
  swept = false;
  /** How many of the orders that it would meet are of margin wallets. */
  margins = 0;
  /** Lots the order at hand dealt. */
  dealt = 0;
  /** By order: lots that a triggered order by amount has dealt while it waits to spend the rest. */
  readonly dealtLots;

  constructor(registry: Registry, orderBooks: OrderBooks, clock: Clock, ledger: Ledger, users: Users, prices: Prices) {
    this.dealtLots = registry.add(table('spotTriggeredLots', { lots: 'f64' }, MAX_ORDERS));
    this.orderBooks = orderBooks;
    this.out = orderBooks.out;
    this.clock = clock;
    this.ledger = ledger;
    this.users = users;
    this.prices = prices;
    this.orders = orderBooks.orders;
    this.triggers = orderBooks.triggers;
    this.markets = orderBooks.markets;
    this.orderAccounts = orderBooks.orderAccounts;
  }

  /** A refusal and its numbers. */
  refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }

  /** Lots that a triggered order by amount dealt before the fill at hand. */
  dealtBefore(slot: number): number {
    return this.orders.triggered(slot) && slot <= this.dealtLots.top ? (this.dealtLots.lots[slot] as number) : 0;
  }
}
