// Messages of codes by language: the `msg` of the envelope.

import { type Code, codes, type MessageKey } from '../code.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { id } from './id.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { th } from './th.ts';
import { tlPH } from './tl-PH.ts';
import { tw } from './tw.ts';
import { vi } from './vi.ts';
import { zh } from './zh.ts';

export { en };

/** Catalogues by language. A language without one falls back to English. */
const catalogues: Readonly<Record<string, Readonly<Partial<Record<MessageKey, string>>>>> = {
  en,
  ja,
  ko,
  zh,
  pt,
  vi,
  th,
  es,
  fr,
  ru,
  de,
  it,
  tw,
  hi,
  id,
  'tl-PH': tlPH,
};

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
