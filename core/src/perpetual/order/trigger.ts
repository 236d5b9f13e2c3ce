// Triggered stop, take-profit and stop-loss orders of contracts: they match (money §3).

import { bin, binOf, crosses, opposite, ROW32, ROW64, isMarket } from '../../book/index.ts';
import { CLOSE_REASON, MARGIN_MODE, ORDER_STATUS, TIME_IN_FORCE, TPSL } from '../../enum/index.ts';
import { isBeyond, isDry, nearIndex, emitChanged, emitTriggered } from '../../order/index.ts';
import { frozenLimit, highestTake, lowestTake } from '../../formula/index.ts';
import { allows, USE, YES } from '../../price/index.ts';
import { RULE } from '../../rules.ts';
import { DONE } from '../../schema/index.ts';
import { inReach, marketReach } from './price-band.ts';
import { opens, weigh } from './fill-side.ts';
import { refuseAtTrigger } from './place.ts';
import { onlyCloses } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { unguard } from './order-lifecycle.ts';
import { type Estimate, type Legs, settleRest, take } from './take.ts';
import { emitPosition } from '../events.ts';

/** Fires the trigger of a waiting order. */
export function fire(context: PerpetualContext, estimate: Estimate, legs: Legs, slot: number): void {
  const { orders, terms, positions } = context;
  context.triggers.remove(slot, bin(orders.triggerBy(slot), orders.side(slot), orders.type(slot)));
  unguard(context, slot);
  const position = terms.position[slot] as number;
  const id = position === 0 ? 0 : positions.rows.id(position);
  if (terms.guard[slot] !== 0) fit(context, slot, position);
  emitTriggered(context, slot);
  orders.setWaiting(slot, false);
  const flaw = meet(context, estimate, legs, slot, 0);
  if (flaw === CLOSE_REASON.none) settleRest(context, legs, slot, take(context, legs, slot, context.limit));
  else refuseAtTrigger(context, slot, flaw);
  if (id !== 0 && positions.rows.find(id) !== 0) emitPosition(context, position);
}

/**
 * The worst price at which a triggered order fills: near the index, and within the band of the mark. Since rules
 * `frozenStops` a frozen user's stop fills as near as a close with a fresh proof, because a stop needs none. Since
 * `staleWallets` the same holds when the wallet has a position with a stale price.
 */
function boundOf(context: PerpetualContext, slot: number): number {
  const { orders, orderBooks, positions } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const mark = context.contracts.rows.mark[market] as number;
  const user = orders.user[slot * ROW32] as number;
  const frozen = context.clock.rules >= RULE.frozenStops && context.users.frozen(user);
  const cross = context.terms.mode[slot] === MARGIN_MODE.cross;
  const closes =
    cross && onlyCloses(context, positions.holdings.contractWallet[context.terms.holding[slot] as number] as number);
  const near =
    frozen || closes
      ? frozenLimit(side, orderBooks.rulesOf(market).index(market))
      : nearIndex(orderBooks, market, side);
  const reach = side === 1 ? highestTake(mark) : lowestTake(mark);
  return isBeyond(side, near, reach) ? reach : near;
}

/** Whether the index bounds an order more than its own limit. For market orders it always does. */
function boundByIndex(context: PerpetualContext, slot: number, bound: number): boolean {
  const { orders } = context;
  return isMarket(orders.type(slot)) || isBeyond(orders.side(slot), orders.price[slot * ROW32] as number, bound);
}

/** Since `RULE.stops`: whether a triggered order that waits can match near the index, or may rest at its limit. */
export function meetsNear(context: PerpetualContext, slot: number): boolean {
  const { orders, orderBooks } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  if (orderBooks.cutQuotes.isCut(market, opposite(side))) return false;
  const bound = boundOf(context, slot);
  return !boundByIndex(context, slot, bound) || !isDry(orderBooks, market, side, bound);
}

/** Since `RULE.stops`: fills the order near the index. What that bound leaves unfilled waits. */
export function fireNear(context: PerpetualContext, estimate: Estimate, legs: Legs, slot: number): void {
  const { orders, terms, positions, orderBooks } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const force = orders.timeInForce(slot);
  const bound = boundOf(context, slot);
  const waits = boundByIndex(context, slot, bound) && force !== TIME_IN_FORCE.fok && force !== TIME_IN_FORCE.postOnly;
  const position = terms.position[slot] as number;
  const id = position === 0 ? 0 : positions.rows.id(position);
  context.triggers.remove(slot, binOf(orders, slot));
  const cut = orderBooks.cutQuotes.isCut(market, opposite(side));
  if (cut || (waits && isDry(orderBooks, market, side, bound))) {
    emitTriggered(context, slot);
    return wait(context, slot);
  }
  unguard(context, slot);
  if (terms.guard[slot] !== 0) fit(context, slot, position);
  emitTriggered(context, slot);
  orders.setWaiting(slot, false);
  const flaw = meet(context, estimate, legs, slot, bound);
  if (flaw === CLOSE_REASON.none) {
    const reason = take(context, legs, slot, context.limit);
    const lives = id === 0 || positions.rows.find(id) !== 0;
    // What remains after the most matches of one order is tried again at the next tick.
    const again =
      reason === CLOSE_REASON.sweep || (reason === CLOSE_REASON.gone && isDry(orderBooks, market, side, bound));
    orderBooks.swept = waits && lives && reason === CLOSE_REASON.sweep;
    if (waits && lives && again) {
      orders.setWaiting(slot, true);
      guardAgain(context, slot, position);
      wait(context, slot);
    } else settleRest(context, legs, slot, reason);
  } else refuseAtTrigger(context, slot, flaw);
  if (id !== 0 && positions.rows.find(id) !== 0) emitPosition(context, position);
}

/** An unfilled take-profit or stop-loss stays with its position. */
function guardAgain(context: PerpetualContext, slot: number, position: number): void {
  const { terms } = context;
  const p = context.positions.rows;
  if (terms.guard[slot] === TPSL.profit) p.stopProfit[position] = slot;
  else if (terms.guard[slot] === TPSL.loss) p.stopLoss[position] = slot;
  context.kept.changed(p.holding[position] as number);
}

/** Makes a triggered order wait to be filled. */
function wait(context: PerpetualContext, slot: number): void {
  const { orders } = context;
  orders.setTriggered(slot);
  context.triggers.add(slot, binOf(orders, slot));
  const dealt = (orders.lots[slot * ROW64] as number) - (orders.rest[slot * ROW64] as number);
  emitChanged(context, slot, dealt, 0, ORDER_STATUS.trigger);
}

/**
 * A take-profit or stop-loss closes at most what its position has now; one for the whole position closes everything.
 */
function fit(context: PerpetualContext, slot: number, position: number): void {
  const { orders, terms, positions } = context;
  const has = positions.rows.lots[position] as number;
  const asked = orders.rest[slot * ROW64] as number;
  const dealt = (orders.lots[slot * ROW64] as number) - asked;
  const lots = terms.whole[slot] === 1 || asked > has ? has : asked;
  if (lots === asked) return;
  orders.lots[slot * ROW64] = dealt + lots;
  orders.rest[slot * ROW64] = lots;
  emitChanged(context, slot, dealt, 0, ORDER_STATUS.trigger);
}

/**
 * Whether it may match now, with its limit in `context.limit`: `none`, or why it is refused. `bound`: the worst price
 * near the index, ticks; 0 before `RULE.stops`.
 */
function meet(context: PerpetualContext, estimate: Estimate, legs: Legs, slot: number, bound: number): number {
  const { orders, terms, positions, markets, prices } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const opening = opens(terms.direction[slot] as number);
  const state = prices.state(markets.rows.instrument[market] as number);
  if (allows(state, opening ? USE.leverage : USE.close) !== YES) return CLOSE_REASON.closed;
  const holding = terms.holding[slot] as number;
  const position = terms.position[slot] as number;
  if (
    positions.contractWallets.endangered[positions.holdings.contractWallet[holding] as number] === 1 ||
    (position !== 0 && positions.rows.endangered[position] === 1)
  )
    return CLOSE_REASON.liquidation;
  const book = markets.book(market);
  const force = orders.timeInForce(slot);
  context.limit = orders.price[slot * ROW32] as number;
  if (bound !== 0) {
    const bounded = boundByIndex(context, slot, bound);
    if (!bounded && inReach(context, market, side, context.limit, false) !== DONE) return CLOSE_REASON.band;
    // It may not rest beyond the bound, and would not match within it.
    if (bounded && force === TIME_IN_FORCE.postOnly) return CLOSE_REASON.band;
    if (bounded) context.limit = bound;
  } else if (isMarket(orders.type(slot))) {
    const touch = book.best(opposite(side));
    if (touch === 0) return CLOSE_REASON.gone;
    context.limit = marketReach(side, touch, context.contracts.rows.mark[market] as number);
  } else if (inReach(context, market, side, context.limit, false) !== DONE) return CLOSE_REASON.band;
  if (force === TIME_IN_FORCE.fok) {
    const lots = orders.rest[slot * ROW64] as number;
    estimate.of(
      context,
      market,
      side,
      context.limit,
      orders.user[slot * ROW32] as number,
      orders.selfTrade(slot),
      lots,
    );
    if (estimate.lots < lots || !certain(context, estimate, legs, slot)) return CLOSE_REASON.gone;
  }
  return force === TIME_IN_FORCE.postOnly && crosses(book, side, context.limit) ? CLOSE_REASON.gone : CLOSE_REASON.none;
}

/** Whether a triggered fill-or-kill order fills completely, with makers and taker weighed as they will be. */
function certain(context: PerpetualContext, estimate: Estimate, legs: Legs, slot: number): boolean {
  const { orders } = context;
  const lots = orders.rest[slot * ROW64] as number;
  const user = orders.user[slot * ROW32] as number;
  const walk = legs.certain;
  walk.of(
    context,
    legs.thought,
    orders.market(slot),
    orders.side(slot),
    context.limit,
    user,
    orders.selfTrade(slot),
    lots,
  );
  if (walk.lots < lots) return false;
  const leg = legs.thought;
  const flaw = weigh(context, leg, slot, lots, estimate.value, orders.takerRate[slot * ROW32] as number);
  const more = opens(leg.direction) ? leg.draw - leg.need : 0;
  return flaw === 0 && leg.slack >= walk.spread() + more;
}
