// Contract events: an opened order, a position's state, the leverage of a holding.

import { ROW32, ROW64 } from '../book/index.ts';
import { MARGIN_MODE, ORDER_STATUS } from '../enum/index.ts';
import { layoutOf } from '../schema/index.ts';
import type { PerpetualContext } from './context.ts';

const OPENED = layoutOf('contract.opened');
const POSITION = layoutOf('position.changed');
const LEVERAGE = layoutOf('leverage.changed');

/** Emits `contract.opened` from the order's row and terms. */
export function emitOpened(context: PerpetualContext, slot: number): void {
  const { orders, out, terms } = context;
  const position = terms.position[slot] as number;
  const at = out.open(OPENED.head);
  const w = out.words;
  w[at + OPENED.order] = orders.id(slot);
  w[at + OPENED.user] = orders.user[slot * ROW32] as number;
  w[at + OPENED.market] = orders.market(slot);
  w[at + OPENED.direction] = terms.direction[slot] as number;
  w[at + OPENED.marginMode] = terms.mode[slot] as number;
  w[at + OPENED.leverage] = terms.leverage[slot] as number;
  w[at + OPENED.type] = orders.type(slot);
  w[at + OPENED.timeInForce] = orders.timeInForce(slot);
  w[at + OPENED.price] = orders.price[slot * ROW32] as number;
  w[at + OPENED.lots] = orders.lots[slot * ROW64] as number;
  w[at + OPENED.trigger] = orders.trigger[slot * ROW32] as number;
  w[at + OPENED.triggerBy] = orders.triggerBy(slot);
  w[at + OPENED.stopProfit] = terms.stopProfit[slot] as number;
  w[at + OPENED.stopLoss] = terms.stopLoss[slot] as number;
  w[at + OPENED.status] = orders.waiting(slot) ? ORDER_STATUS.trigger : ORDER_STATUS.waiting;
  w[at + OPENED.makerRate] = orders.makerRate[slot * ROW32] as number;
  w[at + OPENED.takerRate] = orders.takerRate[slot * ROW32] as number;
  w[at + OPENED.position] = position === 0 ? 0 : context.positions.rows.id(position);
  w[at + OPENED.guard] = terms.guard[slot] as number;
}

/** Emits `position.changed` with the present state; pass `margin` when it is about to change. */
export function emitPosition(context: PerpetualContext, slot: number, margin = context.positions.marginOf(slot)): void {
  const { out } = context;
  const p = context.positions.rows;
  const lots = p.lots[slot] as number;
  const at = out.open(POSITION.head);
  const w = out.words;
  w[at + POSITION.position] = p.id(slot);
  w[at + POSITION.user] = p.user[slot] as number;
  w[at + POSITION.market] = p.market[slot] as number;
  w[at + POSITION.side] = p.side[slot] as number;
  w[at + POSITION.marginMode] = p.mode[slot] as number;
  w[at + POSITION.leverage] = p.leverage[slot] as number;
  w[at + POSITION.lots] = lots;
  w[at + POSITION.canClose] = lots - (p.closing[slot] as number);
  w[at + POSITION.cost] = p.cost[slot] as number;
  w[at + POSITION.margin] = margin;
  w[at + POSITION.priceProfit] = p.priceProfit[slot] as number;
  w[at + POSITION.feeProfit] = p.feeProfit[slot] as number;
  w[at + POSITION.fundingProfit] = p.fundingProfit[slot] as number;
  w[at + POSITION.liquidation] = lots === 0 ? 0 : (p.trigger[slot] as number);
}

/** Emits `leverage.changed` for a holding's margin mode. */
export function emitLeverage(context: PerpetualContext, holding: number, mode: number): void {
  const { out } = context;
  const h = context.positions.holdings;
  const at = out.open(LEVERAGE.head);
  const w = out.words;
  w[at + LEVERAGE.user] = h.user[holding] as number;
  w[at + LEVERAGE.market] = h.market[holding] as number;
  w[at + LEVERAGE.marginMode] = mode;
  w[at + LEVERAGE.leverage] = (mode === MARGIN_MODE.cross ? h.cross[holding] : h.isolated[holding]) as number;
}
