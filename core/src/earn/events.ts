// The events of stakes, written from their rows.

import { layoutOf } from '../schema/index.ts';
import type { EarnContext } from './context.ts';

const OPENED = layoutOf('earn.opened');
const PAID = layoutOf('earn.paid');
const CLOSED = layoutOf('earn.closed');

export function emitOpened(context: EarnContext, slot: number): void {
  const { stakes, products, out } = context;
  const { rows } = stakes;
  const terms = rows.terms[slot] as number;
  const at = out.open(OPENED.head);
  const w = out.words;
  w[at + OPENED.stake] = rows.id(slot);
  w[at + OPENED.user] = rows.user[slot] as number;
  w[at + OPENED.kind] = products.terms.kind[rows.terms[slot] as number] as number;
  w[at + OPENED.product] = rows.product[slot] as number;
  w[at + OPENED.asset] = products.terms.asset[terms] as number;
  w[at + OPENED.amount] = rows.principal[slot] as number;
  w[at + OPENED.version] = products.terms.version[terms] as number;
  w[at + OPENED.starts] = rows.starts[slot] as number;
  w[at + OPENED.ends] = rows.ends[slot] as number;
  w[at + OPENED.reserved] = rows.promised[slot] as number;
  w[at + OPENED.day] = rows.day[slot] as number;
  w[at + OPENED.paid] = rows.paid[slot] as number;
}

/** `amount` atoms of yield paid for the day; `reserved` atoms newly promised by a renewal. */
export function emitPaid(context: EarnContext, slot: number, amount: number, reserved: number): void {
  const { stakes, products, out } = context;
  const { rows } = stakes;
  const at = out.open(PAID.head);
  const w = out.words;
  w[at + PAID.stake] = rows.id(slot);
  w[at + PAID.user] = rows.user[slot] as number;
  w[at + PAID.kind] = products.terms.kind[rows.terms[slot] as number] as number;
  w[at + PAID.asset] = products.terms.asset[rows.terms[slot] as number] as number;
  w[at + PAID.amount] = amount;
  w[at + PAID.day] = rows.day[slot] as number;
  w[at + PAID.reserved] = reserved;
  w[at + PAID.ends] = rows.ends[slot] as number;
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
  const { rows } = stakes;
  const at = out.open(CLOSED.head);
  const w = out.words;
  w[at + CLOSED.stake] = rows.id(slot);
  w[at + CLOSED.user] = rows.user[slot] as number;
  w[at + CLOSED.kind] = products.terms.kind[rows.terms[slot] as number] as number;
  w[at + CLOSED.asset] = products.terms.asset[rows.terms[slot] as number] as number;
  w[at + CLOSED.reason] = reason;
  w[at + CLOSED.paid] = paid;
  w[at + CLOSED.yield] = earned;
  w[at + CLOSED.unused] = unused;
  w[at + CLOSED.penalty] = penalty;
}
