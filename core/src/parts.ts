// Creates and wires all domains of one exchange: the only file that imports all of them.

import { Clock, Timers } from './clock/index.ts';
import type { CoreContext } from './core-context.ts';
import {
  TreasuryMoney,
  Linking,
  Listing,
  MarketChanges,
  Parameters,
  People,
  Proposals,
  Waiting,
} from './desk/index.ts';
import type { Domain } from './domain.ts';
import { Earn, EarnContext } from './earn/index.ts';
import { OrderBooks, FrozenOrders, OrderCommands, StaleQuotes } from './order/index.ts';
import { Keys } from './idempotency/index.ts';
import { Ledger, WalletRules } from './ledger/index.ts';
import { LoanContext, Loans } from './loan/index.ts';
import { Margin, MarginContext } from './margin/index.ts';
import { Bonds, Claims, Deals, Offers, OtcContext } from './otc/index.ts';
import { Changes, Operators, StoredWords, Users } from './user/index.ts';
import { BeforeClose, Risk, Perpetual, PerpetualContext } from './perpetual/index.ts';
import { Prices } from './price/index.ts';
import { Router } from './router.ts';
import { keptRows } from './row-needs.ts';
import { RuleChanges } from './rule-changes.ts';
import { Second, SecondContext } from './second/index.ts';
import { Spot, SpotContext } from './spot/index.ts';
import { EventBuffer, Registry } from './state/index.ts';
import {
  Deposits,
  Rewards,
  Swap,
  SwapOrders,
  Wallet,
  WalletContext,
  WalletTerms,
  Withdrawals,
} from './wallet/index.ts';

export class Parts implements CoreContext {
  readonly registry = new Registry();
  readonly out = new EventBuffer();
  readonly clock = new Clock(this.registry);
  readonly timers = new Timers(this.registry, this.clock);
  readonly ledger = new Ledger(this.registry, this.out);
  readonly walletRules = new WalletRules(this.ledger);
  readonly users = new Users(this.registry, this.out, this.clock);
  readonly prices = new Prices(this.registry, this.out, this.clock, this.timers);
  readonly orderBooks = new OrderBooks(this.registry, this.out, this.ledger, this.users, this.clock);
  readonly second = new Second(new SecondContext(this));
  readonly earn = new Earn(new EarnContext(this));
  readonly spot = new Spot(new SpotContext(this));
  readonly orders = new OrderCommands(this.orderBooks, this.users);
  readonly frozenOrders = new FrozenOrders(this.orderBooks, this.users);
  readonly staleQuotes = new StaleQuotes(this.registry, this.orderBooks, this.users, this.prices);
  readonly operators = new Operators(this.registry, this.out);
  readonly stored = new StoredWords(this.registry);
  /** For domains whose terms become stricter only after a day's notice. */
  readonly changes = new Changes(this, this.stored);
  readonly perpetual = new Perpetual(new PerpetualContext(this), this.changes, this.walletRules);
  readonly risk = new Risk(this.perpetual.context);
  readonly beforeClose = new BeforeClose(this.perpetual.context, this.changes);
  readonly margin = new Margin(new MarginContext(this, this.changes, this.spot, this.risk.fundDays));
  private readonly walletContext = new WalletContext(this);
  readonly wallet = new Wallet(this.registry, this.walletContext);
  readonly deposits = new Deposits(this.registry, this.walletContext);
  /** An overdue loan locks withdrawals through `withdrawals.lockBy`. */
  readonly withdrawals = new Withdrawals(this.registry, this.walletContext);
  private readonly otc = new OtcContext(this);
  private readonly claims = new Claims(this.otc);
  private readonly swap = new Swap(this.registry, this.walletContext, this.changes);
  private readonly swapOrders = new SwapOrders(this.registry, this.walletContext, this.swap);
  /** Domains that move money in, out and between accounts. Of these, only pending swaps handle ticks. */
  private readonly moves: readonly Domain[] = [
    this.earn,
    this.wallet,
    new WalletTerms(this.walletContext, this.changes),
    this.swap,
    this.swapOrders,
    this.deposits,
    this.withdrawals,
    new Rewards(this.registry, this.walletContext),
    new Bonds(this.otc, this.changes),
    new Offers(this.otc),
    new Deals(this.otc),
    this.claims,
  ];
  readonly loans = new Loans(new LoanContext(this));
  readonly proposals = new Proposals(
    this.clock,
    new Waiting(this.registry, this.out, this.clock, this.timers, this.stored),
    this.changes,
    this.operators,
    this.stored,
  );
  readonly marketChanges = new MarketChanges(this.registry, this.orderBooks, this.prices, this.changes, this.second);
  /** The desk's domains. None of them handles ticks. */
  private readonly desk: readonly Domain[] = [
    this.proposals,
    new People(this.users, this.operators, this.orderBooks),
    new Linking(this.users),
    new TreasuryMoney(this),
    new Listing(this.orderBooks.markets, this.prices),
    new Parameters(this.out, this.users, this.orderBooks, this.changes),
    this.marketChanges,
  ];

  /**
   * All domains in the order in which they handle ticks and pending work: pending second contracts, marks and
   * liquidations, margin, then stop orders (core §5).
   */
  readonly domains: readonly Domain[] = [
    this.second,
    this.spot,
    this.perpetual,
    this.risk,
    this.beforeClose,
    this.margin,
    this.orders,
    this.frozenOrders,
    this.staleQuotes,
    this.loans,
    ...this.moves,
    ...this.desk,
  ];
  /**
   * Those that can have work left over: second contracts that ended, the orders of who was frozen and stale quotes first, then in
   * the same order.
   */
  readonly workers: readonly Domain[] = [
    this.second,
    this.frozenOrders,
    this.staleQuotes,
    this.marketChanges,
    this.risk,
    this.beforeClose,
    this.margin,
    this.orders,
    this.deposits,
    this.withdrawals,
  ];
  readonly router = new Router(this.domains, this.ledger, this.timers);
  readonly keys = new Keys(this.registry);
  readonly ruleChanges = new RuleChanges(this.registry, this.out, this.clock, this.users);

  constructor() {
    this.proposals.give(this.router, this.claims);
    this.spot.give(this.margin.gate);
    this.withdrawals.lockBy(this.loans);
    this.otc.lockBy((user) => this.withdrawals.locked(user));
    this.otc.dollarsBy((asset) => this.walletContext.rails.isDollar(asset));
    this.swap.give(() => this.swapOrders.dropClosed());
  }

  /** A calendar opened, closed, or changed its hours. */
  hoursTurned(calendar: number): void {
    this.beforeClose.turned(calendar);
    this.staleQuotes.turned(calendar);
  }

  /** Rows of a table that new business may not take (core §10). */
  keptOf(name: string): number {
    const table = this.registry.tables.find((one) => one.name === name);
    if (table === undefined) throw new Error(`Expected a table ${name}.`);
    return keptRows(this, table);
  }
}
