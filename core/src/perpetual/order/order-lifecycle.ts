// What stands on positions and purses: the rows of orders, what they require and reserve, and how they end.

import { binOf, packTraits, ROW32, ROW64 } from '../../book/index.ts';
import { tellChanged, tellClosed } from '../../floor/index.ts';
import { HOUSE } from '../../party/index.ts';
import { RULE } from '../../rules.ts';
import { REASON, STATUS } from '../../schema/index.ts';
import { buys, freedBy, opens, sideOf } from './fill-side.ts';
import { FORCED, type PerpetualContext } from '../context.ts';
import { tellPosition } from '../events.ts';

const QUOTE = 136;

/** What a new order of a contract is made of. */
export interface Terms {
  readonly user: number;
  readonly market: number;
  readonly holding: number;
  /** 1–4; 0 only for the house's ladder, which then names its side. */
  readonly direction: number;
  readonly ladderSide: number;
  readonly mode: number;
  readonly leverage: number;
  readonly type: number;
  readonly force: number;
  readonly selfTrade: number;
  readonly price: number;
  readonly lots: number;
  readonly trigger: number;
  readonly triggerBy: number;
  readonly stopProfit: number;
  readonly stopLoss: number;
  readonly guardBy: number;
  readonly position: number;
  readonly guard: number;
  readonly reserves: number;
  readonly requirement: number;
  readonly forced: number;
}

/** The parts most orders do not have. */
export const PLAIN = {
  ...{ ladderSide: 0, price: 0, trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0, guardBy: 0 },
  ...{ position: 0, guard: 0, reserves: 0, requirement: 0, forced: 0, leverage: 0 },
} as const;

/** A row for an order, at the end of its seat's list, with what it requires or reserves. */
export function makeOrder(room: PerpetualContext, order: Terms): number {
  const { orders, users, contracts, positions, terms } = room;
  const { user, market, holding, direction } = order;
  const wallet = contracts.rows.type[market] as number;
  const seat = room.seats.open(user, market, wallet);
  const slot = orders.take();
  const purse = positions.holdings.purse[holding] as number;
  const account = positions.purses.account[purse] as number;
  const tier = users.rows.tier[user] as number;
  const side = direction === 0 ? order.ladderSide : buys(direction) ? 1 : 2;
  orders.lots[slot * ROW64] = order.lots;
  orders.rest[slot * ROW64] = order.lots;
  orders.value[slot * ROW64] = 0;
  orders.fee[slot * ROW64] = 0;
  orders.price[slot * ROW32] = order.price;
  orders.next[slot * ROW32] = 0;
  orders.previous[slot * ROW32] = 0;
  orders.user[slot * ROW32] = user;
  orders.place[slot * ROW32] = market * 2 + side - 1;
  orders.hold[slot * ROW32] = account;
  orders.receive[slot * ROW32] = account;
  orders.makerRate[slot * ROW32] = order.forced !== FORCED.none ? 0 : contracts.maker(tier);
  orders.takerRate[slot * ROW32] = order.forced !== FORCED.none ? 0 : contracts.taker(tier);
  orders.excess[slot * ROW32] = 0;
  orders.trigger[slot * ROW32] = order.trigger;
  orders.traits[slot * ROW32] = packTraits(order.type, order.force, order.selfTrade, order.triggerBy, wallet);
  orders.seat[slot * ROW32] = seat;
  room.seats.join(slot);
  terms.reach(slot);
  terms.requirement[slot] = 0;
  terms.holding[slot] = holding;
  terms.direction[slot] = direction;
  terms.mode[slot] = order.mode;
  terms.leverage[slot] = order.leverage;
  terms.stopProfit[slot] = order.stopProfit;
  terms.stopLoss[slot] = order.stopLoss;
  terms.guardBy[slot] = order.guardBy;
  terms.position[slot] = order.position;
  terms.guard[slot] = order.guard;
  terms.reserves[slot] = order.reserves;
  terms.forced[slot] = order.forced;
  terms.whole[slot] = 0;
  reserve(room, slot, order.lots, order.requirement);
  return slot;
}

/** `lots` of an order from now on require so much of its purse, or reserve so much of its position. */
export function reserve(room: PerpetualContext, slot: number, lots: number, requirement: number): void {
  const { terms, positions } = room;
  const direction = terms.direction[slot] as number;
  if (direction === 0) return;
  if (opens(direction)) {
    const holding = terms.holding[slot] as number;
    const purse = positions.holdings.purse[holding] as number;
    terms.requirement[slot] = requirement;
    positions.purses.ordered[purse] = (positions.purses.ordered[purse] as number) + requirement;
    addOpens(room, holding, sideOf(direction), lots, terms.mode[slot] as number);
  } else if (terms.reserves[slot] === 1) {
    const position = terms.position[slot] as number;
    positions.rows.closing[position] = (positions.rows.closing[position] as number) + lots;
  }
}

/** Lots of a holding's opening orders of one side, more or fewer; without any the side has no mode of its own. */
function addOpens(room: PerpetualContext, holding: number, side: number, lots: number, mode: number): void {
  const h = room.positions.holdings;
  if (side === 1) {
    h.opensLong[holding] = (h.opensLong[holding] as number) + lots;
    h.longMode[holding] = h.opensLong[holding] === 0 ? 0 : mode;
  } else {
    h.opensShort[holding] = (h.opensShort[holding] as number) + lots;
    h.shortMode[holding] = h.opensShort[holding] === 0 ? 0 : mode;
  }
  room.kept.changed(holding);
}

/** `lots` of an order's rest require and reserve nothing more. Before `rest` is lowered. */
export function shed(room: PerpetualContext, slot: number, lots: number): void {
  const { terms, positions } = room;
  const direction = terms.direction[slot] as number;
  if (direction === 0 || lots === 0) return;
  const holding = terms.holding[slot] as number;
  if (opens(direction)) {
    const freed = freedBy(room, slot, lots);
    const purse = positions.holdings.purse[holding] as number;
    terms.requirement[slot] = (terms.requirement[slot] as number) - freed;
    positions.purses.ordered[purse] = (positions.purses.ordered[purse] as number) - freed;
    addOpens(room, holding, sideOf(direction), 0 - lots, terms.mode[slot] as number);
    return;
  }
  if (terms.reserves[slot] !== 1) return;
  const position = terms.position[slot] as number;
  positions.rows.closing[position] = (positions.rows.closing[position] as number) - lots;
}

/** Takes an open order out of its book or its triggers and closes it. */
export function cancel(room: PerpetualContext, slot: number, reason: number): void {
  unplace(room, slot);
  expel(room, slot, STATUS.cancelled, reason);
}

/** Out of the book, or of the triggers; the row stays. */
export function unplace(room: PerpetualContext, slot: number): void {
  const { orders } = room;
  if (orders.waiting(slot)) room.triggers.remove(slot, binOf(orders, slot));
  else room.markets.book(orders.market(slot)).remove(slot);
}

/** Closes an order that stands nowhere any more: what it required and reserved is free, it is told, its row goes. */
export function closeOut(room: PerpetualContext, slot: number, status: number, reason: number): void {
  const { orders } = room;
  shed(room, slot, orders.rest[slot * ROW64] as number);
  if (orders.user[slot * ROW32] === HOUSE && room.terms.direction[slot] === 0) tellLevel(room, slot);
  else tellClosed(room, slot, status, reason);
  forget(room, slot);
}

/** Closes an order that stands nowhere any more, and tells the position whose lots it reserved. */
export function expel(room: PerpetualContext, slot: number, status: number, reason: number): void {
  const { terms } = room;
  const position = terms.reserves[slot] === 1 ? (terms.position[slot] as number) : 0;
  closeOut(room, slot, status, reason);
  if (position !== 0) tellPosition(room, position);
}

/** The row of a closed order is free again; a guard is its position's no more. */
export function forget(room: PerpetualContext, slot: number): void {
  unguard(room, slot);
  room.seats.leave(slot);
  room.orders.free(slot);
}

/** A guard is its position's no more. */
export function unguard(room: PerpetualContext, slot: number): void {
  const { terms, positions } = room;
  const p = positions.rows;
  const position = terms.position[slot] as number;
  if (terms.guard[slot] === 0 || position === 0) return;
  if (p.stopProfit[position] === slot) p.stopProfit[position] = 0;
  if (p.stopLoss[position] === slot) p.stopLoss[position] = 0;
  room.kept.changed(p.holding[position] as number);
}

/** A position shrank: the newest of its closing orders are cut to what is left of it (money §3). */
export function trim(room: PerpetualContext, position: number): void {
  const { orders, terms, positions, seats } = room;
  const p = positions.rows;
  const lots = p.lots[position] as number;
  if ((p.closing[position] as number) <= lots) return;
  const user = p.user[position] as number;
  const market = p.market[position] as number;
  const seat = seats.find(user, market, room.contracts.rows.type[market] as number);
  let older = 0;
  // Bounded by the user's open orders of the market.
  for (let slot = seats.rows.newest[seat] as number; slot !== 0; slot = older) {
    older = orders.older[slot * ROW32] as number;
    const over = (p.closing[position] as number) - lots;
    if (over <= 0) return;
    if (terms.reserves[slot] !== 1 || terms.position[slot] !== position) continue;
    const rest = orders.rest[slot * ROW64] as number;
    if (rest <= over) {
      unplace(room, slot);
      closeOut(room, slot, STATUS.cancelled, endedReason(room));
      continue;
    }
    shed(room, slot, over);
    const left = (orders.lots[slot * ROW64] as number) - over;
    orders.lots[slot * ROW64] = left;
    if (orders.waiting(slot)) {
      orders.rest[slot * ROW64] = rest - over;
      tellChanged(room, slot, left - (rest - over), 0, STATUS.trigger);
      continue;
    }
    room.markets.book(market).reduce(slot, over);
    const dealt = left - (rest - over);
    tellChanged(room, slot, dealt, rest - over, dealt > 0 ? STATUS.partly : STATUS.waiting);
  }
}

/** Why an order ends with its position; before rules `endReasons` the number of the dead man's switch. */
function endedReason(room: PerpetualContext): number {
  return room.clock.rules >= RULE.endReasons ? REASON.ended : REASON.gone;
}

/** A position has no lots left: its guards go with it. Closing orders are trimmed before. */
export function gone(room: PerpetualContext, position: number): void {
  const p = room.positions.rows;
  const profit = p.stopProfit[position] as number;
  if (profit !== 0) cancel(room, profit, endedReason(room));
  const loss = p.stopLoss[position] as number;
  if (loss !== 0) cancel(room, loss, endedReason(room));
}

/** Cancels at most `most` of a purse's opening orders, all markets, newest seat first, in each the oldest first; gives how many. */
export function cancelOpening(room: PerpetualContext, purse: number, reason: number, most = Infinity): number {
  const { seats, users, positions } = room;
  const s = seats.rows;
  const user = positions.purses.user[purse] as number;
  let count = 0;
  for (let seat = users.rows.seat[user] as number; seat !== 0 && count < most; seat = s.next[seat] as number) {
    if (s.wallet[seat] !== positions.purses.wallet[purse]) continue;
    const holding = positions.holding(user, s.market[seat] as number);
    if (holding !== 0 && positions.holdings.purse[holding] === purse)
      count += cancelWhere(room, seat, 0, reason, most - count);
  }
  return count;
}

/** Cancels the opening orders of a position's market and side; gives how many. */
export function cancelOpeningOf(room: PerpetualContext, position: number, reason: number): number {
  const p = room.positions.rows;
  const market = p.market[position] as number;
  const seat = room.seats.find(p.user[position] as number, market, room.contracts.rows.type[market] as number);
  return seat === 0 ? 0 : cancelWhere(room, seat, p.side[position] as number, reason);
}

/** Cancels at most `most` closing orders of a position that reserve its lots; its guards stay. Gives how many. */
export function cancelClosing(room: PerpetualContext, position: number, reason: number, most = Infinity): number {
  const { orders, terms, seats, positions } = room;
  const p = positions.rows;
  if (p.closing[position] === 0) return 0;
  const market = p.market[position] as number;
  const seat = seats.find(p.user[position] as number, market, room.contracts.rows.type[market] as number);
  let count = 0;
  let newer = 0;
  for (let slot = seats.rows.oldest[seat] as number; slot !== 0 && count < most; slot = newer) {
    newer = orders.newer[slot * ROW32] as number;
    if (terms.reserves[slot] !== 1 || terms.position[slot] !== position) continue;
    unplace(room, slot);
    closeOut(room, slot, STATUS.cancelled, reason);
    count += 1;
  }
  return count;
}

/** Cancels at most `most` of a seat's opening orders of a side (0: both, and the house's ladder). */
function cancelWhere(room: PerpetualContext, seat: number, side: number, reason: number, most = Infinity): number {
  const { orders, terms, seats } = room;
  let count = 0;
  let newer = 0;
  for (let slot = seats.rows.oldest[seat] as number; slot !== 0 && count < most; slot = newer) {
    newer = orders.newer[slot * ROW32] as number;
    const direction = terms.direction[slot] as number;
    if (!opens(direction)) continue;
    const opened = direction === 0 ? orders.side(slot) : sideOf(direction);
    if (side !== 0 && opened !== side) continue;
    cancel(room, slot, reason);
    count += 1;
  }
  return count;
}

/** A `quote` of one level of the ladder that is gone. */
function tellLevel(room: PerpetualContext, slot: number): void {
  const { orders, out } = room;
  const at = out.room(7);
  const w = out.words;
  w[at] = QUOTE;
  w[at + 1] = 7;
  w[at + 2] = orders.market(slot);
  w[at + 3] = 1;
  w[at + 4] = orders.side(slot);
  w[at + 5] = orders.price[slot * ROW32] as number;
  w[at + 6] = 0;
}
