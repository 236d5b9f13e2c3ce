// The 16 languages by their native names.

import type { Language } from '@vitrine/contract';

const names: Readonly<Record<Language, string>> = {
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
  pt: 'Português',
  vi: 'Tiếng Việt',
  th: 'ไทย',
  es: 'Español',
  fr: 'Français',
  ru: 'Русский',
  de: 'Deutsch',
  it: 'Italiano',
  tw: '繁體中文',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  'tl-PH': 'Filipino',
};

/** Native name of a language. */
export function languageName(code: Language): string {
  return names[code];
}
