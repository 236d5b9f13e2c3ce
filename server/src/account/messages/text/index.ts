// The texts of our messages by language.

import type { Language } from '@vitrine/contract';
import type { Texts } from './en.ts';
import * as languages from './languages.ts';

export type { Texts } from './en.ts';

/** All texts, by language. */
export const texts: Readonly<Record<Language, Texts>> = languages;

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
