// position.guard and position.guardSide: take-profit and stop-loss of an open position, both or one of them (money §3).

import { TPSL } from '../../enum/index.ts';
import { DONE, offsetOf, rejects } from '../../schema/index.ts';
import { inReach } from './price-band.ts';
import { guardHit, guardOf, seenPrice, setGuard } from './tpsl.ts';
import { own, unknown } from '../position/commands.ts';
import type { PerpetualContext } from '../context.ts';

const CENTS = 100;
const POSITION = offsetOf('position.guard', 'position');
const BOTH = {
  stopProfit: offsetOf('position.guard', 'stopProfit'),
  stopLoss: offsetOf('position.guard', 'stopLoss'),
  triggerBy: offsetOf('position.guard', 'triggerBy'),
  lots: offsetOf('position.guard', 'lots'),
} as const;
const ONE = {
  guard: offsetOf('position.guardSide', 'guard'),
  trigger: offsetOf('position.guardSide', 'trigger'),
  triggerBy: offsetOf('position.guardSide', 'triggerBy'),
  lots: offsetOf('position.guardSide', 'lots'),
} as const;

export function decideGuard(context: PerpetualContext, words: Float64Array, at: number): number {
  const slot = own(context, words, at);
  if (slot === 0) return unknown(context, words, at);
  const size = guardable(context, slot, words[at + BOTH.lots] as number);
  if (size !== DONE) return size;
  const by = words[at + BOTH.triggerBy] as number;
  const profit = triggerFits(context, slot, TPSL.profit, words[at + BOTH.stopProfit] as number, by);
  return profit === DONE ? triggerFits(context, slot, TPSL.loss, words[at + BOTH.stopLoss] as number, by) : profit;
}

/** Sets take-profit and stop-loss of a position. Returns how many it has. */
export function commitGuard(context: PerpetualContext, words: Float64Array, at: number): number {
  const slot = context.positions.rows.find(words[at + POSITION] as number);
  const by = words[at + BOTH.triggerBy] as number;
  const lots = words[at + BOTH.lots] as number;
  setGuard(context, slot, TPSL.profit, words[at + BOTH.stopProfit] as number, by, lots);
  setGuard(context, slot, TPSL.loss, words[at + BOTH.stopLoss] as number, by, lots);
  return guardsOf(context, slot);
}

export function decideSide(context: PerpetualContext, words: Float64Array, at: number): number {
  const slot = own(context, words, at);
  if (slot === 0) return unknown(context, words, at);
  const size = guardable(context, slot, words[at + ONE.lots] as number);
  if (size !== DONE) return size;
  const by = words[at + ONE.triggerBy] as number;
  return triggerFits(context, slot, words[at + ONE.guard] as number, words[at + ONE.trigger] as number, by);
}

/** Sets one of them and keeps the other. Returns how many the position has. */
export function commitSide(context: PerpetualContext, words: Float64Array, at: number): number {
  const slot = context.positions.rows.find(words[at + POSITION] as number);
  const by = words[at + ONE.triggerBy] as number;
  const lots = words[at + ONE.lots] as number;
  setGuard(context, slot, words[at + ONE.guard] as number, words[at + ONE.trigger] as number, by, lots);
  return guardsOf(context, slot);
}

function guardsOf(context: PerpetualContext, slot: number): number {
  return (guardOf(context, slot, TPSL.profit) === 0 ? 0 : 1) + (guardOf(context, slot, TPSL.loss) === 0 ? 0 : 1);
}

/** Whether a position can have a take-profit or stop-loss of that many lots (0: all). */
function guardable(context: PerpetualContext, slot: number, lots: number): number {
  const { orders } = context;
  const has = context.positions.rows.lots[slot] as number;
  if (lots > has) return context.refuse(rejects['position.lessThanClose'], has, lots);
  return orders.exhausted() ? context.refuse(rejects['order.tooMany'], orders.most, orders.rowsUsed()) : DONE;
}

/** Whether a trigger (0: none) is within the price band and not already reached. */
function triggerFits(context: PerpetualContext, slot: number, kind: number, trigger: number, by: number): number {
  if (trigger === 0) return DONE;
  const p = context.positions.rows;
  const market = p.market[slot] as number;
  const reach = inReach(context, market, p.side[slot] === 1 ? 2 : 1, trigger, true);
  if (reach !== DONE) return reach;
  const seen = seenPrice(context, market, by);
  return guardHit(kind, p.side[slot] as number, trigger, by, seen)
    ? context.refuse(rejects['trigger.side'], trigger, (seen - (seen % CENTS)) / CENTS)
    : DONE;
}
