// Contract events: an opened order, a position's state, the leverage of a holding.

import { ROW32, ROW64 } from '../book/index.ts';
import { STATUS } from '../schema/index.ts';
import { CROSS } from './contracts.ts';
import type { PerpetualContext } from './context.ts';

const OPENED = 181;
const POSITION = 182;
const LEVERAGE = 187;

/** Emits `contract.opened` from the order's row and terms. */
export function emitOpened(context: PerpetualContext, slot: number): void {
  const { orders, out, terms } = context;
  const position = terms.position[slot] as number;
  const at = out.reserve(21);
  const w = out.words;
  w[at] = OPENED;
  w[at + 1] = 21;
  w[at + 2] = orders.id(slot);
  w[at + 3] = orders.user[slot * ROW32] as number;
  w[at + 4] = orders.market(slot);
  w[at + 5] = terms.direction[slot] as number;
  w[at + 6] = terms.mode[slot] as number;
  w[at + 7] = terms.leverage[slot] as number;
  w[at + 8] = orders.type(slot);
  w[at + 9] = orders.timeInForce(slot);
  w[at + 10] = orders.price[slot * ROW32] as number;
  w[at + 11] = orders.lots[slot * ROW64] as number;
  w[at + 12] = orders.trigger[slot * ROW32] as number;
  w[at + 13] = orders.triggerBy(slot);
  w[at + 14] = terms.stopProfit[slot] as number;
  w[at + 15] = terms.stopLoss[slot] as number;
  w[at + 16] = orders.waiting(slot) ? STATUS.trigger : STATUS.waiting;
  w[at + 17] = orders.makerRate[slot * ROW32] as number;
  w[at + 18] = orders.takerRate[slot * ROW32] as number;
  w[at + 19] = position === 0 ? 0 : context.positions.rows.id(position);
  w[at + 20] = terms.guard[slot] as number;
}

/** Emits `position.changed` with the present state; pass `margin` when it is about to change. */
export function emitPosition(context: PerpetualContext, slot: number, margin = context.positions.marginOf(slot)): void {
  const { out } = context;
  const p = context.positions.rows;
  const lots = p.lots[slot] as number;
  const at = out.reserve(16);
  const w = out.words;
  w[at] = POSITION;
  w[at + 1] = 16;
  w[at + 2] = p.id(slot);
  w[at + 3] = p.user[slot] as number;
  w[at + 4] = p.market[slot] as number;
  w[at + 5] = p.side[slot] as number;
  w[at + 6] = p.mode[slot] as number;
  w[at + 7] = p.leverage[slot] as number;
  w[at + 8] = lots;
  w[at + 9] = lots - (p.closing[slot] as number);
  w[at + 10] = p.cost[slot] as number;
  w[at + 11] = margin;
  w[at + 12] = p.priceProfit[slot] as number;
  w[at + 13] = p.feeProfit[slot] as number;
  w[at + 14] = p.fundingProfit[slot] as number;
  w[at + 15] = lots === 0 ? 0 : (p.trigger[slot] as number);
}

/** Emits `leverage.changed` for a holding's margin mode. */
export function emitLeverage(context: PerpetualContext, holding: number, mode: number): void {
  const { out } = context;
  const h = context.positions.holdings;
  const at = out.reserve(6);
  const w = out.words;
  w[at] = LEVERAGE;
  w[at + 1] = 6;
  w[at + 2] = h.user[holding] as number;
  w[at + 3] = h.market[holding] as number;
  w[at + 4] = mode;
  w[at + 5] = (mode === CROSS ? h.cross[holding] : h.isolated[holding]) as number;
}
