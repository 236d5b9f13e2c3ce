// Matches an order with the book until it is filled, or book, limit or money end it. Then the rest rests or closes.

import {
  isMarket,
  mayRest,
  next,
  NONE,
  opposite,
  ROW32,
  ROW64,
  type SelfTrade,
  type Side,
  STEP,
} from '../book/index.ts';
import { CLOSE_REASON, MARKET_MAKER, ORDER_STATUS, SIDE, TIME_IN_FORCE, WALLET } from '../enum/index.ts';
import { emitChanged, emitClosed, MEETING, mostMet, emitNoLevel } from '../order/index.ts';
import { stopHold } from '../formula/index.ts';
import { quotient } from '../number/index.ts';
import { RULE } from '../rules.ts';
import { type SpotContext } from './context.ts';
import { bearsFill } from './margin.ts';
import { settle } from './settle.ts';

/** Atoms an order must hold while it rests or waits for its trigger. */
export function holdOf(context: SpotContext, slot: number): number {
  return holdAs(
    context,
    slot,
    context.orders.price[slot * ROW32] as number,
    context.orders.rest[slot * ROW64] as number,
  );
}

/** Atoms an order would hold at another price and with another unfilled quantity. */
export function holdAs(context: SpotContext, slot: number, price: number, rest: number): number {
  const { orders, markets } = context;
  const market = orders.market(slot);
  if (orders.side(slot) !== SIDE.buy) return rest * (markets.rows.baseAtomsPerLot[market] as number);
  if (orders.lots[slot * ROW64] === 0) return rest;
  const k = markets.rows.atomsPerTickLot[market] as number;
  if (!isMarket(orders.type(slot))) return rest * price * k;
  // Its hold no longer includes what it has spent while it waits to spend the rest.
  const dealt = (orders.lots[slot * ROW64] as number) - (orders.rest[slot * ROW64] as number);
  const left =
    stopHold(rest + dealt, orders.trigger[slot * ROW32] as number, k) - (orders.value[slot * ROW64] as number);
  return left > 0 ? left : 0;
}

/**
 * Estimates what would fill now, into `context.lots`, `value`, `best`, `worst`, `spent`: at most `wanted` lots and
 * `budget` quote atoms (Infinity: no bound). Reads only.
 */
export function estimate(
  context: SpotContext,
  market: number,
  side: Side,
  limit: number,
  user: number,
  selfTrade: number,
  wanted: number,
  budget: number,
): void {
  const { orders, markets } = context;
  const book = markets.book(market);
  const k = markets.rows.atomsPerTickLot[market] as number;
  let lots = 0;
  let value = 0;
  context.best = 0;
  context.worst = 0;
  context.spent = false;
  context.margins = 0;
  context.swept = false;
  let met = 0;
  const most = mostMet(context.orderBooks);
  // Since rules `boundedSweep` by that; before, by the orders of one side, themselves by MAX_ORDERS.
  for (let slot = book.front(opposite(side)); slot !== NONE && lots < wanted; slot = book.after(slot)) {
    const price = orders.price[slot * ROW32] as number;
    if (side === SIDE.buy ? price > limit : price < limit) break;
    if (orders.user[slot * ROW32] === user) {
      if (selfTrade === 2) continue;
      break;
    }
    const costs = meetingOf(context, slot);
    if (met + costs > most) {
      context.swept = true;
      break;
    }
    met += costs;
    let part = orders.rest[slot * ROW64] as number;
    if (part > wanted - lots) part = wanted - lots;
    if (budget !== Infinity) {
      const most = quotient(budget - value, price * k);
      if (most < part) {
        part = most;
        context.spent = true;
      }
    }
    if (part > 0) {
      if (context.best === 0) context.best = price;
      context.worst = price;
      if (orders.wallet(slot) !== WALLET.spot) context.margins += 1;
      lots += part;
      value += part * price * k;
      if (value === budget) context.spent = true;
    }
    if (context.spent) break;
  }
  context.lots = lots;
  context.value = value;
}

/** What meeting a resting order costs of what a command may spend on them. */
export function meetingOf(context: SpotContext, maker: number): number {
  if (context.clock.rules < RULE.sweepBudget) return 1;
  return context.orders.wallet(maker) === WALLET.spot ? MEETING.spot : MEETING.margin;
}

/**
 * Fills an order against the book up to `limit`, spending at most `budget` quote atoms (Infinity: the caller has
 * checked). Returns why it stopped:
 * - `none`: it is filled.
 * - `gone`: the book has nothing within the limit.
 * - `sweep`: it matched as many orders as one may.
 */
export function take(context: SpotContext, slot: number, limit: number, budget: number): number {
  const { orders, markets } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const other = opposite(side);
  const book = markets.book(market);
  const user = orders.user[slot * ROW32] as number;
  const selfTrade = orders.selfTrade(slot) as SelfTrade;
  const byAmount = orders.lots[slot * ROW64] === 0;
  const guarded = orders.wallet(slot) !== WALLET.spot && !context.forced;
  const k = markets.rows.atomsPerTickLot[market] as number;
  let left = budget;
  context.dealt = 0;
  let reason: number = CLOSE_REASON.none;
  // A fill-or-kill order was looked through before: what it needs is within the bound.
  const whole = context.clock.rules >= RULE.sweepBudget && orders.timeInForce(slot) === TIME_IN_FORCE.fok;
  const bound = whole ? Infinity : mostMet(context.orderBooks);
  const budgeted = context.clock.rules >= RULE.sweepBudget;
  let met = budgeted ? context.orderBooks.met : 0;
  // Every turn takes an order out of the book or ends: of others at most `bound`.
  while ((orders.rest[slot * ROW64] as number) > 0) {
    const step = next(book, orders, side, limit, user, selfTrade);
    if (step === STEP.dry) {
      reason = CLOSE_REASON.gone;
      break;
    }
    const maker = book.front(other);
    if (step === STEP.fill) {
      const costs = meetingOf(context, maker) + (budgeted && guarded ? MEETING.margin : 0);
      if (met + costs > bound) {
        reason = CLOSE_REASON.sweep;
        break;
      }
      met += costs;
      let lots = orders.rest[maker * ROW64] as number;
      if (!byAmount && lots > (orders.rest[slot * ROW64] as number)) lots = orders.rest[slot * ROW64] as number;
      if (left !== Infinity) {
        const most = quotient(left, (orders.price[maker * ROW32] as number) * k);
        if (most < lots) lots = most;
        if (lots === 0) {
          reason = byAmount ? CLOSE_REASON.none : CLOSE_REASON.band;
          break;
        }
      }
      if (guarded && !bearsFill(context, slot, maker, lots, true)) {
        reason = CLOSE_REASON.margin;
        break;
      }
      if (orders.wallet(maker) !== WALLET.spot && !bearsFill(context, maker, maker, lots, false)) {
        book.remove(maker);
        closeOut(context, maker, ORDER_STATUS.cancelled, CLOSE_REASON.margin);
        continue;
      }
      const value = settle(context, market, slot, maker, lots);
      left -= value;
      orders.rest[slot * ROW64] = (orders.rest[slot * ROW64] as number) - (byAmount ? value : lots);
      context.dealt += lots;
      book.reduce(maker, lots);
      afterMaker(context, maker);
      continue;
    }
    if (step !== STEP.expireTaker) {
      book.remove(maker);
      closeOut(context, maker, ORDER_STATUS.cancelled, CLOSE_REASON.selfTrade);
    }
    if (step === STEP.expireTaker || step === STEP.expireBoth) {
      reason = CLOSE_REASON.selfTrade;
      break;
    }
  }
  context.orderBooks.met = met;
  return reason;
}

/** Why an order closes that never matched. */
export function notDealt(context: SpotContext): number {
  context.dealt = 0;
  return CLOSE_REASON.gone;
}

/**
 * Updates a resting order after a fill: emits it, and closes it when nothing is left. `fill` events cover the market
 * maker's orders.
 */
function afterMaker(context: SpotContext, maker: number): void {
  const { orders } = context;
  const rest = orders.rest[maker * ROW64] as number;
  if (orders.user[maker * ROW32] !== MARKET_MAKER) {
    emitChanged(
      context,
      maker,
      (orders.lots[maker * ROW64] as number) - rest,
      rest,
      rest === 0 ? ORDER_STATUS.filled : ORDER_STATUS.partly,
    );
    if (rest === 0) emitClosed(context, maker, ORDER_STATUS.filled, CLOSE_REASON.none);
  }
  if (rest === 0) forget(context, maker);
}

/** Emits the result of a taker; then its rest goes into the book with its hold, or it closes. */
export function settleRest(context: SpotContext, slot: number, reason: number): void {
  const { orders, markets, ledger } = context;
  const rest = orders.rest[slot * ROW64] as number;
  const byAmount = orders.lots[slot * ROW64] === 0;
  const stays = reason === CLOSE_REASON.gone && mayRest(orders.type(slot), orders.timeInForce(slot));
  // `decide` checked that a page is free. If none is, the rest is cancelled rather than the process stopped.
  const fits = stays && rest > 0 && markets.book(orders.market(slot)).fits(orders.price[slot * ROW32] as number, true);
  const resting = fits ? rest : 0;
  const filled = rest === 0 || (byAmount && reason === CLOSE_REASON.none);
  if (context.dealt > 0) {
    const dealt = byAmount ? context.dealtBefore(slot) + context.dealt : (orders.lots[slot * ROW64] as number) - rest;
    emitChanged(context, slot, dealt, resting, filled ? ORDER_STATUS.filled : ORDER_STATUS.partly);
  }
  if (resting > 0) {
    const hold = holdOf(context, slot);
    ledger.post(orders.hold[slot * ROW32] as number, -hold, hold);
    markets.book(orders.market(slot)).add(slot);
    return;
  }
  const why = filled
    ? CLOSE_REASON.none
    : reason === CLOSE_REASON.gone
      ? closingReason(context, orders.type(slot))
      : reason;
  emitClosed(context, slot, filled ? ORDER_STATUS.filled : ORDER_STATUS.cancelled, why);
  forget(context, slot);
}

/**
 * Why the rest of an order that may not rest is cancelled. Before rules `endReasons` market orders had another number.
 */
function closingReason(context: SpotContext, type: number): number {
  return isMarket(type) && context.clock.rules < RULE.endReasons ? CLOSE_REASON.gone : CLOSE_REASON.expired;
}

/** Closes an order that is in neither book nor triggers: releases its hold, emits `order.closed`. */
export function closeOut(context: SpotContext, slot: number, status: number, reason: number): void {
  const { orders, ledger } = context;
  const hold = holdOf(context, slot);
  if (orders.user[slot * ROW32] === MARKET_MAKER) emitNoLevel(context, slot);
  else emitClosed(context, slot, status, reason);
  ledger.post(orders.hold[slot * ROW32] as number, hold, -hold);
  forget(context, slot);
}

/** Frees the row of a closed order. */
export function forget(context: SpotContext, slot: number): void {
  context.orderAccounts.leave(slot);
  context.orders.free(slot);
}
