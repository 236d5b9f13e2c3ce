// Which trades no customer took part in. Who is a practice trader is no part of the journal: it is a label beside the
// accounts.

import { MARKET_MAKER } from '@vitrine/core/enum';

/** Users that are labelled as practice traders. Accounts made later are added. */
export type PracticeUsers = ReadonlySet<number>;

/** Marks a trade of these two users if at least one is a practice trader and none is a customer. */
export function practiceMark(labelled: PracticeUsers, taker: number, maker: number): { readonly practice?: true } {
  if (!labelled.has(taker) && !labelled.has(maker)) return {};
  const isNone = (user: number) => user === MARKET_MAKER || labelled.has(user);
  return isNone(taker) && isNone(maker) ? { practice: true } : {};
}
