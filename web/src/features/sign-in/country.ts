// The initial country of a phone number: the last one chosen in this browser, else the language's.
import { localeTag } from '@vitrine/ui';
import { preferences, readStored, writeStored } from '../../preference/index.ts';

const name = 'country';

/** The country of a language: its own region, else where most of its speakers live; empty when it has none. */
export function countryOf(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().region ?? '';
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/**
 * The initial choice: stored, else the browser's region if its language is the page's, else the language's own.
 * @param stored ISO code from the last choice
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

/** Stores the choice; it is removed at logout. */
export function keepCountry(code: string): void {
  writeStored(name, code);
}
