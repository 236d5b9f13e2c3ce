// The sixteen languages of the spec (§1): our code, the tag for Intl and `lang`, and the language's name for itself.

export const locales = [
  { code: 'en', tag: 'en', name: 'English' },
  { code: 'ja', tag: 'ja', name: '日本語' },
  { code: 'ko', tag: 'ko', name: '한국어' },
  { code: 'zh', tag: 'zh-Hans-CN', name: '简体中文' },
  { code: 'pt', tag: 'pt', name: 'Português' },
  { code: 'vi', tag: 'vi', name: 'Tiếng Việt' },
  { code: 'th', tag: 'th', name: 'ไทย' },
  { code: 'es', tag: 'es', name: 'Español' },
  { code: 'fr', tag: 'fr', name: 'Français' },
  { code: 'ru', tag: 'ru', name: 'Русский' },
  { code: 'de', tag: 'de', name: 'Deutsch' },
  { code: 'it', tag: 'it', name: 'Italiano' },
  { code: 'tw', tag: 'zh-Hant-TW', name: '繁體中文' },
  { code: 'hi', tag: 'hi', name: 'हिन्दी' },
  { code: 'id', tag: 'id', name: 'Bahasa Indonesia' },
  { code: 'tl-PH', tag: 'fil-PH', name: 'Filipino' },
] as const;

export type LocaleCode = (typeof locales)[number]['code'];

/** The language before the user chooses one, and the fallback for keys missing from a catalogue. */
export const defaultLocale: LocaleCode = 'en';

/** The pseudo-locale: longer, accented text. Shows untranslated text and text that does not fit. */
export const pseudoLocale = 'pseudo';

/** The tag for `Intl` and the `lang` attribute. Unknown codes map to English. */
export function localeTag(code: string): string {
  return locales.find((locale) => locale.code === code)?.tag ?? 'en';
}

export function isLocaleCode(code: unknown): code is LocaleCode {
  return locales.some((locale) => locale.code === code);
}

/** The first supported language of the browser's list. Maps Hant, TW, HK and MO to `tw`, and Filipino to `tl-PH`. */
export function preferredLocale(languages: readonly string[]): LocaleCode {
  for (const language of languages) {
    const tag = language.toLowerCase();
    if (tag.startsWith('zh')) return /hant|-(tw|hk|mo)\b/.test(tag) ? 'tw' : 'zh';
    if (tag.startsWith('fil') || tag === 'tl' || tag.startsWith('tl-')) return 'tl-PH';
    const base = tag.split('-')[0];
    const found = locales.find((locale) => locale.code === base);
    if (found) return found.code;
  }
  return defaultLocale;
}
