// The `order.opened` event.

import { ROW32, ROW64 } from '../book/index.ts';
import { ORDER_STATUS } from '../enum/index.ts';
import { layoutOf } from '../schema/index.ts';
import type { SpotContext } from './context.ts';

const OPENED = layoutOf('order.opened');

/** Emits `order.opened` from the order's row. A market buy by amount shows its amount and no lots. */
export function emitOpened(context: SpotContext, slot: number): void {
  const { orders, out } = context;
  const byAmount = orders.lots[slot * ROW64] === 0;
  const at = out.open(OPENED.head);
  const w = out.words;
  w[at + OPENED.order] = orders.id(slot);
  w[at + OPENED.user] = orders.user[slot * ROW32] as number;
  w[at + OPENED.market] = orders.market(slot);
  w[at + OPENED.wallet] = orders.wallet(slot);
  w[at + OPENED.side] = orders.side(slot);
  w[at + OPENED.type] = orders.type(slot);
  w[at + OPENED.timeInForce] = orders.timeInForce(slot);
  w[at + OPENED.price] = orders.price[slot * ROW32] as number;
  w[at + OPENED.lots] = orders.lots[slot * ROW64] as number;
  // A triggered order by amount may have spent a part while it waits: its amount is the whole.
  w[at + OPENED.amount] = byAmount ? (orders.rest[slot * ROW64] as number) + (orders.value[slot * ROW64] as number) : 0;
  w[at + OPENED.trigger] = orders.trigger[slot * ROW32] as number;
  w[at + OPENED.triggerBy] = orders.triggerBy(slot);
  w[at + OPENED.status] = orders.waiting(slot) ? ORDER_STATUS.trigger : ORDER_STATUS.waiting;
  w[at + OPENED.makerRate] = orders.makerRate[slot * ROW32] as number;
  w[at + OPENED.takerRate] = orders.takerRate[slot * ROW32] as number;
}
