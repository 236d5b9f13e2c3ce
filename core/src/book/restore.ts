// On load: the books and the waiting orders stand again as the order table says.

import type { FastBook } from './book.ts';
import { NONE, ROW32 } from './face.ts';
import type { Orders } from './orders.ts';
import { binOf, type Triggers } from './trigger.ts';

/**
 * Fills empty books (by market number) and an empty index of waiting orders. Queues are taken slot by slot of their
 * heads, each in the order of its links; nothing of the outcome depends on it. Throws when the table contradicts itself.
 */
export function restoreBooks(orders: Orders, books: readonly (FastBook | undefined)[], triggers: Triggers): void {
  for (let slot = 1; slot <= orders.top; slot += 1) {
    if (!orders.alive(slot)) continue;
    if (orders.waiting(slot)) {
      triggers.add(slot, binOf(orders, slot));
      continue;
    }
    if (orders.previous[slot * ROW32] !== NONE) continue;
    const book = books[orders.market(slot)];
    if (book === undefined)
      throw new Error(`Expected a book of market ${orders.market(slot)} for order slot ${slot}, found none.`);
    book.restore(slot);
  }
}
