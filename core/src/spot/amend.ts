// Amends and cancels of spot orders.

import { binOf, crosses, opposite, ROW32, ROW64, isMarket } from '../book/index.ts';
import { CLOSE_REASON, ORDER_STATUS, TIME_IN_FORCE } from '../enum/index.ts';
import { emitChanged } from '../order/index.ts';
import { DONE, offsetOf, rejects } from '../schema/index.ts';
import { bearsOrder, isBound } from './margin.ts';
import { inBand, marketOpen, refuseBears, sizeFits } from './place.ts';
import type { SpotContext } from './context.ts';
import { closeOut, holdAs, holdOf, settleRest, take } from './take.ts';

const PRICE = offsetOf('order.amend', 'price');
const LOTS = offsetOf('order.amend', 'lots');

/** Removes an open order from its book or its triggers and closes it. */
export function cancel(context: SpotContext, slot: number, reason: number): void {
  const { orders } = context;
  if (orders.waiting(slot)) context.triggers.remove(slot, binOf(orders, slot));
  else context.markets.book(orders.market(slot)).remove(slot);
  closeOut(context, slot, ORDER_STATUS.cancelled, reason);
}

/** Decides an amend of price and total quantity; 0 keeps the old value. */
export function decideAmend(context: SpotContext, words: Float64Array, at: number, slot: number): number {
  const { orders, markets } = context;
  const market = orders.market(slot);
  const open = marketOpen(context, market);
  if (open !== DONE) return open;
  const side = orders.side(slot);
  const type = orders.type(slot);
  const atMarket = isMarket(type);
  const waits = orders.waiting(slot);
  const newPrice = words[at + PRICE] as number;
  const newLots = words[at + LOTS] as number;
  if (newPrice === 0 && newLots === 0) return context.refuse(rejects['request.invalid'], 1, 0);
  if (atMarket && newPrice !== 0) return context.refuse(rejects['price.tick'], 0, newPrice);
  if (orders.lots[slot * ROW64] === 0) return context.refuse(rejects['request.invalid'], 0, newLots);
  const price = newPrice === 0 ? (orders.price[slot * ROW32] as number) : newPrice;
  const lots = newLots === 0 ? (orders.lots[slot * ROW64] as number) : newLots;
  const dealt = (orders.lots[slot * ROW64] as number) - (orders.rest[slot * ROW64] as number);
  if (lots <= dealt) return context.refuse(rejects['order.tooSmall'], dealt + 1, lots);
  if (!atMarket) {
    const band = inBand(context, market, side, price, waits);
    if (band !== DONE) return band;
  }
  const size = sizeFits(context, market, lots, atMarket ? (orders.trigger[slot * ROW32] as number) : price, 0);
  if (size !== DONE) return size;
  const m = markets.rows;
  context.asset = (side === 1 ? m.quote[market] : m.base[market]) as number;
  context.value = holdOf(context, slot);
  context.need = holdAs(context, slot, price, lots - dealt);
  const own = (context.ledger.accounts.available[orders.hold[slot * ROW32] as number] as number) + context.value;
  if (context.need > own) return context.refuse(rejects['balance.insufficient'], context.need, own);
  if (!waits && orders.timeInForce(slot) === TIME_IN_FORCE.postOnly && crosses(markets.book(market), side, price))
    return context.refuse(rejects['order.wouldTake'], markets.book(market).best(opposite(side)), price);
  const less = price === orders.price[slot * ROW32] && lots <= (orders.lots[slot * ROW64] as number);
  if (!waits && !less && isBound(context, slot)) {
    const user = orders.user[slot * ROW32] as number;
    if (!bearsOrder(context, user, orders.wallet(slot), market, side, false, lots - dealt, price))
      return refuseBears(context);
  }
  return DONE;
}

export function commitAmend(context: SpotContext, words: Float64Array, at: number, slot: number): number {
  const { orders, ledger, markets } = context;
  const id = orders.id(slot);
  const newPrice = words[at + PRICE] as number;
  const newLots = words[at + LOTS] as number;
  const price = newPrice === 0 ? (orders.price[slot * ROW32] as number) : newPrice;
  const lots = newLots === 0 ? (orders.lots[slot * ROW64] as number) : newLots;
  const dealt = (orders.lots[slot * ROW64] as number) - (orders.rest[slot * ROW64] as number);
  const less = (orders.lots[slot * ROW64] as number) - lots;
  const account = orders.hold[slot * ROW32] as number;
  const before = holdOf(context, slot);
  const status = dealt > 0 ? ORDER_STATUS.partly : ORDER_STATUS.waiting;
  if (orders.waiting(slot)) {
    orders.price[slot * ROW32] = price;
    orders.lots[slot * ROW64] = lots;
    orders.rest[slot * ROW64] = lots - dealt;
    const after = holdOf(context, slot);
    emitChanged(context, slot, dealt, 0, ORDER_STATUS.trigger);
    ledger.post(account, before - after, after - before);
    return id;
  }
  const book = markets.book(orders.market(slot));
  if (price === orders.price[slot * ROW32] && less >= 0) {
    orders.lots[slot * ROW64] = lots;
    if (less > 0) book.reduce(slot, less);
    const after = holdOf(context, slot);
    emitChanged(context, slot, dealt, orders.rest[slot * ROW64] as number, status);
    ledger.post(account, before - after, after - before);
    return id;
  }
  book.remove(slot);
  ledger.post(account, before, -before);
  orders.price[slot * ROW32] = price;
  orders.lots[slot * ROW64] = lots;
  orders.rest[slot * ROW64] = lots - dealt;
  const reason = take(context, slot, price, Infinity);
  if (context.dealt === 0 && reason === CLOSE_REASON.gone) emitChanged(context, slot, dealt, lots - dealt, status);
  settleRest(context, slot, reason);
  return id;
}
