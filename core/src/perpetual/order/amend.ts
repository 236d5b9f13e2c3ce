// Amends of contract orders: price and total quantity. A lower quantity at the same price keeps its priority (money §2,
// §3).

import { crosses, opposite, ROW32, ROW64, isMarket } from '../../book/index.ts';
import { CLOSE_REASON, ORDER_STATUS, TIME_IN_FORCE } from '../../enum/index.ts';
import { emitChanged } from '../../order/index.ts';
import { allows, USE, YES } from '../../price/index.ts';
import { RULE } from '../../rules.ts';
import { DONE, offsetOf, rejects } from '../../schema/index.ts';
import { inReach } from './price-band.ts';
import { contractOpen, type Decision, leverageFits, linkedLots, require, sizeFits, valueAtTicks } from './checks.ts';
import { opens, sideOf } from './fill-side.ts';
import { left } from '../position/valuation.ts';
import { lockedBy, onlyCloses } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { reserve, shed } from './order-lifecycle.ts';
import { type Legs, settleRest, take } from './take.ts';
import { emitPosition } from '../events.ts';

const PRICE = offsetOf('order.amend', 'price');
const LOTS = offsetOf('order.amend', 'lots');

/**
 * Decides an amend of price and total quantity; 0 keeps the old value. position.guard changes take-profit and
 * stop-loss.
 */
export function decideAmend(
  context: PerpetualContext,
  made: Decision,
  words: Float64Array,
  at: number,
  slot: number,
): number {
  const { orders, markets, terms, positions, prices } = context;
  const market = orders.market(slot);
  const direction = terms.direction[slot] as number;
  const opening = opens(direction);
  const open = contractOpen(context, market, opening);
  if (open !== DONE) return open;
  const state = prices.state(markets.rows.instrument[market] as number);
  if (allows(state, USE.close) !== YES) return context.refuse(rejects['market.closed'], 0, state);
  if (context.clock.rules >= RULE.amendLiquidating && isLiquidating(context, slot))
    return context.refuse(rejects['position.liquidating'], 0, 1);
  const newPrice = words[at + PRICE] as number;
  const newLots = words[at + LOTS] as number;
  if ((newPrice === 0 && newLots === 0) || terms.guard[slot] !== 0)
    return context.refuse(rejects['request.invalid'], 1, 0);
  const atMarket = isMarket(orders.type(slot));
  if (atMarket && newPrice !== 0) return context.refuse(rejects['price.tick'], 0, newPrice);
  const waits = orders.waiting(slot);
  const side = orders.side(slot);
  const price = newPrice === 0 ? (orders.price[slot * ROW32] as number) : newPrice;
  const old = orders.lots[slot * ROW64] as number;
  const rest = orders.rest[slot * ROW64] as number;
  const lots = newLots === 0 ? old : newLots;
  const dealt = old - rest;
  if (lots <= dealt) return context.refuse(rejects['order.tooSmall'], dealt + 1, lots);
  if (!atMarket) {
    const band = inReach(context, market, side, price, waits);
    if (band !== DONE) return band;
  }
  const trigger = orders.trigger[slot * ROW32] as number;
  const size = sizeFits(context, market, lots, atMarket ? trigger : price, opening);
  if (size !== DONE) return size;
  const holding = terms.holding[slot] as number;
  made.before = terms.requirement[slot] as number;
  made.need = 0;
  if (opening) {
    const contractWallet = positions.holdings.contractWallet[holding] as number;
    const more = lots > old || price !== orders.price[slot * ROW32];
    if (more && onlyCloses(context, contractWallet))
      return context.refuse(rejects['price.stale'], 0, lockedBy(context, contractWallet));
    const posed = sideOf(direction);
    const position = positions.of(holding, posed);
    const h = positions.holdings;
    const others = ((posed === 1 ? h.opensLong : h.opensShort)[holding] as number) - rest;
    const has = position === 0 ? 0 : (positions.rows.lots[position] as number);
    const leverage = terms.leverage[slot] as number;
    const linked = linkedLots(context, positions.holdings.user[holding] as number, market, posed);
    const fits = leverageFits(context, market, others + has + lots - dealt + linked, leverage);
    if (fits !== DONE) return fits;
    const rate = Math.max(orders.makerRate[slot * ROW32] as number, orders.takerRate[slot * ROW32] as number);
    const value = valueAtTicks(context, market, lots - dealt, atMarket ? trigger : price);
    require(context, made, market, posed, lots - dealt, value, leverage, rate, waits ? trigger : 0);
    const own = left(context, contractWallet) + made.before;
    if (own < made.need) return context.refuse(rejects['margin.insufficient'], made.need, own > 0 ? own : 0);
  } else {
    const p = positions.rows;
    const position = terms.position[slot] as number;
    const free = (p.lots[position] as number) - (p.closing[position] as number) + rest;
    if (lots - dealt > free) return context.refuse(rejects['position.lessThanClose'], free, lots - dealt);
  }
  if (!waits && orders.timeInForce(slot) === TIME_IN_FORCE.postOnly && crosses(markets.book(market), side, price))
    return context.refuse(rejects['order.wouldTake'], markets.book(market).best(opposite(side)), price);
  return DONE;
}

/** Whether the order's wallet or position waits for liquidation. */
function isLiquidating(context: PerpetualContext, slot: number): boolean {
  const { terms, positions } = context;
  const holding = terms.holding[slot] as number;
  const position = positions.of(holding, sideOf(terms.direction[slot] as number));
  return (
    positions.contractWallets.endangered[positions.holdings.contractWallet[holding] as number] === 1 ||
    (position !== 0 && positions.rows.endangered[position] === 1)
  );
}

/** Commits what `decideAmend` just allowed. Returns the order's id. */
export function commitAmend(
  context: PerpetualContext,
  made: Decision,
  legs: Legs,
  words: Float64Array,
  at: number,
  slot: number,
): number {
  const { orders, markets, terms, positions } = context;
  const id = orders.id(slot);
  const newPrice = words[at + PRICE] as number;
  const newLots = words[at + LOTS] as number;
  const price = newPrice === 0 ? (orders.price[slot * ROW32] as number) : newPrice;
  const rest = orders.rest[slot * ROW64] as number;
  const old = orders.lots[slot * ROW64] as number;
  const lots = newLots === 0 ? old : newLots;
  const dealt = old - rest;
  const position = terms.position[slot] as number;
  const positionId = position === 0 ? 0 : positions.rows.id(position);
  const waits = orders.waiting(slot);
  const keeps = !waits && price === orders.price[slot * ROW32] && lots <= old;
  if (!waits && !keeps) markets.book(orders.market(slot)).remove(slot);
  shed(context, slot, rest);
  orders.lots[slot * ROW64] = lots;
  if (keeps) {
    if (lots < old) markets.book(orders.market(slot)).reduce(slot, old - lots);
  } else {
    orders.rest[slot * ROW64] = lots - dealt;
    orders.price[slot * ROW32] = price;
  }
  reserve(context, slot, lots - dealt, made.need);
  if (waits) emitChanged(context, slot, dealt, 0, ORDER_STATUS.trigger);
  else if (keeps)
    emitChanged(context, slot, dealt, lots - dealt, dealt > 0 ? ORDER_STATUS.partly : ORDER_STATUS.waiting);
  else {
    const reason = take(context, legs, slot, price);
    if (legs.dealt === 0 && reason === CLOSE_REASON.gone)
      emitChanged(context, slot, dealt, lots - dealt, dealt > 0 ? ORDER_STATUS.partly : ORDER_STATUS.waiting);
    settleRest(context, legs, slot, reason);
  }
  if (positionId !== 0 && positions.rows.find(positionId) !== 0) emitPosition(context, position);
  return id;
}
