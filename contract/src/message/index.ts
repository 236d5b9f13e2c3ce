// Messages of codes by language: the `msg` of the envelope.

import { type Code, codes, type MessageKey } from '../code.ts';
import { en } from './en.ts';
import * as languages from './languages.ts';

export { en };

/** Catalogues by language. A language without one falls back to English. */
const catalogues: Readonly<Record<string, Readonly<Partial<Record<MessageKey, string>>>>> = languages;

/** Fills `{name}` in a text; a missing value becomes a dash. */
export function fillMessage(text: string, args: Readonly<Record<string, string>>): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (_, name: string) => args[name] ?? '–');
}

/** The message of a code in the language of the `lang` header, else English. */
export function messageOf(code: Code, args: Readonly<Record<string, string>> = {}, lang = 'en'): string {
  const { key } = codes[code];
  const catalogue = Object.hasOwn(catalogues, lang) ? catalogues[lang] : undefined;
  return fillMessage(catalogue?.[key] ?? en[key], args);
}
