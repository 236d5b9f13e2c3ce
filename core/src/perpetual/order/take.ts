// Matches a contract order with the book: each fill is weighed on both sides, then settled (money §3).

import {
  isMarket,
  mayRest,
  NONE,
  opposite,
  reaches,
  ROW32,
  ROW64,
  type SelfTrade,
  type Side,
  STEP,
  stepAt,
} from '../../book/index.ts';
import { CLOSE_REASON, MARGIN_MODE, MARKET_MAKER, ORDER_STATUS, TIME_IN_FORCE } from '../../enum/index.ts';
import { emitChanged, emitClosed, MEETING, mostMet } from '../../order/index.ts';
import { quotient } from '../../number/index.ts';
import { RULE } from '../../rules.ts';
import { FillOrKill } from './fill-or-kill.ts';
import { guardFrom } from './tpsl.ts';
import { directionOf, Leg, mostLots, opens, weigh } from './fill-side.ts';
import { openingsWait } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { settle, valueOf } from './settle.ts';
import { expel, forget, shed } from './order-lifecycle.ts';

/** What would fill now: into `lots`, `value` (settle atoms), `best`, `worst` (ticks). Reads the book alone. */
export class Estimate {
  lots = 0;
  value = 0;
  best = 0;
  worst = 0;
  /** Whether more would fill than one order may match. */
  swept = false;

  of(
    context: PerpetualContext,
    market: number,
    side: Side,
    limit: number,
    user: number,
    selfTrade: number,
    wanted: number,
  ): void {
    const { orders, markets } = context;
    const book = markets.book(market);
    const waits = openingsWait(context, market);
    this.lots = 0;
    this.value = 0;
    this.best = 0;
    this.worst = 0;
    this.swept = false;
    let met = 0;
    const most = mostMet(context.orderBooks);
    // Since rules `boundedSweep` by that; before, by the orders of one side, themselves by MAX_ORDERS.
    for (let slot = book.front(opposite(side)); slot !== NONE && this.lots < wanted; slot = book.after(slot)) {
      const price = orders.price[slot * ROW32] as number;
      if (side === 1 ? price > limit : price < limit) break;
      if (waits && opens(directionOf(context, slot))) continue;
      if (orders.user[slot * ROW32] === user) {
        if (selfTrade === 2) continue;
        break;
      }
      const costs = meetingOf(context, slot, 0);
      if (met + costs > most) {
        this.swept = true;
        break;
      }
      met += costs;
      let part = orders.rest[slot * ROW64] as number;
      if (part > wanted - this.lots) part = wanted - this.lots;
      if (this.best === 0) this.best = price;
      this.worst = price;
      this.lots += part;
      this.value += valueOf(context, market, part, price, side === 1);
    }
  }
}

/** What meeting a resting order costs of what a command may spend on them: its wallet is weighed, and that of the taker. */
function meetingOf(context: PerpetualContext, maker: number, taker: number): number {
  if (context.clock.rules < RULE.sweepBudget) return 1;
  return MEETING.contract + quotient(crossesOf(context, maker) + taker, MEETING.positions);
}

/** Cross positions of the wallet of an order, which weighing it walks over; 0 where it weighs its position alone. */
function crossesOf({ positions, terms }: PerpetualContext, slot: number): number {
  if (terms.mode[slot] !== MARGIN_MODE.cross) return 0;
  return positions.contractWallets.crosses[
    positions.holdings.contractWallet[terms.holding[slot] as number] as number
  ] as number;
}

/** The two sides of the current fill. */
export class Legs {
  readonly taker = new Leg();
  readonly maker = new Leg();
  /** For a decision: a possible fill, weighed without settling it. */
  readonly thought = new Leg();
  readonly certain = new FillOrKill();
  /** Lots the current order filled. */
  dealt = 0;
}

/**
 * Fills an order against the book up to `limit` ticks. Returns why it stopped:
 * - `none`: it is filled.
 * - `gone`: the book has nothing within the limit.
 * - `sweep`: it matched as many orders as one may.
 * - `closed`: only opening orders are left that do not fill now.
 */
export function take(context: PerpetualContext, legs: Legs, slot: number, limit: number): number {
  const { orders, markets } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const other = opposite(side);
  const book = markets.book(market);
  const user = orders.user[slot * ROW32] as number;
  const selfTrade = orders.selfTrade(slot) as SelfTrade;
  const waits = openingsWait(context, market);
  // The last opening order that was skipped. It keeps its priority, and no order before it fills either.
  let passed = NONE;
  legs.dealt = 0;
  const { orderBooks } = context;
  const budgeted = context.clock.rules >= RULE.sweepBudget;
  // A fill-or-kill order was looked through before: it needs few makers (`MAX_CERTAIN`).
  const bound = budgeted && orders.timeInForce(slot) === TIME_IN_FORCE.fok ? Infinity : mostMet(orderBooks);
  if (!budgeted) orderBooks.met = 0;
  // Every turn takes an order out of the book, fills this one, or turns the market maker's position: bounded by twice one side.
  while ((orders.rest[slot * ROW64] as number) > 0) {
    let maker = passed === NONE ? book.front(other) : book.after(passed);
    if (waits) {
      if (opens(directionOf(context, slot))) return CLOSE_REASON.closed;
      for (; reached(context, maker, side, limit) && opens(directionOf(context, maker)); maker = book.after(maker))
        passed = maker;
    }
    const step = stepAt(orders, maker, side, limit, user, selfTrade);
    if (step === STEP.dry) return passed === NONE ? CLOSE_REASON.gone : CLOSE_REASON.closed;
    if (step === STEP.fill) {
      const costs = meetingOf(context, maker, budgeted ? crossesOf(context, slot) : 0);
      if (orderBooks.met + costs > bound) return CLOSE_REASON.sweep;
      orderBooks.met += costs;
      const lots = Math.min(
        orders.rest[slot * ROW64] as number,
        orders.rest[maker * ROW64] as number,
        mostLots(context, slot),
        mostLots(context, maker),
      );
      const value = valueOf(context, market, lots, orders.price[maker * ROW32] as number, side === 1);
      if (lots === 0 || value === 0) return CLOSE_REASON.gone;
      const flaw = weigh(context, legs.taker, slot, lots, value, orders.takerRate[slot * ROW32] as number);
      if (flaw !== 0) return flaw;
      const bad = weigh(context, legs.maker, maker, lots, value, orders.makerRate[maker * ROW32] as number);
      if (bad !== 0) {
        book.remove(maker);
        expel(context, maker, ORDER_STATUS.cancelled, bad);
        continue;
      }
      settle(context, market, slot, maker, lots, value, legs.taker, legs.maker);
      orders.rest[slot * ROW64] = (orders.rest[slot * ROW64] as number) - lots;
      legs.dealt += lots;
      book.reduce(maker, lots);
      guardFrom(context, maker);
      afterMaker(context, maker);
      guardFrom(context, slot);
      continue;
    }
    if (step !== STEP.expireTaker) {
      book.remove(maker);
      expel(context, maker, ORDER_STATUS.cancelled, CLOSE_REASON.selfTrade);
    }
    if (step === STEP.expireTaker || step === STEP.expireBoth) return CLOSE_REASON.selfTrade;
  }
  return CLOSE_REASON.none;
}

/** Whether such an order exists within the taker's limit. */
function reached({ orders }: PerpetualContext, maker: number, side: Side, limit: number): boolean {
  return maker !== NONE && reaches(side, limit, orders.price[maker * ROW32] as number);
}

/**
 * Updates a resting order after a fill: emits it, and closes it when nothing is left. `fill` events cover the market
 * maker's orders.
 */
export function afterMaker(context: PerpetualContext, maker: number): void {
  const { orders } = context;
  const rest = orders.rest[maker * ROW64] as number;
  if (orders.user[maker * ROW32] !== MARKET_MAKER) {
    const dealt = (orders.lots[maker * ROW64] as number) - rest;
    emitChanged(context, maker, dealt, rest, rest === 0 ? ORDER_STATUS.filled : ORDER_STATUS.partly);
    if (rest === 0) emitClosed(context, maker, ORDER_STATUS.filled, CLOSE_REASON.none);
  }
  if (rest === 0) forget(context, maker);
}

/** Emits the result of a taker; then its rest goes into the book or it closes. */
export function settleRest(context: PerpetualContext, legs: Legs, slot: number, reason: number): void {
  const { orders, markets } = context;
  const rest = orders.rest[slot * ROW64] as number;
  const stays = reason === CLOSE_REASON.gone && mayRest(orders.type(slot), orders.timeInForce(slot));
  // `decide` checked that a page is free. If none is, the rest is cancelled rather than the process stopped.
  const fits = stays && rest > 0 && markets.book(orders.market(slot)).fits(orders.price[slot * ROW32] as number, true);
  const resting = fits ? rest : 0;
  const filled = rest === 0;
  if (legs.dealt > 0) {
    const dealt = (orders.lots[slot * ROW64] as number) - rest;
    emitChanged(context, slot, dealt, resting, filled ? ORDER_STATUS.filled : ORDER_STATUS.partly);
  }
  if (resting > 0) {
    markets.book(orders.market(slot)).add(slot);
    return;
  }
  // Before rules `endReasons` a market order without further matches had the number of cancel-after (dead man's
  // switch).
  const asSwitch = isMarket(orders.type(slot)) && context.clock.rules < RULE.endReasons;
  const endReason = asSwitch ? CLOSE_REASON.gone : CLOSE_REASON.expired;
  if (filled) {
    emitClosed(context, slot, ORDER_STATUS.filled, CLOSE_REASON.none);
    forget(context, slot);
    return;
  }
  shed(context, slot, rest);
  emitClosed(context, slot, ORDER_STATUS.cancelled, reason === CLOSE_REASON.gone ? endReason : reason);
  forget(context, slot);
}
