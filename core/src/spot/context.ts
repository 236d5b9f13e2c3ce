// The tables that spot rules use, the fee shares, and the numbers of the current decision.

import type { CoreContext } from '../core-context.ts';
import { MAX_ORDERS, type Orders, type Triggers } from '../book/index.ts';
import type { Clock } from '../clock/index.ts';
import type { OrderBooks, OrderAccounts } from '../order/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import type { Users } from '../user/index.ts';
import type { Prices } from '../price/index.ts';
import { type EventBuffer, table } from '../state/index.ts';

/** Margin's checks of orders in its wallets (4 cross, 5 isolated). Wired in `parts.ts`. */
export interface MarginGate {
  /** 200, or why a wallet may not place orders in a market. */
  admits(user: number, wallet: number, market: number): number;
  /** Whether a wallet may buy or sell, giving `paid` atoms for `got` at `price` ticks at worst (money §12, 15). */
  bears(user: number, wallet: number, market: number, side: number, price: number, paid: number, got: number): boolean;
  /** Whether stale prices restrict a wallet in a market (money §11). */
  bound(user: number, wallet: number, market: number): boolean;
  /** Why `bears` last returned false: the refusal's code and numbers. */
  readonly code: number;
  readonly expected: number;
  readonly got: number;
  /** A fill changed a wallet's balances. */
  moved(user: number, wallet: number, market: number): void;
}

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

  /** Margin's gate, once wired. Until then only the spot wallet exists. */
  gate: MarginGate | undefined = undefined;
  /** True while margin liquidates a wallet: its own order skips the gate. */
  forced = false;

  // The current decision. The next one overwrites it; it is not part of the state.
  /** Numbers of a refusal. */
  expected = 0;
  got = 0;
  /** Atoms the order takes from the available balance, and the asset. */
  need = 0;
  asset = 0;
  /** Worst price of a market order, ticks. */
  limit = 0;
  /** The user's order account, 0 when none exists yet. */
  orderAccount = 0;
  /** What would fill now: lots, value, first and last price; whether the budget ended it, not the book. */
  lots = 0;
  value = 0;
  best = 0;
  worst = 0;
  spent = false;
  /** Whether more would fill than one order may match. */
  swept = false;
  /** How many of the orders it would match are of margin wallets. */
  margins = 0;
  /** Lots the current order filled. */
  dealt = 0;
  /** By order: lots that a triggered order by amount has filled while it waits to spend the rest. */
  readonly dealtLots;

  constructor(core: CoreContext) {
    const { registry, orderBooks, clock, ledger, users, prices } = core;
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

  /** Refuses with `code` and keeps the two numbers. */
  refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }

  /** Lots that a triggered order by amount filled before the current fill. */
  dealtBefore(slot: number): number {
    return this.orders.triggered(slot) && slot <= this.dealtLots.top ? (this.dealtLots.lots[slot] as number) : 0;
  }
}
