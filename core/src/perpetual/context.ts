// The tables that contract rules use, and the numbers of the current decision.

import type { CoreContext } from '../core-context.ts';
import type { Orders, Triggers } from '../book/index.ts';
import type { Clock, Timers } from '../clock/index.ts';
import type { OrderBooks, OrderAccounts } from '../order/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import type { Users } from '../user/index.ts';
import type { Prices } from '../price/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';
import { CloseTimes } from './closing-hours/close-times.ts';
import { ClosingRates } from './closing-hours/closing-rates.ts';
import { Contracts } from './contracts.ts';
import { GapMargins } from './closing-hours/gap-margins.ts';
import { Gaps } from './closing-hours/gaps.ts';
import { KeptRows } from './position/kept-rows.ts';
import { Positions } from './position/positions.ts';

/** `contractOrders.forced`: a liquidation order; an order that reduces a position before its market closes. */
export const FORCED = { none: 0, liquidation: 1, closing: 2 } as const;

/** The bound of the number of orders. */
const MAX_ROWS = 2 ** 23 - 1;

/** Notifications about changed positions and contract wallets, for liquidation triggers (money §3). */
export interface Watch {
  /**
   * A position's lots, cost, margin or leverage changed; lots 0: it is about to be removed. `released`: settle atoms of
   * margin and profit that the closed lots moved to the wallet; isolated positions only.
   */
  position(slot: number, released?: number): void;
  /** A contract wallet's balance or one of its cross positions changed. */
  contractWallet(row: number): void;
  /** A market's maintenance tiers changed. */
  terms(market: number): void;
  /**
   * For a forced close of `lots` of a position at `value`, with the cost it releases and the profit it realises: atoms
   * to (+) or from (−) the insurance fund. −Infinity: the fund may not pay that much, so there is no fill.
   */
  insure(slot: number, lots: number, value: number, released: number, profit: number): number;
}

const nobody: Watch = {
  position: () => undefined,
  contractWallet: () => undefined,
  terms: () => undefined,
  insure: () => 0,
};

export class PerpetualContext {
  readonly registry: Registry;
  readonly out: EventBuffer;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly prices: Prices;
  readonly orderBooks: OrderBooks;
  readonly orders: Orders;
  readonly triggers: Triggers;
  readonly markets: Markets;
  readonly orderAccounts: OrderAccounts;
  readonly contracts: Contracts;
  readonly positions: Positions;
  /** For markets with hours: when they close, the margin this requires, who bears the gap. */
  readonly closes: CloseTimes;
  readonly closingRates: ClosingRates;
  readonly gaps: Gaps;
  readonly gapMargins: GapMargins;
  /** Rows reserved for the end of what is open. */
  readonly kept: KeptRows;
  /** Columns of contract orders beside the order table, by its slot. */
  readonly terms;
  /** Wired once at start, not state. */
  watch: Watch = nobody;
  /** Hash of the events of the last batch, hex. Wired once. */
  lastHash: () => string = () => '';
  /** Called before a position is removed. Wired once at start, not state. */
  leaves: (slot: number) => void = () => undefined;

  // The current decision. The next one overwrites it; not part of the state.
  /** Numbers of a refusal. */
  expected = 0;
  got = 0;
  /** Limit price of an order, ticks. */
  limit = 0;

  constructor(core: CoreContext) {
    const { registry, orderBooks, clock, timers, ledger, users, prices } = core;
    this.registry = registry;
    this.orderBooks = orderBooks;
    this.out = orderBooks.out;
    this.clock = clock;
    this.timers = timers;
    this.ledger = ledger;
    this.users = users;
    this.prices = prices;
    this.orders = orderBooks.orders;
    this.triggers = orderBooks.triggers;
    this.markets = orderBooks.markets;
    this.orderAccounts = orderBooks.orderAccounts;
    this.contracts = new Contracts(registry, orderBooks.out);
    this.positions = new Positions(registry, ledger, this.contracts);
    this.terms = registry.add(
      table(
        'contractOrders',
        {
          /** Opening orders: what they require of their contract wallet, settle atoms; closing orders: 0. */
          requirement: 'f64',
          holding: 'i32',
          /** 1 open long, 2 open short, 3 close long, 4 close short. */
          direction: 'i32',
          mode: 'i32',
          leverage: 'i32',
          /** For the position that it opens, ticks, 0 none; triggered by 1 mark, 2 last. */
          stopProfit: 'i32',
          stopLoss: 'i32',
          guardBy: 'i32',
          /** Closing orders: slot of their position; 0 for opening ones. */
          position: 'i32',
          /** 0 none, 1 take-profit, 2 stop-loss. */
          guard: 'i32',
          /** 1: reserves the lots it closes. Take-profit, stop-loss and quick closes reserve none. */
          reserves: 'i32',
          /** 1: closes the whole position, whatever its lots are then. */
          whole: 'i32',
          /** A `FORCED` value: no fee, no check of equity. */
          forced: 'i32',
        },
        MAX_ROWS,
      ),
    );
    this.closes = new CloseTimes(registry, orderBooks.out, clock, timers, prices);
    this.closingRates = new ClosingRates(this);
    this.gaps = new Gaps(this);
    this.gapMargins = new GapMargins(this);
    this.kept = new KeptRows(this);
  }

  /** Refuses with `code` and keeps the two numbers. */
  refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }
}
