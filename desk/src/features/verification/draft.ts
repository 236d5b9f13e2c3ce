// A draft decision on a submission: pass with a reason, or refuse exactly the ticked fields, each with a reason. Pure.
import { KYC_FIELDS, type DeskInputOf, type KycReason } from '@vitrine/contract';

export interface FieldDraft {
  readonly reason: KycReason | undefined;
  readonly note: string;
}

export type Draft =
  | { readonly step: 'none' }
  | { readonly step: 'pass'; readonly reason: string }
  | { readonly step: 'refuse'; readonly fields: Readonly<Record<string, FieldDraft>> };

export const noDraft: Draft = { step: 'none' };

/** Maximum length of a note on a field. */
export const mostNote = 200;

export type DraftAction =
  | { readonly kind: 'begin'; readonly step: 'pass' | 'refuse' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'reason'; readonly reason: string }
  | { readonly kind: 'tick'; readonly field: string; readonly on: boolean }
  | { readonly kind: 'field'; readonly field: string; readonly change: Partial<FieldDraft> };

export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.kind) {
    case 'begin':
      if (draft.step === action.step) return draft;
      return action.step === 'pass' ? { step: 'pass', reason: '' } : { step: 'refuse', fields: {} };
    case 'leave':
      return noDraft;
    case 'reason':
      return draft.step === 'pass' ? { ...draft, reason: action.reason } : draft;
    case 'tick': {
      if (draft.step !== 'refuse') return draft;
      if (action.on) return { ...draft, fields: { ...draft.fields, [action.field]: { reason: undefined, note: '' } } };
      const { [action.field]: _, ...rest } = draft.fields;
      return { ...draft, fields: rest };
    }
    case 'field': {
      const before = draft.step === 'refuse' ? draft.fields[action.field] : undefined;
      if (draft.step !== 'refuse' || before === undefined) return draft;
      return { ...draft, fields: { ...draft.fields, [action.field]: { ...before, ...action.change } } };
    }
  }
}

/** The fields of a stage that can be refused. */
export function fieldsOf(stage: number): readonly string[] {
  return stage === 1 ? KYC_FIELDS[1] : stage === 2 ? KYC_FIELDS[2] : [];
}

/** The first thing that a decision lacks; undefined: it may be sent. */
export type Lack =
  | { readonly what: 'reason' }
  | { readonly what: 'field' }
  | { readonly what: 'why'; readonly field: string }
  /** "Something else" requires a note. */
  | { readonly what: 'note'; readonly field: string };

export function lackOf(draft: Draft): Lack | undefined {
  switch (draft.step) {
    case 'none':
      return undefined;
    case 'pass':
      return draft.reason.trim() === '' ? { what: 'reason' } : undefined;
    case 'refuse': {
      const ticked = Object.entries(draft.fields);
      if (ticked.length === 0) return { what: 'field' };
      const unsaid = ticked.find(([, { reason }]) => reason === undefined);
      if (unsaid) return { what: 'why', field: unsaid[0] };
      const bare = ticked.find(([, { reason, note }]) => reason === 'other' && note.trim() === '');
      return bare ? { what: 'note', field: bare[0] } : undefined;
    }
  }
}

/** The input of a refusal: the ticked fields in the stage's order. Undefined while something is missing. */
export function refusalOf(id: string, stage: number, draft: Draft): DeskInputOf<'desk.kyc.refuse'> | undefined {
  if (draft.step !== 'refuse' || lackOf(draft) !== undefined) return undefined;
  const refused = fieldsOf(stage).flatMap((field) => {
    const one = draft.fields[field];
    if (one?.reason === undefined) return [];
    const note = one.note.trim();
    return [{ field, reason: one.reason, note: note === '' ? null : note }];
  });
  return { id, refused };
}

/** Whether a newer row of the list shows a decision since the case was opened. */
export function changedSince(
  row: { readonly state: number; readonly proposal: string | null } | undefined,
  open: { readonly state: number; readonly proposal: { readonly id: string; readonly state: string } | null },
): boolean {
  if (row === undefined) return false;
  const standing = open.proposal?.state === 'open' ? open.proposal.id : null;
  return row.state !== open.state || row.proposal !== standing;
}

/** Whether a value is masked and can be revealed with a reason. */
export function isMasked(value: string): boolean {
  return /\*{2,}|•{2,}/.test(value);
}

/** Fields in the order of the stages; unknown ones of a newer desk at the end. */
export function inOrder(fields: readonly string[]): readonly string[] {
  const known: readonly string[] = [...KYC_FIELDS[1], ...KYC_FIELDS[2]];
  const place = (field: string): number => (known.includes(field) ? known.indexOf(field) : known.length);
  return fields.toSorted((a, b) => place(a) - place(b));
}

/** Pictures prove a name: the first stage must pass before the second. */
export function waitsForFirst(stage: number, passedStage: number): boolean {
  return stage === 2 && passedStage < 1;
}
