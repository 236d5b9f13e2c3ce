// order.amend, order.cancel, order.cancelAll.

import { bin, crosses, opposite, ROW32, ROW64 } from '../book/index.ts';
import { DONE, offsetOf, REASON, rejects, STATUS } from '../schema/index.ts';
import { SLOT_SPAN } from '../state/index.ts';
import { inBand, marketOpen, sizeFits } from './place.ts';
import type { SpotRoom } from './room.ts';
import { closeOut, holdAs, holdOf, isMarket, settleRest, take } from './take.ts';
import { tellChanged } from './tell.ts';

const USER = offsetOf('order.amend', 'user');
const ORDER = offsetOf('order.amend', 'order');
const PRICE = offsetOf('order.amend', 'price');
const LOTS = offsetOf('order.amend', 'lots');
const ALL_MARKET = offsetOf('order.cancelAll', 'market');
const POST_ONLY = 4;

/** Decides a cancel: the order is the user's and open. */
export function decideCancel(room: SpotRoom, words: Float64Array, at: number): number {
  const { orders } = room;
  const id = words[at + ORDER] as number;
  const slot = orders.find(id);
  if (slot !== 0)
    return orders.user[slot * ROW32] === words[at + USER] ? DONE : room.refuse(rejects['order.unknown'], 0, id);
  // An id that was given once and lives no more is final; one that never was is unknown.
  const place = id % SLOT_SPAN;
  const generation = place === 0 || place > orders.top ? -1 : (orders.generation[place * ROW32] as number);
  const given = generation >= 0 && (id - place) / SLOT_SPAN < (generation >> 1) + (generation & 1);
  return room.refuse(given ? rejects['order.final'] : rejects['order.unknown'], 0, id);
}

/** Takes an open order out of its book or its triggers and closes it. */
export function cancel(room: SpotRoom, slot: number, reason: number): void {
  const { orders } = room;
  if (orders.waiting(slot))
    room.triggers.remove(slot, bin(orders.triggerBy(slot), orders.side(slot), orders.type(slot)));
  else room.markets.book(orders.market(slot)).remove(slot);
  closeOut(room, slot, STATUS.cancelled, reason);
}

export function commitCancel(room: SpotRoom, words: Float64Array, at: number): number {
  const id = words[at + ORDER] as number;
  cancel(room, room.orders.find(id), REASON.user);
  return id;
}

/** Decides a cancel of all: a market named must exist. */
export function decideCancelAll(room: SpotRoom, words: Float64Array, at: number): number {
  const market = words[at + ALL_MARKET] as number;
  return market === 0 || room.markets.exists(market) ? DONE : room.refuse(rejects['market.unknown'], 0, market);
}

/** Cancels market by market, the newest seat first, in each the oldest order first; gives how many. */
export function commitCancelAll(room: SpotRoom, words: Float64Array, at: number): number {
  const market = words[at + ALL_MARKET] as number;
  const s = room.seats.rows;
  let count = 0;
  let seat = room.users.rows.seat[words[at + USER] as number] as number;
  for (; seat !== 0; seat = s.next[seat] as number) {
    if (market !== 0 && s.market[seat] !== market) continue;
    // Bounded by MAX_OPEN a seat.
    while (s.oldest[seat] !== 0) {
      cancel(room, s.oldest[seat] as number, REASON.all);
      count += 1;
    }
  }
  return count;
}

/** Decides an amend: price and total quantity; 0 keeps the old. */
export function decideAmend(room: SpotRoom, words: Float64Array, at: number): number {
  const found = decideCancel(room, words, at);
  if (found !== DONE) return found;
  const { orders, markets } = room;
  const slot = orders.find(words[at + ORDER] as number);
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
  return DONE;
}

export function commitAmend(room: SpotRoom, words: Float64Array, at: number): number {
  const { orders, ledger, markets } = room;
  const id = words[at + ORDER] as number;
  const slot = orders.find(id);
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
    orders.rest[slot * ROW64] = lots;
    const after = holdOf(room, slot);
    tellChanged(room, slot, 0, 0, STATUS.trigger);
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
