// A claim being proposed: how much of the order's value, and why. Pure.
import { compareDecimal } from '@vitrine/ui';
import { positive, type DeskBondOrder, type DeskInputOf } from '@vitrine/contract';

export interface ClaimDraft {
  readonly amount: string;
  readonly reason: string;
}

export const emptyClaim: ClaimDraft = { amount: '', reason: '' };

/** The first thing that lacks: an amount above zero and at most what is left of the value, then a reason. */
export function claimLack(
  { amount, reason }: ClaimDraft,
  { left }: Pick<DeskBondOrder, 'left'>,
): 'amount' | 'reason' | undefined {
  const read = positive.safeParse(amount);
  if (!read.success || compareDecimal(read.data, left) > 0) return 'amount';
  return reason.trim() === '' ? 'reason' : undefined;
}

/** What a proposal sends; undefined while something lacks. */
export function claimInput(order: DeskBondOrder, draft: ClaimDraft): DeskInputOf<'desk.bonds.claim'> | undefined {
  if (claimLack(draft, order) !== undefined) return undefined;
  return { id: order.id, amount: draft.amount, reason: draft.reason.trim() };
}
