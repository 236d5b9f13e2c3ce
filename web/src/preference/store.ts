// Preferences of the user: language, theme, colours, time zone, format, currency. One versioned store, shared by all
// tabs.
import {
  dateFormats,
  directionSets,
  isLocaleCode,
  oneOf,
  parsePreferences,
  preferenceStore,
  preferredLocale,
  pseudoLocale,
  themeNames,
  zoneOffsets,
  type DateFormat,
  type DirectionSet,
  type LocaleCode,
  type ThemeName,
} from '@vitrine/ui';
import { clearStored, readStored, storagePrefix, writeStored } from './storage.ts';

export interface Preferences {
  readonly language: LocaleCode | typeof pseudoLocale;
  readonly theme: ThemeName;
  readonly directions: DirectionSet;
  /** Minutes east of UTC. */
  readonly offset: number;
  readonly dateFormat: DateFormat;
  /** Code of the currency in which values are shown. */
  readonly currency: string;
  /** The spec's asset setting: also show assets without value. */
  readonly showAllAssets: boolean;
  /** Shows dots instead of the user's amounts. */
  readonly hideAmounts: boolean;
  /** Keys that select a side of the ticket; off by default. */
  readonly tradingKeys: boolean;
  /** The terminal as text instead of panes. */
  readonly spoken: boolean;
}

/** The spec's defaults (§9); the language follows the browser, the theme the system. */
export function defaultPreferences(): Preferences {
  return {
    language: preferredLocale(navigator.languages ?? [navigator.language]),
    theme: globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'theme-night' : 'theme-daytime',
    directions: 'green-up',
    offset: 480,
    dateFormat: 'MM/DD/YYYY',
    currency: 'CNY',
    showAllAssets: true,
    hideAmounts: false,
    tradingKeys: false,
    spoken: false,
  };
}

/** Parses stored text; each field with an unknown version or form falls back to its default. */
export function readPreferences(text: string | undefined, defaults: Preferences): Preferences {
  return parsePreferences(text, defaults, (field) => {
    const language = field('language');
    const currency = field('currency');
    const showAllAssets = field('showAllAssets');
    const hideAmounts = field('hideAmounts');
    const tradingKeys = field('tradingKeys');
    const spoken = field('spoken');
    return {
      language: isLocaleCode(language) || language === pseudoLocale ? language : defaults.language,
      theme: oneOf(themeNames, field('theme'), defaults.theme),
      directions: oneOf(directionSets, field('directions'), defaults.directions),
      offset: oneOf(zoneOffsets, field('offset'), defaults.offset),
      dateFormat: oneOf(dateFormats, field('dateFormat'), defaults.dateFormat),
      currency: typeof currency === 'string' && /^[A-Z]{3,5}$/.test(currency) ? currency : defaults.currency,
      showAllAssets: typeof showAllAssets === 'boolean' ? showAllAssets : defaults.showAllAssets,
      hideAmounts: typeof hideAmounts === 'boolean' ? hideAmounts : defaults.hideAmounts,
      tradingKeys: typeof tradingKeys === 'boolean' ? tradingKeys : defaults.tradingKeys,
      spoken: typeof spoken === 'boolean' ? spoken : defaults.spoken,
    };
  });
}

export const [preferences, prefer, onPreferences, usePreferences] = preferenceStore(
  storagePrefix,
  { readStored, writeStored },
  defaultPreferences,
  readPreferences,
);

/** At logout removes everything under the prefix except language, theme and time zone. */
export function forgetReader(kept: readonly string[]): void {
  const { language, theme, offset } = preferences();
  clearStored(kept);
  prefer({ ...defaultPreferences(), language, theme, offset });
}
