// Sells or buys a position's excess lots in the book before the close: reduce-only, immediate, free of fees and near the
// index (money §3).

import { CLOSE_REASON, POSITION_SIDE, SIDE } from '../../enum/index.ts';
import { closingLimit } from '../../formula/index.ts';
import { stepsMet } from '../../order/index.ts';
import { RULE } from '../../rules.ts';
import { FORCED, type PerpetualContext } from '../context.ts';
import { emitOpened } from '../events.ts';
import { makeForcedOrder } from '../order/order-lifecycle.ts';
import { Legs, settleRest, take } from '../order/take.ts';
import { equity } from '../position/valuation.ts';
import { riskPrice } from '../priced.ts';

/** Steps, as in `closing.excess`. */
const MEASURED = 1;
const SOLD = 2;

export class Sale {
  /** Steps of work that the last `run` used beyond the first. Not state. */
  steps = 0;
  private readonly context: PerpetualContext;
  private readonly legs = new Legs();

  constructor(context: PerpetualContext) {
    this.context = context;
  }

  /**
   * Sells `lots` of a position; what the book does not take stays open. Returns the lots to go on with: since rules
   * `sweepBudget` what is left when the order met the maximum of others.
   */
  run(market: number, slot: number, lots: number): number {
    const { context } = this;
    const { contracts } = context;
    const p = context.positions.rows;
    const sells = p.side[slot] === POSITION_SIDE.long;
    this.steps = 0;
    if (context.orders.exhausted() || context.markets.book(market).best(sells ? SIDE.buy : SIDE.sell) === 0) return 0;
    emitExcess(context, slot, SOLD, lots, context.closingRates.next(market), equity(context, slot), 0);
    const order = makeForcedOrder(context, slot, lots, FORCED.closing);
    emitOpened(context, order);
    const first = contracts.tiers.rate[contracts.firstTier(market)] as number;
    const limit = closingLimit(p.side[slot] as number, riskPrice(context, market), first);
    const { orderBooks, clock } = context;
    orderBooks.met = 0;
    const id = p.id(slot);
    const reason = take(context, this.legs, order, limit);
    const left = lots - this.legs.dealt;
    settleRest(context, this.legs, order, reason);
    this.steps = stepsMet(orderBooks);
    return reason === CLOSE_REASON.sweep && clock.rules >= RULE.sweepBudget && p.find(id) !== 0 ? left : 0;
  }
}

/** Emits that a position has `lots` of excess. */
export function emitMeasured(
  context: PerpetualContext,
  slot: number,
  lots: number,
  rate: number,
  own: number,
  value: number,
): void {
  emitExcess(context, slot, MEASURED, lots, rate, own, value);
}

function emitExcess(
  context: PerpetualContext,
  slot: number,
  step: number,
  lots: number,
  rate: number,
  own: number,
  value: number,
): void {
  const p = context.positions.rows;
  const market = p.market[slot] as number;
  context.out.record('closing.excess', {
    market,
    position: p.id(slot),
    user: p.user[slot] as number,
    side: p.side[slot] as number,
    step,
    lots,
    rate,
    index: riskPrice(context, market),
    equity: own,
    value,
  });
}
