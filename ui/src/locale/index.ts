// Languages: codes, tags, names.
export {
  defaultLocale,
  isLocaleCode,
  localeTag,
  locales,
  preferredLocale,
  pseudoLocale,
  type LocaleCode,
} from './locales.ts';
