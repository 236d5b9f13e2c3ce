// The events of stakes, written from their rows.

import type { EarnContext } from './context.ts';

const OPENED = 200;
const PAID = 201;
const CLOSED = 202;

/** Writes the fields that every event begins with: stake, user, kind of product. Returns the next offset. */
function begin(context: EarnContext, slot: number, kind: number, length: number): number {
  const { stakes, products, out } = context;
  const { rows } = stakes;
  const at = out.reserve(length);
  const w = out.words;
  w[at] = kind;
  w[at + 1] = length;
  w[at + 2] = rows.id(slot);
  w[at + 3] = rows.user[slot] as number;
  w[at + 4] = products.terms.kind[rows.terms[slot] as number] as number;
  return at + 5;
}

export function emitOpened(context: EarnContext, slot: number): void {
  const { stakes, products, out } = context;
  const { rows } = stakes;
  const terms = rows.terms[slot] as number;
  const at = begin(context, slot, OPENED, 14);
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

/** `amount` atoms of yield paid for the day; `reserved` atoms newly promised by a renewal. */
export function emitPaid(context: EarnContext, slot: number, amount: number, reserved: number): void {
  const { stakes, products, out } = context;
  const { rows } = stakes;
  const at = begin(context, slot, PAID, 10);
  const w = out.words;
  w[at] = products.terms.asset[rows.terms[slot] as number] as number;
  w[at + 1] = amount;
  w[at + 2] = rows.day[slot] as number;
  w[at + 3] = reserved;
  w[at + 4] = rows.ends[slot] as number;
}

/** `paid` atoms to the user, of which `earned` are yield; `unused` and `penalty` go to the treasury. */
export function emitClosed(
  context: EarnContext,
  slot: number,
  reason: number,
  paid: number,
  earned: number,
  unused: number,
  penalty: number,
): void {
  const { stakes, products, out } = context;
  const at = begin(context, slot, CLOSED, 11);
  const w = out.words;
  w[at] = products.terms.asset[stakes.rows.terms[slot] as number] as number;
  w[at + 1] = reason;
  w[at + 2] = paid;
  w[at + 3] = earned;
  w[at + 4] = unused;
  w[at + 5] = penalty;
}
