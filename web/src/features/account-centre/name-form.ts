// A form of one text line: the name of a passkey or device, or the anti-phishing word.
import { faultsOf, textFault } from './faults.ts';
import type { FormRules } from './use-form.ts';

/** Longest name of a device, a passkey, an API key. */
export const NAME_MOST = 40;
/** The anti-phishing word (calls §4). */
export const WORD_LEAST = 4;
export const WORD_MOST = 20;

export interface NameForm {
  readonly name: string;
}

export const nameRules: FormRules<NameForm, 'name'> = {
  reduce: (form, change) => ({ name: (change.name ?? form.name).slice(0, NAME_MOST) }),
  validate: ({ name }) => faultsOf<'name'>({ name: textFault(name, NAME_MOST) }),
  wire: { name: 'name' },
};

export interface WordForm {
  readonly word: string;
}

export const wordRules: FormRules<WordForm, 'word'> = {
  reduce: (form, change) => ({ word: change.word ?? form.word }),
  validate: ({ word }) => {
    const { length } = word.trim();
    return faultsOf<'word'>({
      word: length === 0 ? 'required' : length < WORD_LEAST || length > WORD_MOST ? 'word' : undefined,
    });
  },
  wire: { antiCode: 'word' },
};
