// Messages of codes in a language: what `msg` of the envelope says.

import { type Code, codes, type MessageKey } from '../code.ts';
import { en } from './en.ts';

/** Catalogues by language. A language without one, and a key it lacks, is answered in English. */
const catalogues: Readonly<Record<string, Readonly<Partial<Record<MessageKey, string>>>>> = { en };

/** Fills `{name}` in a text; a name without a value leaves a dash. */
export function fillMessage(text: string, args: Readonly<Record<string, string>>): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (_, name: string) => args[name] ?? '–');
}

/** The message of a code in the language of the `lang` header, else English. */
export function messageOf(code: Code, args: Readonly<Record<string, string>> = {}, lang = 'en'): string {
  const { key } = codes[code];
  const catalogue = Object.hasOwn(catalogues, lang) ? catalogues[lang] : undefined;
  return fillMessage(catalogue?.[key] ?? en[key], args);
}
