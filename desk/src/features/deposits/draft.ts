// A credit being proposed: the amount the bank shows, its reference, and why. Pure.
import { compareDecimal } from '@vitrine/ui';
import { readDecimal, type DeskInputOf } from '@vitrine/contract';
import { referenceFits } from '../../funds/index.ts';

export interface CreditDraft {
  readonly amount: string;
  readonly reference: string;
  readonly reason: string;
}

/** Begins empty: what the bank shows is read there, not taken from what the customer said. */
export const emptyCredit: CreditDraft = { amount: '', reference: '', reason: '' };

/** Decimals that a bank moves. */
export const bankDecimals = 2;

export function creditLack({ amount, reference, reason }: CreditDraft): 'amount' | 'reference' | 'reason' | undefined {
  const read = readDecimal(amount);
  if (read === undefined || compareDecimal(read, '0') <= 0) return 'amount';
  if (!referenceFits(reference)) return 'reference';
  return reason.trim() === '' ? 'reason' : undefined;
}

/** What a proposal sends; undefined while something lacks. */
export function creditInput(id: string, draft: CreditDraft): DeskInputOf<'desk.deposits.pass'> | undefined {
  const amount = readDecimal(draft.amount);
  if (amount === undefined || creditLack(draft) !== undefined) return undefined;
  return { id, amount, reference: draft.reference.trim(), reason: draft.reason.trim() };
}

/** Whether the bank shows another amount than the customer told. */
export function differs(told: string, amount: string): boolean {
  const read = readDecimal(amount);
  return read !== undefined && compareDecimal(read, told) !== 0;
}
