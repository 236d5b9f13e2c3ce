// Funding of the insurance fund's inventory (money §3): it pays and receives like any holder. What it pays counts as a
// loss of unwinding, so it is bounded; receivers share what it does not pay.

import { POSITION_SIDE } from '../../enum/index.ts';
import { fundingOwed } from '../../formula/index.ts';
import type { Inventory } from '../insurance/inventory.ts';
import type { Payments } from './payments.ts';
import type { PerpetualContext } from '../context.ts';

export class FundFunding {
  private readonly context: PerpetualContext;
  private readonly inventory: Inventory;
  private readonly payments: Payments;

  constructor(context: PerpetualContext, inventory: Inventory, payments: Payments) {
    this.context = context;
    this.inventory = inventory;
    this.payments = payments;
  }

  /** An interval ended and its settlement begins: the fund pays first, or will receive last. */
  ended(market: number): void {
    const { inventory, payments } = this;
    const { rounds } = payments;
    const lots = inventory.lotsOf(market);
    if (lots === 0) return;
    const rate = rounds.rate[market] as number;
    if ((inventory.sideOf(market) === POSITION_SIDE.long) !== rate > 0) {
      inventory.rows.funded[market] = lots;
      return;
    }
    const owed = fundingOwed(payments.value(market, lots), rate, payments.hours(market));
    const paid = Math.min(owed, inventory.mayLose(market), inventory.fund(market));
    rounds.owed[market] = (rounds.owed[market] as number) + owed;
    rounds.paid[market] = (rounds.paid[market] as number) + paid;
    this.move(market, owed, 0 - paid);
    inventory.lose(market, paid);
    if (paid > 0) inventory.emit(market);
  }

  /** After all others: the fund receives its part of what was paid. */
  receive(market: number): void {
    const { inventory, payments } = this;
    if (market > inventory.rows.top) return;
    const lots = inventory.rows.funded[market] as number;
    if (lots === 0) return;
    inventory.rows.funded[market] = 0;
    const owed = fundingOwed(
      payments.value(market, lots),
      payments.rounds.rate[market] as number,
      payments.hours(market),
    );
    this.move(market, owed, payments.dueOf(market, lots));
  }

  /** Moves `amount` to (+) or from (−) the fund, through the market's `rounding`. */
  private move(market: number, owed: number, amount: number): void {
    const { context, payments } = this;
    const c = context.contracts.rows;
    context.out.record('fund.funding', { market, rate: payments.rounds.rate[market] as number, owed, amount });
    context.ledger.post(c.rounding[market] as number, 0 - amount, 0);
    context.ledger.post(c.insurance[market] as number, amount, 0);
  }
}
