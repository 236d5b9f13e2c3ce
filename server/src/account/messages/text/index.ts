// The texts of our messages by language.

import type { Language } from '@vitrine/contract';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
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

export type { Texts } from './en.ts';

/** All texts, by language. */
export const texts: Readonly<Record<Language, Texts>> = {
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

/** Tags for `lang` attributes and Intl. */
export const languageTag: Readonly<Record<Language, string>> = {
  en: 'en',
  ja: 'ja',
  ko: 'ko',
  zh: 'zh-Hans-CN',
  pt: 'pt-BR',
  vi: 'vi',
  th: 'th',
  es: 'es',
  fr: 'fr',
  ru: 'ru',
  de: 'de',
  it: 'it',
  tw: 'zh-Hant-TW',
  hi: 'hi',
  id: 'id',
  'tl-PH': 'fil-PH',
};

/** Fills `{name}` in a text. @throws if a name has no value: an incomplete message is never sent. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`expected a value for {${name}}`);
    return value;
  });
}
