// Take-profit and stop-loss of a position: waiting reduce-only market orders that hold and reserve nothing (money §3).

import { bin, hits, ROW32, ROW64 } from '../../book/index.ts';
import { CLOSE_REASON, ORDER_TYPE, SELF_TRADE, TIME_IN_FORCE, TPSL, TRIGGER_BY } from '../../enum/index.ts';
import type { PerpetualContext } from '../context.ts';
import { cancel, makeOrder, PLAIN } from './order-lifecycle.ts';
import { emitOpened } from '../events.ts';

const CENTS = 100;

/** The price that a contract's trigger compares with, cents: its mark, or its last trade once there is one. */
export function seenPrice(context: PerpetualContext, market: number, by: number): number {
  const last = context.markets.rows.last[market] as number;
  return by === TRIGGER_BY.last && last > 0 ? last * CENTS : (context.contracts.rows.mark[market] as number);
}

/** Whether a price in cents reaches the trigger of a take-profit or stop-loss of a side (1 long, 2 short). */
export function guardHit(kind: number, side: number, trigger: number, by: number, cents: number): boolean {
  return hits(bin(by, side === 1 ? 2 : 1, typeOf(kind)), trigger, cents);
}

/** Order slot of a position's take-profit or stop-loss, 0 none. */
export function guardOf(context: PerpetualContext, position: number, kind: number): number {
  const p = context.positions.rows;
  return (kind === TPSL.profit ? p.stopProfit[position] : p.stopLoss[position]) as number;
}

/** Replaces a take-profit or stop-loss; trigger 0 removes it, lots 0 closes the whole position. */
export function setGuard(
  context: PerpetualContext,
  position: number,
  kind: number,
  trigger: number,
  by: number,
  lots: number,
): void {
  const { orders, positions, terms } = context;
  const p = positions.rows;
  const old = guardOf(context, position, kind);
  if (
    old !== 0 &&
    orders.trigger[old * ROW32] === trigger &&
    orders.triggerBy(old) === by &&
    (lots === 0 ? terms.whole[old] === 1 : terms.whole[old] === 0 && orders.lots[old * ROW64] === lots)
  )
    return;
  if (old !== 0) cancel(context, old, CLOSE_REASON.user);
  // Never happens: the position reserves the row (core §10).
  if (trigger === 0 || orders.exhausted()) return;
  const side = p.side[position] as number;
  const slot = makeOrder(context, {
    ...PLAIN,
    user: p.user[position] as number,
    market: p.market[position] as number,
    holding: p.holding[position] as number,
    direction: side === 1 ? 3 : 4,
    mode: p.mode[position] as number,
    type: typeOf(kind),
    force: TIME_IN_FORCE.ioc,
    selfTrade: SELF_TRADE.maker,
    lots: lots === 0 ? (p.lots[position] as number) : lots,
    trigger,
    triggerBy: by,
    position,
    guard: kind,
  });
  terms.whole[slot] = lots === 0 ? 1 : 0;
  if (kind === TPSL.profit) p.stopProfit[position] = slot;
  else p.stopLoss[position] = slot;
  context.kept.changed(p.holding[position] as number);
  orders.setWaiting(slot, true);
  emitOpened(context, slot);
  context.triggers.add(slot, bin(by, orders.side(slot), orders.type(slot)));
  context.orderBooks.traded(p.market[position] as number);
}

/** An opening order was filled: gives its take-profit and stop-loss to its position. */
export function guardFrom(context: PerpetualContext, order: number): void {
  const { terms, positions } = context;
  const profit = terms.stopProfit[order] as number;
  const loss = terms.stopLoss[order] as number;
  if (profit === 0 && loss === 0) return;
  const position = positions.of(terms.holding[order] as number, terms.direction[order] as number);
  if (position === 0) return;
  terms.stopProfit[order] = 0;
  terms.stopLoss[order] = 0;
  const by = terms.guardBy[order] as number;
  if (profit !== 0) setGuard(context, position, TPSL.profit, profit, by, 0);
  if (loss !== 0) setGuard(context, position, TPSL.loss, loss, by, 0);
}

function typeOf(kind: number): number {
  return kind === TPSL.profit ? ORDER_TYPE.takeProfitMarket : ORDER_TYPE.stopMarket;
}
