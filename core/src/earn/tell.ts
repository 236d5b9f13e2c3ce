// The events of stakes, written from their rows.

import type { EarnRoom } from './room.ts';

const OPENED = 200;
const PAID = 201;
const CLOSED = 202;

/** Stake, customer, kind of product: what each begins with. Gives the place after them. */
function begin(room: EarnRoom, slot: number, kind: number, length: number): number {
  const { stakes, products, out } = room;
  const { rows } = stakes;
  const at = out.room(length);
  const w = out.words;
  w[at] = kind;
  w[at + 1] = length;
  w[at + 2] = rows.id(slot);
  w[at + 3] = rows.user[slot] as number;
  w[at + 4] = products.terms.kind[rows.terms[slot] as number] as number;
  return at + 5;
}

export function tellOpened(room: EarnRoom, slot: number): void {
  const { stakes, products, out } = room;
  const { rows } = stakes;
  const terms = rows.terms[slot] as number;
  const at = begin(room, slot, OPENED, 14);
  const w = out.words;
  w[at] = rows.product[slot] as number;
  w[at + 1] = products.terms.asset[terms] as number;
  w[at + 2] = rows.principal[slot] as number;
  w[at + 3] = products.terms.version[terms] as number;
  w[at + 4] = rows.starts[slot] as number;
  w[at + 5] = rows.ends[slot] as number;
  w[at + 6] = rows.promised[slot] as number;
  w[at + 7] = rows.day[slot] as number;
  w[at + 8] = rows.paid[slot] as number;
}

/** `amount` atoms of yield paid for its day; `reserved` newly promised by a renewal. */
export function tellPaid(room: EarnRoom, slot: number, amount: number, reserved: number): void {
  const { stakes, products, out } = room;
  const { rows } = stakes;
  const at = begin(room, slot, PAID, 10);
  const w = out.words;
  w[at] = products.terms.asset[rows.terms[slot] as number] as number;
  w[at + 1] = amount;
  w[at + 2] = rows.day[slot] as number;
  w[at + 3] = reserved;
  w[at + 4] = rows.ends[slot] as number;
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
  const at = begin(room, slot, CLOSED, 11);
  const w = out.words;
  w[at] = products.terms.asset[stakes.rows.terms[slot] as number] as number;
  w[at + 1] = reason;
  w[at + 2] = paid;
  w[at + 3] = earned;
  w[at + 4] = unused;
  w[at + 5] = penalty;
}
