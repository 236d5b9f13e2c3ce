// A draft credit: the amount and reference from the bank statement, and the reason. Pure.
import { compareDecimal } from '@vitrine/ui';
import { readDecimal, type DeskInputOf } from '@vitrine/contract';
import { referenceFits } from '../../funds/index.ts';

export interface CreditDraft {
  readonly amount: string;
  readonly reference: string;
  readonly reason: string;
}

/** Starts empty: staff enter what the bank shows, not what the user claimed. */
export const emptyCredit: CreditDraft = { amount: '', reference: '', reason: '' };

/** Decimals of bank amounts. */
export const bankDecimals = 2;

export function creditLack({ amount, reference, reason }: CreditDraft): 'amount' | 'reference' | 'reason' | undefined {
  const read = readDecimal(amount);
  if (read === undefined || compareDecimal(read, '0') <= 0) return 'amount';
  if (!referenceFits(reference)) return 'reference';
  return reason.trim() === '' ? 'reason' : undefined;
}

/** The input of a proposal; undefined while something is missing. */
export function creditInput(id: string, draft: CreditDraft): DeskInputOf<'desk.deposits.pass'> | undefined {
  const amount = readDecimal(draft.amount);
  if (amount === undefined || creditLack(draft) !== undefined) return undefined;
  return { id, amount, reference: draft.reference.trim(), reason: draft.reason.trim() };
}

/** Whether the bank's amount differs from the user's claim. */
export function differs(declared: string, amount: string): boolean {
  const read = readDecimal(amount);
  return read !== undefined && compareDecimal(read, declared) !== 0;
}
