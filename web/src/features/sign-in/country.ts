// The country a phone number is of at first: the one chosen last in this browser, else that of the language.
import { localeTag } from '@vitrine/ui';
import { preferences, readStored, writeStored } from '../../preference/index.ts';

const name = 'country';

/** The country a language points at: its own region, else where most of its readers are; empty when it names none. */
export function countryOf(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().region ?? '';
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/**
 * The first choice: remembered, else the browser's region where it speaks the page's language, else the language's own.
 * @param stored ISO code kept from the last choice
 * @param language tag of the page's language
 * @param spoken tags of the browser's languages, best first
 */
export function firstCountry(stored: string | undefined, language: string, spoken: readonly string[]): string {
  if (stored !== undefined && /^[A-Z]{2}$/.test(stored)) return stored;
  const [main] = language.split('-');
  const same = spoken.find((tag) => tag.split('-')[0] === main);
  return countryOf(same ?? language);
}

export function startCountry(): string {
  return firstCountry(readStored(name), localeTag(preferences().language), navigator.languages ?? []);
}

/** Remembers the choice; it goes with the rest at logout. */
export function keepCountry(code: string): void {
  writeStored(name, code);
}
