// A draft claim: its share of the order's value, and the reason. Pure.
import { compareDecimal } from '@vitrine/ui';
import { positive, type DeskBondOrder, type DeskInputOf } from '@vitrine/contract';

export interface ClaimDraft {
  readonly amount: string;
  readonly reason: string;
}

export const emptyClaim: ClaimDraft = { amount: '', reason: '' };

/** The first thing that is missing: an amount above zero and within the remaining value, then a reason. */
export function claimLack(
  { amount, reason }: ClaimDraft,
  { left }: Pick<DeskBondOrder, 'left'>,
): 'amount' | 'reason' | undefined {
  const read = positive.safeParse(amount);
  if (!read.success || compareDecimal(read.data, left) > 0) return 'amount';
  return reason.trim() === '' ? 'reason' : undefined;
}

/** The input of a proposal; undefined while something is missing. */
export function claimInput(order: DeskBondOrder, draft: ClaimDraft): DeskInputOf<'desk.bonds.claim'> | undefined {
  if (claimLack(draft, order) !== undefined) return undefined;
  return { id: order.id, amount: draft.amount, reason: draft.reason.trim() };
}
