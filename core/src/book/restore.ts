// Rebuilds the books and the trigger index from the order table, on load.

import type { FastBook } from './book.ts';
import { NONE, ROW32 } from './face.ts';
import type { Orders } from './orders.ts';
import { binOf, type Triggers } from './trigger.ts';

/**
 * Fills empty books (by market number) and an empty index of trigger orders. Takes queues by the slots of their heads,
 * each in the order of its links; the result does not depend on that order. Throws when the table contradicts itself.
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
