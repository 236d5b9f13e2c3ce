// The language of the console: English, its catalogue fetched at the start. Another language is its .po file beside it.
import { i18n, type Messages } from '@lingui/core';
import { defaultLocale, localeTag } from '@vitrine/ui';

const catalogues = import.meta.glob<{ readonly messages: Messages }>('../locales/*/messages.po');

/** Fetches the catalogue and makes it the page's. */
export async function activateCatalogue(): Promise<void> {
  const load = catalogues[`../locales/${defaultLocale}/messages.po`];
  if (!load) throw new Error(`expected the catalogue of ${defaultLocale} in desk/src/locales, found none`);
  const { messages } = await load();
  i18n.loadAndActivate({ locale: defaultLocale, locales: localeTag(defaultLocale), messages });
  document.documentElement.lang = localeTag(defaultLocale);
}
