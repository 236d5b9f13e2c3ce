// Loads the guide's texts in the language shown, and again when the language changes.
import { useEffect, useSyncExternalStore } from 'react';
import { i18n, type Messages } from '@lingui/core';
import { defaultLocale, isStaleChunk } from '@vitrine/ui';

const catalogues = import.meta.glob<{ readonly messages: Messages }>('../locales/*/guide.po');
/** Catalogues in memory that already hold the guide's texts. */
const complete = new WeakSet<Messages>();

/** Adds the guide's texts to the language shown. Rejects as an import does. */
export async function loadGuideTexts(): Promise<void> {
  const { locale } = i18n;
  if (complete.has(i18n.messages)) return;
  const load = catalogues[`../locales/${locale}/guide.po`] ?? catalogues[`../locales/${defaultLocale}/guide.po`];
  if (!load) throw new Error(`expected a catalogue of the guide for ${defaultLocale}`);
  const { messages } = await load();
  // Marks the catalogue before the change is announced, so that a listener sees it as complete.
  if (i18n.locale === locale) complete.add(i18n.messages);
  i18n.load(locale, messages);
}

const onChange = (changed: () => void): (() => void) => i18n.on('change', changed);

/** Whether the guide's texts of the language shown are here; fetches them if not. */
export function useGuideTexts(): boolean {
  const here = useSyncExternalStore(onChange, () => complete.has(i18n.messages));
  useEffect(() => {
    if (here) return;
    loadGuideTexts().catch((failure: unknown) => {
      // Without a connection the guide stays away; it is fetched again where it is next opened.
      if (!isStaleChunk(failure)) throw failure;
    });
  }, [here]);
  return here;
}
