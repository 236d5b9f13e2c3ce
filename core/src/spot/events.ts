// The `order.opened` event.

import { ROW32, ROW64 } from '../book/index.ts';
import { STATUS } from '../schema/index.ts';
import type { SpotContext } from './context.ts';

const OPENED = 130;

/** Emits `order.opened` from the order's row. A market buy by amount shows its amount and no lots. */
export function emitOpened(context: SpotContext, slot: number): void {
  const { orders, out } = context;
  const byAmount = orders.lots[slot * ROW64] === 0;
  const at = out.reserve(17);
  const w = out.words;
  w[at] = OPENED;
  w[at + 1] = 17;
  w[at + 2] = orders.id(slot);
  w[at + 3] = orders.user[slot * ROW32] as number;
  w[at + 4] = orders.market(slot);
  w[at + 5] = orders.wallet(slot);
  w[at + 6] = orders.side(slot);
  w[at + 7] = orders.type(slot);
  w[at + 8] = orders.timeInForce(slot);
  w[at + 9] = orders.price[slot * ROW32] as number;
  w[at + 10] = orders.lots[slot * ROW64] as number;
  // A triggered order by amount may have spent a part while it waits: its amount is the whole.
  w[at + 11] = byAmount ? (orders.rest[slot * ROW64] as number) + (orders.value[slot * ROW64] as number) : 0;
  w[at + 12] = orders.trigger[slot * ROW32] as number;
  w[at + 13] = orders.triggerBy(slot);
  w[at + 14] = orders.waiting(slot) ? STATUS.trigger : STATUS.waiting;
  w[at + 15] = orders.makerRate[slot * ROW32] as number;
  w[at + 16] = orders.takerRate[slot * ROW32] as number;
}
