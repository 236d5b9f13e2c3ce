// Amends and cancels of spot orders.

import { binOf, crosses, opposite, ROW32, ROW64, isMarket } from '../book/index.ts';
import { tellChanged } from '../floor/index.ts';
import { DONE, offsetOf, REASON, rejects, STATUS } from '../schema/index.ts';
import { bearsOrder, isBound } from './margin.ts';
import { inBand, marketOpen, refuseBears, sizeFits } from './place.ts';
import type { SpotRoom } from './room.ts';
import { closeOut, holdAs, holdOf, settleRest, take } from './take.ts';

const PRICE = offsetOf('order.amend', 'price');
const LOTS = offsetOf('order.amend', 'lots');
const POST_ONLY = 4;

/** Takes an open order out of its book or its triggers and closes it. */
export function cancel(room: SpotRoom, slot: number, reason: number): void {
  const { orders } = room;
  if (orders.waiting(slot)) room.triggers.remove(slot, binOf(orders, slot));
  else room.markets.book(orders.market(slot)).remove(slot);
  closeOut(room, slot, STATUS.cancelled, reason);
}

/** Decides an amend: price and total quantity; 0 keeps the old. */
export function decideAmend(room: SpotRoom, words: Float64Array, at: number, slot: number): number {
  const { orders, markets } = room;
  const market = orders.market(slot);
  const open = marketOpen(room, market);
  if (open !== DONE) return open;
  const side = orders.side(slot);
  const type = orders.type(slot);
  const atMarket = isMarket(type);
  const waits = orders.waiting(slot);
  const newPrice = words[at + PRICE] as number;
  const newLots = words[at + LOTS] as number;
  if (newPrice === 0 && newLots === 0) return room.refuse(rejects['request.invalid'], 1, 0);
  if (atMarket && newPrice !== 0) return room.refuse(rejects['price.tick'], 0, newPrice);
  if (orders.lots[slot * ROW64] === 0) return room.refuse(rejects['request.invalid'], 0, newLots);
  const price = newPrice === 0 ? (orders.price[slot * ROW32] as number) : newPrice;
  const lots = newLots === 0 ? (orders.lots[slot * ROW64] as number) : newLots;
  const dealt = (orders.lots[slot * ROW64] as number) - (orders.rest[slot * ROW64] as number);
  if (lots <= dealt) return room.refuse(rejects['order.tooSmall'], dealt + 1, lots);
  if (!atMarket) {
    const band = inBand(room, market, side, price, waits);
    if (band !== DONE) return band;
  }
  const size = sizeFits(room, market, lots, atMarket ? (orders.trigger[slot * ROW32] as number) : price, 0);
  if (size !== DONE) return size;
  const m = markets.rows;
  room.asset = (side === 1 ? m.quote[market] : m.base[market]) as number;
  room.value = holdOf(room, slot);
  room.need = holdAs(room, slot, price, lots - dealt);
  const own = (room.ledger.accounts.available[orders.hold[slot * ROW32] as number] as number) + room.value;
  if (room.need > own) return room.refuse(rejects['balance.insufficient'], room.need, own);
  if (!waits && orders.timeInForce(slot) === POST_ONLY && crosses(markets.book(market), side, price))
    return room.refuse(rejects['order.wouldTake'], markets.book(market).best(opposite(side)), price);
  const less = price === orders.price[slot * ROW32] && lots <= (orders.lots[slot * ROW64] as number);
  if (!waits && !less && isBound(room, slot)) {
    const user = orders.user[slot * ROW32] as number;
    if (!bearsOrder(room, user, orders.wallet(slot), market, side, false, lots - dealt, price))
      return refuseBears(room);
  }
  return DONE;
}

export function commitAmend(room: SpotRoom, words: Float64Array, at: number, slot: number): number {
  const { orders, ledger, markets } = room;
  const id = orders.id(slot);
  const newPrice = words[at + PRICE] as number;
  const newLots = words[at + LOTS] as number;
  const price = newPrice === 0 ? (orders.price[slot * ROW32] as number) : newPrice;
  const lots = newLots === 0 ? (orders.lots[slot * ROW64] as number) : newLots;
  const dealt = (orders.lots[slot * ROW64] as number) - (orders.rest[slot * ROW64] as number);
  const less = (orders.lots[slot * ROW64] as number) - lots;
  const account = orders.hold[slot * ROW32] as number;
  const before = holdOf(room, slot);
  const status = dealt > 0 ? STATUS.partly : STATUS.waiting;
  if (orders.waiting(slot)) {
    orders.price[slot * ROW32] = price;
    orders.lots[slot * ROW64] = lots;
    orders.rest[slot * ROW64] = lots - dealt;
    const after = holdOf(room, slot);
    tellChanged(room, slot, dealt, 0, STATUS.trigger);
    ledger.post(account, before - after, after - before);
    return id;
  }
  const book = markets.book(orders.market(slot));
  if (price === orders.price[slot * ROW32] && less >= 0) {
    orders.lots[slot * ROW64] = lots;
    if (less > 0) book.reduce(slot, less);
    const after = holdOf(room, slot);
    tellChanged(room, slot, dealt, orders.rest[slot * ROW64] as number, status);
    ledger.post(account, before - after, after - before);
    return id;
  }
  book.remove(slot);
  ledger.post(account, before, -before);
  orders.price[slot * ROW32] = price;
  orders.lots[slot * ROW64] = lots;
  orders.rest[slot * ROW64] = lots - dealt;
  const reason = take(room, slot, price, Infinity);
  if (room.dealt === 0 && reason === REASON.gone) tellChanged(room, slot, dealt, lots - dealt, status);
  settleRest(room, slot, reason);
  return id;
}
