// The events of stakes, written from their rows.

import type { Out } from '../state/index.ts';
import type { EarnRoom } from './room.ts';

const OPENED = 200;
const PAID = 201;
const CLOSED = 202;

function begin(out: Out, kind: number, length: number): number {
  const at = out.room(length);
  out.words[at] = kind;
  out.words[at + 1] = length;
  return at + 2;
}

export function tellOpened(room: EarnRoom, slot: number): void {
  const { stakes, products, out } = room;
  const { rows } = stakes;
  const terms = rows.terms[slot] as number;
  const at = begin(out, OPENED, 13);
  const w = out.words;
  w[at] = rows.id(slot);
  w[at + 1] = rows.user[slot] as number;
  w[at + 2] = rows.product[slot] as number;
  w[at + 3] = products.terms.asset[terms] as number;
  w[at + 4] = rows.principal[slot] as number;
  w[at + 5] = products.terms.version[terms] as number;
  w[at + 6] = rows.starts[slot] as number;
  w[at + 7] = rows.ends[slot] as number;
  w[at + 8] = rows.promised[slot] as number;
  w[at + 9] = rows.day[slot] as number;
  w[at + 10] = rows.paid[slot] as number;
}

/** `amount` atoms of yield paid for its day; `reserved` newly promised by a renewal. */
export function tellPaid(room: EarnRoom, slot: number, amount: number, reserved: number): void {
  const { stakes, products, out } = room;
  const { rows } = stakes;
  const at = begin(out, PAID, 9);
  const w = out.words;
  w[at] = rows.id(slot);
  w[at + 1] = rows.user[slot] as number;
  w[at + 2] = products.terms.asset[rows.terms[slot] as number] as number;
  w[at + 3] = amount;
  w[at + 4] = rows.day[slot] as number;
  w[at + 5] = reserved;
  w[at + 6] = rows.ends[slot] as number;
}

/** `paid` atoms to the customer, `earned` of them yield; `unused` and `penalty` to the treasury. */
export function tellClosed(
  room: EarnRoom,
  slot: number,
  reason: number,
  paid: number,
  earned: number,
  unused: number,
  penalty: number,
): void {
  const { stakes, products, out } = room;
  const { rows } = stakes;
  const at = begin(out, CLOSED, 10);
  const w = out.words;
  w[at] = rows.id(slot);
  w[at + 1] = rows.user[slot] as number;
  w[at + 2] = products.terms.asset[rows.terms[slot] as number] as number;
  w[at + 3] = reason;
  w[at + 4] = paid;
  w[at + 5] = earned;
  w[at + 6] = unused;
  w[at + 7] = penalty;
}
