// Catalogues that the first page does not need: each is loaded with the part of the page that uses it, in the language
// shown, and again when the language changes.
import { useEffect, useSyncExternalStore } from 'react';
import { i18n, type Messages } from '@lingui/core';
import { defaultLocale, isStaleChunk } from '@vitrine/ui';

export interface LateTexts {
  /** Adds the texts to the language shown. Rejects as an import does. */
  readonly load: () => Promise<void>;
  /** Whether the texts of the language shown are here; fetches them if not. */
  readonly useTexts: () => boolean;
}

const onChange = (changed: () => void): (() => void) => i18n.on('change', changed);

/** @param catalogues importers by path, one a language; @param path the path of a language's catalogue */
export function lateTexts(
  catalogues: Readonly<Record<string, () => Promise<{ readonly messages: Messages }>>>,
  path: (locale: string) => string,
): LateTexts {
  /** Catalogues in memory that already hold these texts. */
  const complete = new WeakSet<Messages>();

  async function load(): Promise<void> {
    const { locale } = i18n;
    if (complete.has(i18n.messages)) return;
    const found = catalogues[path(locale)] ?? catalogues[path(defaultLocale)];
    if (!found) throw new Error(`expected a catalogue ${path(defaultLocale)}`);
    const { messages } = await found();
    // Marks the catalogue before the change is announced, so that a listener sees it as complete.
    if (i18n.locale === locale) complete.add(i18n.messages);
    i18n.load(locale, messages);
  }

  function useTexts(): boolean {
    const here = useSyncExternalStore(onChange, () => complete.has(i18n.messages));
    useEffect(() => {
      if (here) return;
      load().catch((failure: unknown) => {
        // Without a connection the part stays away; its texts are fetched again where it is next opened.
        if (!isStaleChunk(failure)) throw failure;
      });
    }, [here]);
    return here;
  }

  return { load, useTexts };
}
