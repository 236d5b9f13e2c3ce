// Refuses a deposit or withdrawal: a reason of the closed list, and a note for the user. Pure.
import { FUNDS_REASON, type FundsReason } from '@vitrine/contract';

export interface RefusalDraft {
  readonly why: FundsReason | undefined;
  readonly note: string;
}

export const noRefusal: RefusalDraft = { why: undefined, note: '' };

/** Maximum length of the note for the user. */
export const mostRefusalNote = 200;

/** Reasons for deposits and for withdrawals. */
export const depositReasons: readonly FundsReason[] = FUNDS_REASON.filter((why) => why !== 'halted');
export const withdrawalReasons: readonly FundsReason[] = ['risk', 'name', 'amount', 'halted', 'other'];

/** Why a bank refused a payment to a card. */
export const cardReasons: readonly FundsReason[] = ['name', 'amount', 'other'];

/** Why a payment on a chain failed for good. */
export const stuckReasons: readonly FundsReason[] = ['other', 'risk'];

/** The first thing that a refusal lacks; undefined: it may be sent. "Something else" requires a note. */
export function refusalLack({ why, note }: RefusalDraft): 'why' | 'note' | undefined {
  if (why === undefined) return 'why';
  return why === 'other' && note.trim() === '' ? 'note' : undefined;
}

/** The input to send; undefined while something is missing. */
export function refusalInput(
  id: string,
  { why, note }: RefusalDraft,
): { readonly id: string; readonly why: FundsReason; readonly note: string | null } | undefined {
  if (why === undefined || refusalLack({ why, note }) !== undefined) return undefined;
  const said = note.trim();
  return { id, why, note: said === '' ? null : said };
}

/** Whether a bank reference is valid: one line, not empty. */
export function referenceFits(reference: string): boolean {
  const said = reference.trim();
  return said !== '' && said.length <= 64;
}
