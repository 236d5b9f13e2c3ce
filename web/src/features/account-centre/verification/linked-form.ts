// An appeal against a link between accounts: one text.
import { MAX_APPEAL } from '@vitrine/contract';
import { faultsOf, textFault } from '../faults.ts';
import type { FormRules } from '../use-form.ts';

export interface AppealForm {
  readonly text: string;
}

/** Replaces line breaks with spaces. */
export const appealRules: FormRules<AppealForm, 'text'> = {
  reduce: (form, change) => ({ text: (change.text ?? form.text).replaceAll(/\s*\n\s*/g, ' ').slice(0, MAX_APPEAL) }),
  validate: ({ text }) => faultsOf<'text'>({ text: textFault(text, MAX_APPEAL) }),
  wire: { text: 'text' },
};
