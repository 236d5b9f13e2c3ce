// The events of orders.

import { ROW32, ROW64 } from '../book/index.ts';
import { STATUS } from '../schema/index.ts';
import type { SpotRoom } from './room.ts';

const OPENED = 130;
const CHANGED = 131;
const TRIGGERED = 132;
const CLOSED = 133;

/** `order.opened`, from the order's row. A market buy by amount tells its amount and no lots. */
export function tellOpened(room: SpotRoom, slot: number): void {
  const { orders, out } = room;
  const byAmount = orders.lots[slot * ROW64] === 0;
  const at = out.room(17);
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
  w[at + 11] = byAmount ? (orders.rest[slot * ROW64] as number) : 0;
  w[at + 12] = orders.trigger[slot * ROW32] as number;
  w[at + 13] = orders.triggerBy(slot);
  w[at + 14] = orders.waiting(slot) ? STATUS.trigger : STATUS.waiting;
  w[at + 15] = orders.makerRate[slot * ROW32] as number;
  w[at + 16] = orders.takerRate[slot * ROW32] as number;
}

/** `order.changed`: what it is now. `resting`: lots in the book. */
export function tellChanged(room: SpotRoom, slot: number, dealt: number, resting: number, status: number): void {
  const { orders, out } = room;
  const at = out.room(10);
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

export function tellTriggered(room: SpotRoom, slot: number): void {
  const at = room.out.room(3);
  const w = room.out.words;
  w[at] = TRIGGERED;
  w[at + 1] = 3;
  w[at + 2] = room.orders.id(slot);
}

export function tellClosed(room: SpotRoom, slot: number, status: number, reason: number): void {
  const at = room.out.room(5);
  const w = room.out.words;
  w[at] = CLOSED;
  w[at + 1] = 5;
  w[at + 2] = room.orders.id(slot);
  w[at + 3] = status;
  w[at + 4] = reason;
}
