// The language of the console: English, with its catalogue fetched at the start. Another language needs only its .po
// file.
import { i18n, type Messages } from '@lingui/core';
import { defaultLocale, localeTag } from '@vitrine/ui';

const catalogues = import.meta.glob<{ readonly messages: Messages }>('../locales/*/messages.po');

/** Fetches and activates the catalogue. */
export async function activateCatalogue(): Promise<void> {
  const load = catalogues[`../locales/${defaultLocale}/messages.po`];
  if (!load) throw new Error(`expected the catalogue of ${defaultLocale} in desk/src/locales, found none`);
  const { messages } = await load();
  i18n.loadAndActivate({ locale: defaultLocale, locales: localeTag(defaultLocale), messages });
  document.documentElement.lang = localeTag(defaultLocale);
}
