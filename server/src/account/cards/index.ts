// Public interface of cards: the bank card and other payment accounts.

import type { Files } from '../files/index.ts';
import { type CardParts, type Cards, createCards } from './cards.ts';
import { createPayments, type Payments } from './payments.ts';

export type { CardDetails, Cards } from './cards.ts';
export { ibanFits, luhnFits, numberFits, plainNumber } from './number.ts';
export { type OtherAccount, PAYMENTS_MOST, type Payments } from './payments.ts';

/** Cards and payment accounts over SQL. */
export function createMoneyWays(
  parts: CardParts,
  files: Pick<Files, 'ofOwner' | 'attach'>,
): { readonly cards: Cards; readonly payments: Payments } {
  const cards = createCards(parts);
  return { cards, payments: createPayments(parts, cards, files) };
}
