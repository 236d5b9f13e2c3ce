// The language of the page: one chunk a language, fetched when chosen, English under every gap.
import { i18n, type Messages } from '@lingui/core';
import { defaultLocale, isLocaleCode, localeTag, pseudoLocale, type LocaleCode } from '@vitrine/ui';

const catalogues = import.meta.glob<{ readonly messages: Messages }>('../locales/*/messages.po');

/** Fetches a language's catalogue and makes it the page's; English when it cannot be fetched. Answers the language in use. */
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

/** The language in use; `en` before the first is there. */
export function currentLocale(): LocaleCode {
  return isLocaleCode(i18n.locale) ? i18n.locale : defaultLocale;
}
