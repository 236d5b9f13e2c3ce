// How many orders of others one command, or one step of work, may meet (money §2): each is a fill, or is taken out. Since rules
// `sweepBudget` by what they cost, before by their number.

import { MAX_SWEEP } from '../book/index.ts';
import { quotient } from '../number/index.ts';
import { RULE } from '../rules.ts';
import type { OrderBooks } from './order-books.ts';

/** What a command may spend on orders that it meets, about a microsecond each: 2,000 orders of spot, 250 of contracts. */
export const SWEEP_BUDGET = 2_000;
/** What meeting one costs: of spot; where a margin wallet is weighed for it, more; of contracts, and for so many cross positions one. */
export const MEETING = { spot: 1, margin: 20, contract: 8, positions: 4 } as const;
/** So much spent is one more step of work. */
const SPENT_A_STEP = 20;

/** Most that orders of others may cost: each 1 before rules `sweepBudget`. */
export function mostMet({ clock }: OrderBooks): number {
  if (clock.rules >= RULE.sweepBudget) return SWEEP_BUDGET;
  return clock.rules >= RULE.boundedSweep ? MAX_SWEEP : Infinity;
}

/** Steps beyond the first that orders met in a step of work are worth; none before rules `sweepBudget`. */
export function stepsMet({ clock, met }: OrderBooks): number {
  return clock.rules >= RULE.sweepBudget ? quotient(met, SPENT_A_STEP) : 0;
}
