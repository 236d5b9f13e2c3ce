// Triggered stop and take-profit orders: they release their hold and match (money §2).

import { bin, binOf, crosses, opposite, ROW32, ROW64, type Side, isMarket } from '../book/index.ts';
import { CLOSE_REASON, ORDER_STATUS, TIME_IN_FORCE, WALLET } from '../enum/index.ts';
import { isBeyond, isDry, nearIndex, emitChanged, emitTriggered } from '../order/index.ts';
import { frozenLimit, marketLimit } from '../formula/index.ts';
import { NO, USE } from '../price/index.ts';
import { DONE } from '../schema/index.ts';
import { inBand, refuseAtTrigger } from './place.ts';
import { bearsOrder, isBound } from './margin.ts';
import { type SpotContext } from './context.ts';
import { estimate, holdOf, settleRest, take } from './take.ts';
import { clearWay } from './fill-or-kill.ts';

/** Fires the trigger of a waiting order. */
export function fire(context: SpotContext, slot: number): void {
  const { orders, triggers, ledger, markets, prices } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const type = orders.type(slot);
  const force = orders.timeInForce(slot);
  triggers.remove(slot, bin(orders.triggerBy(slot), side, type));
  emitTriggered(context, slot);
  const hold = holdOf(context, slot);
  orders.setWaiting(slot, false);
  ledger.post(orders.hold[slot * ROW32] as number, hold, -hold);
  const instrument = markets.rows.instrument[market] as number;
  const atMarket = isMarket(type);
  if (prices.allows(instrument, atMarket ? USE.spotMarket : USE.spotLimit) === NO)
    return refuseAtTrigger(context, slot, CLOSE_REASON.closed);
  const book = markets.book(market);
  let limit = orders.price[slot * ROW32] as number;
  if (atMarket) {
    const touch = book.best(opposite(side));
    if (touch === 0) return refuseAtTrigger(context, slot, CLOSE_REASON.gone);
    limit = marketLimit(side, touch, prices.cents(instrument));
  } else if (inBand(context, market, side, limit, false) !== DONE)
    return refuseAtTrigger(context, slot, CLOSE_REASON.band);
  const budget = atMarket && side === 1 ? hold : Infinity;
  const flaw = force === TIME_IN_FORCE.fok ? fillsWhole(context, slot, limit, budget) : CLOSE_REASON.none;
  if (flaw !== CLOSE_REASON.none) return refuseAtTrigger(context, slot, flaw);
  if (force === TIME_IN_FORCE.postOnly && crosses(book, side, limit))
    return refuseAtTrigger(context, slot, CLOSE_REASON.gone);
  settleRest(context, slot, take(context, slot, limit, budget));
}

/** `none` when a fill-or-kill order fills completely within its limit, else why not. */
function fillsWhole(context: SpotContext, slot: number, limit: number, budget: number): number {
  const { orders } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const user = orders.user[slot * ROW32] as number;
  const wallet = orders.wallet(slot);
  const byAmount = orders.lots[slot * ROW64] === 0;
  const lots = byAmount ? Infinity : (orders.rest[slot * ROW64] as number);
  estimate(context, market, side, limit, user, orders.selfTrade(slot), lots, budget);
  if (byAmount ? !context.spent : context.lots < lots) return CLOSE_REASON.gone;
  if (wallet !== WALLET.spot && !bearsOrder(context, user, wallet, market, side, true, 0, 0))
    return CLOSE_REASON.margin;
  return clearWay(context, slot, limit, budget) ? CLOSE_REASON.none : CLOSE_REASON.gone;
}

/** Whether the index bounds an order more than its own limit. For market orders it always does. */
function boundByIndex(context: SpotContext, slot: number, bound: number): boolean {
  const { orders } = context;
  return isMarket(orders.type(slot)) || isBeyond(orders.side(slot), orders.price[slot * ROW32] as number, bound);
}

/**
 * The worst price at which a triggered order fills now, ticks. For a wallet that stale prices restrict: 1 % from the
 * index.
 */
function boundOf(context: SpotContext, slot: number, market: number, side: Side): number {
  const { orderBooks } = context;
  const bound = nearIndex(orderBooks, market, side);
  if (!isBound(context, slot)) return bound;
  const near = frozenLimit(side, orderBooks.rulesOf(market).index(market));
  return isBeyond(side, bound, near) ? near : bound;
}

/** Since `RULE.stops`: whether a triggered order that waits can match near the index, or may rest at its limit. */
export function meetsNear(context: SpotContext, slot: number): boolean {
  const { orders, orderBooks } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  if (orderBooks.cutQuotes.isCut(market, opposite(side))) return false;
  const bound = boundOf(context, slot, market, side);
  return !boundByIndex(context, slot, bound) || !isDry(orderBooks, market, side, bound);
}

/** Since `RULE.stops`: fills the order near the index. What that bound leaves unfilled waits with its hold. */
export function fireNear(context: SpotContext, slot: number): void {
  const { orders, triggers, ledger, orderBooks } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const force = orders.timeInForce(slot);
  const bound = boundOf(context, slot, market, side);
  const waits = boundByIndex(context, slot, bound) && force !== TIME_IN_FORCE.fok && force !== TIME_IN_FORCE.postOnly;
  triggers.remove(slot, binOf(orders, slot));
  emitTriggered(context, slot);
  const cut = orderBooks.cutQuotes.isCut(market, opposite(side));
  if (cut || (waits && isDry(orderBooks, market, side, bound))) return wait(context, slot, dealtOf(context, slot));
  const hold = holdOf(context, slot);
  orders.setWaiting(slot, false);
  ledger.post(orders.hold[slot * ROW32] as number, hold, -hold);
  const flaw = meet(context, slot, side, bound, hold);
  if (flaw !== CLOSE_REASON.none) return refuseAtTrigger(context, slot, flaw);
  const budget = isMarket(orders.type(slot)) && side === 1 ? hold : Infinity;
  const limit = boundByIndex(context, slot, bound) ? bound : (orders.price[slot * ROW32] as number);
  const reason = take(context, slot, limit, budget);
  // What remains after the most matches of one order is tried again at the next tick.
  orderBooks.swept = waits && reason === CLOSE_REASON.sweep;
  if (!waits || (reason !== CLOSE_REASON.gone && reason !== CLOSE_REASON.sweep))
    return settleRest(context, slot, reason);
  const dealt = dealtOf(context, slot) + (orders.lots[slot * ROW64] === 0 ? context.dealt : 0);
  orders.setWaiting(slot, true);
  const kept = holdOf(context, slot);
  wait(context, slot, dealt);
  ledger.post(orders.hold[slot * ROW32] as number, -kept, kept);
}

/** `none` when a triggered order may match, else why it is refused. */
function meet(context: SpotContext, slot: number, side: Side, bound: number, hold: number): number {
  const { orders, markets } = context;
  const market = orders.market(slot);
  const force = orders.timeInForce(slot);
  const price = orders.price[slot * ROW32] as number;
  const bounded = boundByIndex(context, slot, bound);
  const limit = bounded ? bound : price;
  if (!bounded && inBand(context, market, side, price, false) !== DONE) return CLOSE_REASON.band;
  if (force === TIME_IN_FORCE.fok)
    return fillsWhole(context, slot, limit, isMarket(orders.type(slot)) && side === 1 ? hold : Infinity);
  if (force !== TIME_IN_FORCE.postOnly) return CLOSE_REASON.none;
  // It may not rest beyond the bound, and would not match within it.
  return bounded
    ? CLOSE_REASON.band
    : crosses(markets.book(market), side, limit)
      ? CLOSE_REASON.gone
      : CLOSE_REASON.none;
}

/** For an order by amount: lots filled before the current attempt. For others: all lots filled. */
function dealtOf(context: SpotContext, slot: number): number {
  const { orders } = context;
  const lots = orders.lots[slot * ROW64] as number;
  return lots === 0 ? context.dealtBefore(slot) : lots - (orders.rest[slot * ROW64] as number);
}

/** Makes a triggered order wait to be filled. */
function wait(context: SpotContext, slot: number, dealt: number): void {
  const { orders } = context;
  if (orders.lots[slot * ROW64] === 0) {
    context.dealtLots.reach(slot);
    context.dealtLots.lots[slot] = dealt;
  }
  orders.setTriggered(slot);
  context.triggers.add(slot, binOf(orders, slot));
  emitChanged(context, slot, dealt, 0, ORDER_STATUS.trigger);
}
