// Orders, books, triggers, markets and order accounts, shared by every order book product.

import { Orders, restoreBooks, Triggers } from '../book/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { Markets } from '../market/index.ts';
import type { Users } from '../user/index.ts';
import { RULE } from '../rules.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';
import type { OrderRules } from './face.ts';
import { CutQuotes } from './cut-quotes.ts';
import { OrderAccounts } from './order-accounts.ts';

const ROW = 1;

export class OrderBooks {
  readonly orders = new Orders();
  readonly triggers = new Triggers(this.orders);
  readonly markets: Markets;
  readonly orderAccounts: OrderAccounts;
  readonly out: EventBuffer;
  readonly clock: Clock;
  /** Shares of every fee, millionths; how many markets are stirred. */
  readonly shares;
  /** Sides that the market maker could not quote. */
  readonly cutQuotes;
  /** By market type. Wired once at start, not state. */
  private readonly rules: (OrderRules | undefined)[] = [];

  constructor(registry: Registry, out: EventBuffer, ledger: Ledger, users: Users, clock: Clock) {
    this.out = out;
    this.clock = clock;
    registry.add(this.orders);
    this.markets = new Markets(registry, out, ledger, this.orders);
    this.orderAccounts = new OrderAccounts(registry, ledger, this.markets, users, this.orders, clock);
    this.shares = registry.add(
      table('shares', { safety: 'i32', first: 'i32', second: 'i32', third: 'i32', stirred: 'i32' }, 1),
    );
    this.shares.reach(ROW);
    this.cutQuotes = new CutQuotes(registry, clock);
  }

  /** Registers the product whose rules apply to the orders of a market type. */
  give(type: number, rules: OrderRules): void {
    while (this.rules.length <= type) this.rules.push(undefined);
    this.rules[type] = rules;
  }

  /** The rules of a market's orders. */
  rulesOf(market: number): OrderRules {
    const type = this.markets.rows.type[market] as number;
    const rules = this.rules[type];
    if (rules === undefined) throw new Error(`Expected rules for markets of type ${type}, market ${market}.`);
    return rules;
  }

  /** The desk changed a market's row: its product applies and emits the change, and its triggers are checked again. */
  marketChanged(market: number): void {
    const rules = this.rulesOf(market);
    if (rules.marketChanged === undefined) this.markets.emit(market);
    else rules.marketChanged(market);
    this.traded(market);
  }

  /** The market traded while its index stayed. Since `RULE.stops` triggers wait for the next tick. */
  traded(market: number): void {
    if (this.clock.rules < RULE.stops) this.stir(market);
  }

  /** The market's index moved: its triggers are checked after the command. */
  stir(market: number): void {
    if (this.markets.rows.stirred[market] !== 0) return;
    this.markets.rows.stirred[market] = 1;
    this.shares.stirred[ROW] = (this.shares.stirred[ROW] as number) + 1;
  }

  /** What the command or the step at hand has spent on orders of others that it met; no part of the state. */
  met = 0;

  /** Whether the triggered order at hand met as many orders as one may, and waits; no part of the state. */
  swept = false;

  calm(market: number): void {
    this.markets.rows.stirred[market] = 0;
    this.shares.stirred[ROW] = (this.shares.stirred[ROW] as number) - 1;
  }

  stirred(): boolean {
    return this.shares.stirred[ROW] !== 0;
  }

  share(generation: number): number {
    const of = generation === 1 ? this.shares.first : generation === 2 ? this.shares.second : this.shares.third;
    return of[ROW] as number;
  }

  safetyShare(): number {
    return this.shares.safety[ROW] as number;
  }

  /** All shares together, without the agents'. */
  allShares(): number {
    return this.safetyShare() + this.share(1) + this.share(2) + this.share(3);
  }

  setShares(safety: number, first: number, second: number, third: number): void {
    this.shares.safety[ROW] = safety;
    this.shares.first[ROW] = first;
    this.shares.second[ROW] = second;
    this.shares.third[ROW] = third;
  }

  /** Rebuilds order accounts, books and triggers, on load. */
  rebuild(): void {
    this.orderAccounts.rebuild();
    this.markets.makeBooks();
    restoreBooks(this.orders, this.markets.books, this.triggers);
  }
}
