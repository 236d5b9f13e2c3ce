// The events that orders of every product share.

import { type Orders, ROW32, ROW64 } from '../book/index.ts';
import type { EventBuffer } from '../state/index.ts';

const CHANGED = 131;
const TRIGGERED = 132;
const CLOSED = 133;

/** What writing an order's event needs. */
interface Teller {
  readonly orders: Orders;
  readonly out: EventBuffer;
}

/** Emits `order.changed` with the order's present state. `resting`: lots in the book. */
export function emitChanged(context: Teller, slot: number, dealt: number, resting: number, status: number): void {
  const { orders, out } = context;
  const at = out.reserve(10);
  const w = out.words;
  w[at] = CHANGED;
  w[at + 1] = 10;
  w[at + 2] = orders.id(slot);
  w[at + 3] = orders.price[slot * ROW32] as number;
  w[at + 4] = orders.lots[slot * ROW64] as number;
  w[at + 5] = dealt;
  w[at + 6] = orders.value[slot * ROW64] as number;
  w[at + 7] = orders.fee[slot * ROW64] as number;
  w[at + 8] = resting;
  w[at + 9] = status;
}

export function emitTriggered(context: Teller, slot: number): void {
  const at = context.out.reserve(3);
  const w = context.out.words;
  w[at] = TRIGGERED;
  w[at + 1] = 3;
  w[at + 2] = context.orders.id(slot);
}

export function emitClosed(context: Teller, slot: number, status: number, reason: number): void {
  const at = context.out.reserve(5);
  const w = context.out.words;
  w[at] = CLOSED;
  w[at + 1] = 5;
  w[at + 2] = context.orders.id(slot);
  w[at + 3] = status;
  w[at + 4] = reason;
}
