// The life of contract orders: their rows, what they require of wallets and reserve of positions, and how they end.

import { binOf, packTraits, ROW32, ROW64 } from '../../book/index.ts';
import {
  CLOSE_REASON,
  CONTRACT_DIRECTION,
  MARKET_MAKER,
  ORDER_STATUS,
  ORDER_TYPE,
  POSITION_SIDE,
  SELF_TRADE,
  TIME_IN_FORCE,
} from '../../enum/index.ts';
import { emitChanged, emitClosed, emitNoLevel } from '../../order/index.ts';
import { RULE } from '../../rules.ts';
import { buys, freedBy, opens, sideOf } from './fill-side.ts';
import { FORCED, type PerpetualContext } from '../context.ts';
import { emitPosition } from '../events.ts';

/** The parameters of a new contract order. */
export interface Terms {
  readonly user: number;
  readonly market: number;
  readonly holding: number;
  /** 1–4; 0 only for the market maker's quotes, which then name their side. */
  readonly direction: number;
  readonly quoteSide: number;
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

/** Defaults of fields that most orders do not set. */
export const PLAIN = {
  ...{ quoteSide: 0, price: 0, trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0, guardBy: 0 },
  ...{ position: 0, guard: 0, reserves: 0, requirement: 0, forced: 0, leverage: 0 },
} as const;

/** Adds an order's row at the end of its order account's list, with what it requires or reserves. */
export function makeOrder(context: PerpetualContext, order: Terms): number {
  const { orders, users, contracts, positions, terms } = context;
  const { user, market, holding, direction } = order;
  const wallet = contracts.rows.type[market] as number;
  const orderAccount = context.orderAccounts.open(user, market, wallet);
  const slot = orders.take();
  const contractWallet = positions.holdings.contractWallet[holding] as number;
  const account = positions.contractWallets.account[contractWallet] as number;
  const tier = users.rows.tier[user] as number;
  const side = direction === 0 ? order.quoteSide : buys(direction) ? 1 : 2;
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
  orders.orderAccount[slot * ROW32] = orderAccount;
  context.orderAccounts.join(slot);
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
  reserve(context, slot, order.lots, order.requirement);
  return slot;
}

/** Adds the order by which the exchange reduces a position: market, immediate, reduce-only. `forced`: of `FORCED`. */
export function makeForcedOrder(context: PerpetualContext, position: number, lots: number, forced: number): number {
  const p = context.positions.rows;
  return makeOrder(context, {
    ...PLAIN,
    user: p.user[position] as number,
    market: p.market[position] as number,
    holding: p.holding[position] as number,
    direction: p.side[position] === POSITION_SIDE.long ? CONTRACT_DIRECTION.closeLong : CONTRACT_DIRECTION.closeShort,
    mode: p.mode[position] as number,
    type: ORDER_TYPE.market,
    force: TIME_IN_FORCE.ioc,
    selfTrade: SELF_TRADE.maker,
    lots,
    position,
    forced,
  });
}

/** Makes `lots` of an order require this much of its contract wallet, or reserve this many lots of its position. */
export function reserve(context: PerpetualContext, slot: number, lots: number, requirement: number): void {
  const { terms, positions } = context;
  const direction = terms.direction[slot] as number;
  if (direction === 0) return;
  if (opens(direction)) {
    const holding = terms.holding[slot] as number;
    const contractWallet = positions.holdings.contractWallet[holding] as number;
    terms.requirement[slot] = requirement;
    positions.contractWallets.ordered[contractWallet] =
      (positions.contractWallets.ordered[contractWallet] as number) + requirement;
    addOpens(context, holding, sideOf(direction), lots, terms.mode[slot] as number);
  } else if (terms.reserves[slot] === 1) {
    const position = terms.position[slot] as number;
    positions.rows.closing[position] = (positions.rows.closing[position] as number) + lots;
  }
}

/** Changes the lots of a holding's opening orders on one side. Without any, the side has no margin mode of its own. */
function addOpens(context: PerpetualContext, holding: number, side: number, lots: number, mode: number): void {
  const h = context.positions.holdings;
  if (side === 1) {
    h.opensLong[holding] = (h.opensLong[holding] as number) + lots;
    h.longMode[holding] = h.opensLong[holding] === 0 ? 0 : mode;
  } else {
    h.opensShort[holding] = (h.opensShort[holding] as number) + lots;
    h.shortMode[holding] = h.opensShort[holding] === 0 ? 0 : mode;
  }
  context.kept.changed(holding);
}

/** Releases what `lots` of an order's rest require and reserve. Call it before lowering `rest`. */
export function shed(context: PerpetualContext, slot: number, lots: number): void {
  const { terms, positions } = context;
  const direction = terms.direction[slot] as number;
  if (direction === 0 || lots === 0) return;
  const holding = terms.holding[slot] as number;
  if (opens(direction)) {
    const freed = freedBy(context, slot, lots);
    const contractWallet = positions.holdings.contractWallet[holding] as number;
    terms.requirement[slot] = (terms.requirement[slot] as number) - freed;
    positions.contractWallets.ordered[contractWallet] =
      (positions.contractWallets.ordered[contractWallet] as number) - freed;
    addOpens(context, holding, sideOf(direction), 0 - lots, terms.mode[slot] as number);
    return;
  }
  if (terms.reserves[slot] !== 1) return;
  const position = terms.position[slot] as number;
  positions.rows.closing[position] = (positions.rows.closing[position] as number) - lots;
}

/** Removes an open order from its book or its triggers and closes it. */
export function cancel(context: PerpetualContext, slot: number, reason: number): void {
  unplace(context, slot);
  expel(context, slot, ORDER_STATUS.cancelled, reason);
}

/** Removes an order from the book or the triggers. Its row stays. */
export function unplace(context: PerpetualContext, slot: number): void {
  const { orders } = context;
  if (orders.waiting(slot)) context.triggers.remove(slot, binOf(orders, slot));
  else context.markets.book(orders.market(slot)).remove(slot);
}

/**
 * Closes an order that is no longer in the book: releases its margin and reservation, emits `order.closed`, frees its
 * row.
 */
export function closeOut(context: PerpetualContext, slot: number, status: number, reason: number): void {
  const { orders } = context;
  shed(context, slot, orders.rest[slot * ROW64] as number);
  if (orders.user[slot * ROW32] === MARKET_MAKER && context.terms.direction[slot] === 0) emitNoLevel(context, slot);
  else emitClosed(context, slot, status, reason);
  forget(context, slot);
}

/** Closes an order that is no longer in the book, and emits the position whose lots it reserved. */
export function expel(context: PerpetualContext, slot: number, status: number, reason: number): void {
  const { terms } = context;
  const position = terms.reserves[slot] === 1 ? (terms.position[slot] as number) : 0;
  closeOut(context, slot, status, reason);
  if (position !== 0) emitPosition(context, position);
}

/** Frees the row of a closed order, and detaches a take-profit or stop-loss from its position. */
export function forget(context: PerpetualContext, slot: number): void {
  unguard(context, slot);
  context.orderAccounts.leave(slot);
  context.orders.free(slot);
}

/** Detaches a take-profit or stop-loss from its position. */
export function unguard(context: PerpetualContext, slot: number): void {
  const { terms, positions } = context;
  const p = positions.rows;
  const position = terms.position[slot] as number;
  if (terms.guard[slot] === 0 || position === 0) return;
  if (p.stopProfit[position] === slot) p.stopProfit[position] = 0;
  if (p.stopLoss[position] === slot) p.stopLoss[position] = 0;
  context.kept.changed(p.holding[position] as number);
}

/** A position shrank: reduces the newest of its closing orders to what is left of it (money §3). */
export function trim(context: PerpetualContext, position: number): void {
  const { orders, terms, positions, orderAccounts } = context;
  const p = positions.rows;
  const lots = p.lots[position] as number;
  if ((p.closing[position] as number) <= lots) return;
  const user = p.user[position] as number;
  const market = p.market[position] as number;
  const orderAccount = orderAccounts.find(user, market, context.contracts.rows.type[market] as number);
  let older = 0;
  // Bounded by the user's open orders in the market.
  for (let slot = orderAccounts.rows.newest[orderAccount] as number; slot !== 0; slot = older) {
    older = orders.older[slot * ROW32] as number;
    const over = (p.closing[position] as number) - lots;
    if (over <= 0) return;
    if (terms.reserves[slot] !== 1 || terms.position[slot] !== position) continue;
    const rest = orders.rest[slot * ROW64] as number;
    if (rest <= over) {
      unplace(context, slot);
      closeOut(context, slot, ORDER_STATUS.cancelled, endedReason(context));
      continue;
    }
    shed(context, slot, over);
    const left = (orders.lots[slot * ROW64] as number) - over;
    orders.lots[slot * ROW64] = left;
    if (orders.waiting(slot)) {
      orders.rest[slot * ROW64] = rest - over;
      emitChanged(context, slot, left - (rest - over), 0, ORDER_STATUS.trigger);
      continue;
    }
    context.markets.book(market).reduce(slot, over);
    const dealt = left - (rest - over);
    emitChanged(context, slot, dealt, rest - over, dealt > 0 ? ORDER_STATUS.partly : ORDER_STATUS.waiting);
  }
}

/**
 * Why an order ends with its position. Before rules `endReasons` it had the number of cancel-after (dead man's switch).
 */
function endedReason(context: PerpetualContext): number {
  return context.clock.rules >= RULE.endReasons ? CLOSE_REASON.ended : CLOSE_REASON.gone;
}

/** A position has no lots left: closes its take-profit and stop-loss. Closing orders are trimmed before. */
export function gone(context: PerpetualContext, position: number): void {
  const p = context.positions.rows;
  const profit = p.stopProfit[position] as number;
  if (profit !== 0) cancel(context, profit, endedReason(context));
  const loss = p.stopLoss[position] as number;
  if (loss !== 0) cancel(context, loss, endedReason(context));
}

/**
 * Cancels at most `most` of a contract wallet's opening orders in all markets, newest order account first, and within
 * each the oldest first. Returns how many.
 */
export function cancelOpening(
  context: PerpetualContext,
  contractWallet: number,
  reason: number,
  most = Infinity,
): number {
  const { orderAccounts, users, positions } = context;
  const s = orderAccounts.rows;
  const user = positions.contractWallets.user[contractWallet] as number;
  let count = 0;
  for (
    let orderAccount = users.rows.orderAccount[user] as number;
    orderAccount !== 0 && count < most;
    orderAccount = s.next[orderAccount] as number
  ) {
    if (s.wallet[orderAccount] !== positions.contractWallets.wallet[contractWallet]) continue;
    const holding = positions.holding(user, s.market[orderAccount] as number);
    if (holding !== 0 && positions.holdings.contractWallet[holding] === contractWallet)
      count += cancelWhere(context, orderAccount, 0, reason, most - count);
  }
  return count;
}

/** Cancels the opening orders of a position's market and side. Returns how many. */
export function cancelOpeningOf(context: PerpetualContext, position: number, reason: number): number {
  const p = context.positions.rows;
  const market = p.market[position] as number;
  const orderAccount = context.orderAccounts.find(
    p.user[position] as number,
    market,
    context.contracts.rows.type[market] as number,
  );
  return orderAccount === 0 ? 0 : cancelWhere(context, orderAccount, p.side[position] as number, reason);
}

/**
 * Cancels at most `most` closing orders of a position that reserve its lots. Take-profit and stop-loss stay. Returns
 * how many.
 */
export function cancelClosing(context: PerpetualContext, position: number, reason: number, most = Infinity): number {
  const { orders, terms, orderAccounts, positions } = context;
  const p = positions.rows;
  if (p.closing[position] === 0) return 0;
  const market = p.market[position] as number;
  const orderAccount = orderAccounts.find(
    p.user[position] as number,
    market,
    context.contracts.rows.type[market] as number,
  );
  let count = 0;
  let newer = 0;
  for (let slot = orderAccounts.rows.oldest[orderAccount] as number; slot !== 0 && count < most; slot = newer) {
    newer = orders.newer[slot * ROW32] as number;
    if (terms.reserves[slot] !== 1 || terms.position[slot] !== position) continue;
    unplace(context, slot);
    closeOut(context, slot, ORDER_STATUS.cancelled, reason);
    count += 1;
  }
  // Before, nothing said that these lots could be closed again until the position changed otherwise.
  if (count > 0 && context.clock.rules >= RULE.closableEmitted) emitPosition(context, position);
  return count;
}

/** Cancels at most `most` of an order account's opening orders of a side (0: both, and the market maker's quotes). */
function cancelWhere(
  context: PerpetualContext,
  orderAccount: number,
  side: number,
  reason: number,
  most = Infinity,
): number {
  const { orders, terms, orderAccounts } = context;
  let count = 0;
  let newer = 0;
  for (let slot = orderAccounts.rows.oldest[orderAccount] as number; slot !== 0 && count < most; slot = newer) {
    newer = orders.newer[slot * ROW32] as number;
    const direction = terms.direction[slot] as number;
    if (!opens(direction)) continue;
    const opened = direction === 0 ? orders.side(slot) : sideOf(direction);
    if (side !== 0 && opened !== side) continue;
    cancel(context, slot, reason);
    count += 1;
  }
  return count;
}
