// The language of the page: one chunk per language, loaded when chosen, with English for missing texts.
import { i18n, type Messages } from '@lingui/core';
import { defaultLocale, isLocaleCode, localeTag, pseudoLocale, type LocaleCode } from '@vitrine/ui';

const catalogues = import.meta.glob<{ readonly messages: Messages }>('../locales/*/messages.po');

/** Loads and activates a language's catalogue; English if it cannot be loaded. Returns the active language. */
export async function activateLocale(
  code: LocaleCode | typeof pseudoLocale,
): Promise<LocaleCode | typeof pseudoLocale> {
  const load = catalogues[`../locales/${code}/messages.po`];
  if (!load) return code === defaultLocale ? code : activateLocale(defaultLocale);
  const { messages } = await load();
  i18n.loadAndActivate({ locale: code, locales: localeTag(code), messages });
  document.documentElement.lang = localeTag(code);
  return code;
}

/** The active language; `en` before the first is loaded. */
export function currentLocale(): LocaleCode {
  return isLocaleCode(i18n.locale) ? i18n.locale : defaultLocale;
}
